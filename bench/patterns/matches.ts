/**
 * The matches of all designs on checked cloth: which parts meet, and which matches the shapes rule out.
 *
 * usage: node dist/bench/patterns/matches.js [beginning of a name] [mm of a repeat]
 */
import { checkNestRequest } from '../../src/nesting/check/request.js';
import { matchingOf } from '../../src/nesting/layout/matching.js';
import { matchedMarker } from './matched-marker.js';
import { draftInSizes, latestDesigns, sizesOfTables } from './size-drafts.js';

const [, , wanted = '', repeat = '100'] = process.argv;
const [size] = await sizesOfTables();
let [matched, all, ruledOut] = [0, 0, 0];

for (const version of latestDesigns().filter(({ name }) => name.startsWith(wanted))) {
  const [drafted] = await draftInSizes(version, [size!]);
  const draft = drafted!.draft;
  if (!draft || draft.matches.length === 0) continue;
  for (const material of new Set(draft.pieces.map((piece) => piece.material))) {
    const request = matchedMarker(draft, { material, width: 1500, repeats: [Number(repeat), Number(repeat)] });
    const { match = [], polygons: parts } = request!;
    if (!request || match.length === 0) continue;
    const { problems, warnings } = checkNestRequest(request);
    const { groups } = matchingOf(request);
    const told = groups.map(({ axis, parts: of }) => `${of.length} along ${axis === 0 ? 'the grain' : 'the width'}`);
    console.log(`${version.name}, ${material}: ${match.length} matches of ${parts.length} parts; ${told.join(', ')}`);
    for (const { name, axis, points: at } of match)
      console.log(`  ${name} (${axis}): ${at.map(({ part }) => parts[part]!.id).join(', ')}`);
    for (const { message } of [...problems, ...warnings]) console.log(`  ! ${message}`);
    matched++;
    all += match.length;
    ruledOut += warnings.filter(({ code }) => code === 'match_left_out').length;
  }
}
console.log(`${matched} markers with ${all} matches, ${ruledOut} of them ruled out by the shapes`);
