/**
 * Nothing drawn on a FreeSewing part may vanish. FreeSewing drafts every design of the library by itself. Our pieces
 * must have each visible path, snippet and text, or leave it out for a reason in the code.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import type { Draft, Piece } from '../../src/patterns/draft.js';
import { allowanceKey, type FreesewingContent } from '../../src/patterns/freesewing/content.js';
import { type FreesewingPart, loadDesign } from '../../src/patterns/freesewing/design.js';
import { english } from '../../src/patterns/freesewing/english.js';
import { freesewingMeasurements } from '../../src/patterns/freesewing/measurement-map.js';
import { otherSnippets } from '../../src/patterns/freesewing/part-fasteners.js';
import { flattenPath, seamPath } from '../../src/patterns/freesewing/part-lines.js';
import { reasonForNoMark } from '../../src/patterns/freesewing/part-marks.js';
import { textsLeftOut } from '../../src/patterns/freesewing/part-texts.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { draft } from '../../src/patterns/patterns.js';
import { areaOf, contains, distanceTo } from './piece-checks.js';

const versions = libraryVersions().filter(({ kind }) => kind === 'freesewing');
const latest = [...new Map(versions.map((version) => [version.patternId, version])).values()];

/** FreeSewing's own draft at the defaults, titles and all. */
async function sourceParts(content: FreesewingContent, values: Draft['variables']) {
  const { construct } = await loadDesign(content.design);
  const options = content.variables
    .filter(({ key, group, editable }) => editable && group !== 'body' && key !== allowanceKey)
    .map(({ key }) => {
      const value = values[key]!;
      return [content.renamed[key] ?? key, content.fractions.includes(key) ? Number(value) / 100 : value] as const;
    });
  const design = new construct({
    measurements: freesewingMeasurements(content.measurements, (key) => values[key] as number, content.gender),
    options: Object.fromEntries(options),
    sa: values[allowanceKey] as number,
    complete: true,
    paperless: false,
    expand: true,
  });
  return design.draft().parts[0]!;
}

/** The pieces of a part: one for each material. */
function piecesOf(partName: string, { pieces }: Draft): Piece[] {
  const id = partName
    .replace(/^.*\./, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();
  return pieces.filter((piece) => piece.id === id || piece.id.startsWith(`${id}-`));
}

const near = (a: Point, b: Point, mm: number): boolean => Math.hypot(a[0] - b[0], a[1] - b[1]) <= mm;

/** Whether a line lies on lines of the piece all the way inside its cut line, to 0.3 mm. */
function isDrawn(line: readonly Point[], { boundary, seamLine, internalLines, holes }: Piece): boolean {
  const lines = [boundary, ...(seamLine ? [seamLine] : []), ...holes, ...internalLines.map(({ points }) => points)];
  return line.slice(1).every(([bx, by], i) => {
    const [ax, ay] = line[i]!;
    const steps = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / 10));
    return Array.from({ length: steps + 1 }, (_, k): Point => {
      const share = k / steps;
      return [ax + share * (bx - ax), ay + share * (by - ay)];
    }).every((place) => !contains(boundary, place) || lines.some((drawn) => distanceTo(drawn, place) <= 0.3));
  });
}

interface Account {
  lines: number;
  readonly texts: Record<string, number>;
  readonly fasteners: Record<string, number>;
  readonly notches: Record<string, number>;
  /** By reason. */
  readonly others: Record<string, number>;
}

const count = (into: Record<string, number>, key: string): void => {
  into[key] = (into[key] ?? 0) + 1;
};

/** Throws where something of a part is neither in one of its pieces nor left out for a reason. */
function account(part: FreesewingPart, what: string, pieces: readonly Piece[], words: Words, into: Account): void {
  const seam = seamPath(part);
  const runs = seam ? flattenPath(seam).toSorted((a, b) => Math.abs(areaOf(b)) - Math.abs(areaOf(a))) : [];
  for (const [id, path] of Object.entries(part.paths)) {
    if (path.hidden) continue;
    const reason = reasonForNoMark(id, path);
    if (reason !== null) count(into.others, reason);
    else {
      for (const run of flattenPath(path)) {
        if (path === seam && JSON.stringify(run) === JSON.stringify(runs[0]))
          count(into.others, 'the seam line of the piece');
        else {
          assert.ok(
            pieces.some((piece) => isDrawn(run, piece)),
            `${what}: the line ${id} is missing`,
          );
          into.lines++;
        }
      }
    }
    checkText(id, path.attributes.getAsArray('data-text') || [], what, pieces, words, into);
  }
  for (const [id, point] of Object.entries(part.points)) {
    checkText(id, point.attributes?.getAsArray('data-text') || [], what, pieces, words, into);
    assert.not(point.attributes?.get('data-circle'), `${what}: ${id} draws a circle`);
  }
  for (const [id, { def, anchor }] of Object.entries(part.snippets)) {
    const at: Point = [anchor.x, anchor.y];
    if (def === 'logo') count(into.others, otherSnippets.logo);
    else if (def === 'notch' || def === 'bnotch') {
      const type = def === 'notch' ? 'slit' : 'back';
      // a mark on the seam line or the cut line is a notch of the cut line, any other inside the piece a cross
      const cross: Point[] = [
        [at[0] - 2.9, at[1]],
        [at[0] + 2.9, at[1]],
      ];
      const found = pieces.some((piece) => {
        const { boundary, seamLine } = piece;
        const isOnLine = [boundary, seamLine ?? boundary].some((line) => distanceTo(line, at) <= 0.1);
        const within = 2 * distanceTo(boundary, at) + 0.01;
        const isNotch = piece.notches.some((notch) => notch.type === type && near(notch.at, at, within));
        return (isOnLine && isNotch) || (contains(boundary, at) && isDrawn(cross, piece));
      });
      if (!found && words.isNotchOutside) {
        count(into.others, 'left out: outside the cut line, as the draft tells');
        continue;
      }
      assert.ok(found, `${what}: the notch ${id} is missing`);
      count(into.notches, type);
    } else {
      const kind = def.replace(/-(start|end)$/, '');
      // a buttonhole may begin or end at its anchor
      const found = pieces.some(({ fasteners }) =>
        fasteners.some((fastener) => fastener.kind === kind && near(fastener.at, at, 0.6 * fastener.size)),
      );
      assert.ok(found, `${what}: the ${kind} ${id} is missing`);
      count(into.fasteners, kind);
    }
  }
}

interface Words {
  /** Whether an error of the draft tells that a notch lies outside the piece. */
  readonly isNotchOutside: boolean;
  readonly english: (text: string) => string;
  /** Whether an error of the draft tells that the words lie outside their piece. */
  readonly isOutside: (text: string) => boolean;
}

function checkText(
  id: string,
  list: readonly unknown[],
  what: string,
  pieces: readonly Piece[],
  words: Words,
  into: Account,
): void {
  if (list.length === 0) return;
  const macro = Object.entries(textsLeftOut).find(([beginning]) => id.startsWith(beginning));
  if (macro) {
    count(into.others, macro[1]);
    return;
  }
  for (const text of new Set(list.flat().map((word) => words.english(String(word))))) {
    if (text === '') continue;
    if (words.isOutside(text)) {
      count(into.others, 'left out: outside the cut line, as the draft tells');
      continue;
    }
    assert.ok(
      pieces.some(({ texts }) => texts.some((found) => found.text === text)),
      `${what}: the text "${text}" of ${id} is missing`,
    );
    assert.not.match(text, /[a-z][A-Z]|:\w|\{\{|<|&#/, `${what}: "${text}" is a key, not English`);
    count(into.texts, text);
  }
}

test('every line, mark and word of every design is in a piece, or left out for a named reason', async () => {
  const accounts: Record<string, Account> = {};
  for (const version of latest) {
    const content = version.content as unknown as FreesewingContent;
    const drafted = await draft(version, { variables: {}, unfold: false });
    const { texts } = await loadDesign(content.design);
    const into: Account = { lines: 0, texts: {}, fasteners: {}, notches: {}, others: {} };
    for (const [name, part] of Object.entries(await sourceParts(content, drafted.variables))) {
      const visible = Object.values(part.paths).some(({ hidden, ops }) => !hidden && ops.length > 1);
      if (part.hidden || !visible) continue;
      const pieces = piecesOf(name, drafted);
      assert.ok(pieces.length > 0, `${name} has no piece`);
      const isOutside = (text: string): boolean =>
        drafted.errors.some(({ code, message }) => code === 'mark_left_out' && message.includes(JSON.stringify(text)));
      const isNotchOutside = drafted.errors.some(
        ({ code, message }) =>
          code === 'mark_left_out' &&
          message.endsWith(': a notch') &&
          pieces.some((piece) => message.includes(`"${piece.name}"`)),
      );
      account(part, name, pieces, { english: (text) => english(text, texts), isOutside, isNotchOutside }, into);
    }
    accounts[content.design] = into;
  }
  const file = 'test/patterns/freesewing-marks.json';
  if (process.env.RECORD_FREESEWING_MARKS) {
    const lines = Object.entries(accounts).map(([design, entry]) => `  "${design}": ${JSON.stringify(entry)}`);
    writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
  }
  assert.equal(accounts, JSON.parse(readFileSync(file, 'utf8')) as typeof accounts);
});

test.run();
