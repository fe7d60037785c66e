/** `selvage pattern diff` */
import { Command } from 'commander';
import { AdminService } from '../../../gen/selvage/admin/v1/admin_pb.js';
import { PatternService } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Json } from '../../json/json.js';
import { type Difference, diffDocuments } from '../../patterns/diff-documents.js';
import { type ActingOptions, withActingOptions, withReading } from '../acting-client.js';
import type { Client } from '../client.js';
import { CommandError, exitCodes } from '../exit.js';
import { numberOf } from '../key-values.js';
import { table } from '../table.js';
import { findPattern } from './find-pattern.js';
import { isPatternFile, readPatternFile } from './pattern-file.js';

/** A version to compare: its document, and the area of its pieces at the defaults if it is stored. */
interface Side {
  readonly label: string;
  readonly document: Json;
  readonly areas: ReadonlyMap<string, number> | null;
}

export function diffCommand(): Command {
  const command = new Command('diff')
    .description('show the differences between two versions of a pattern: in their documents and their pieces')
    .argument('<pattern>', 'id of the pattern, or its name')
    .argument('[from]', 'number of a version; default the one before')
    .argument('[to]', 'number of a version, or the file of a document; default the latest, drafts included')
    .option('--json', 'the differences of the documents as JSON');
  return withActingOptions(command).action(
    async (
      nameOrId: string,
      from: string | undefined,
      to: string | undefined,
      options: ActingOptions & { json?: boolean },
    ) => {
      const [before, after] = await withReading(options, async (client) => {
        const { patternId } = await findPattern(client, nameOrId);
        const [first, second] = await choice(client, patternId, from, to);
        return Promise.all([sideOf(client, patternId, first), sideOf(client, patternId, second)]);
      });
      const differences = diffDocuments(before.document, after.document);
      if (options.json) console.log(JSON.stringify(differences, null, 2));
      else console.log(report(before, after, differences));
    },
  );
}

async function choice(
  client: Client,
  patternId: string,
  from: string | undefined,
  to: string | undefined,
): Promise<[string, string]> {
  if (from !== undefined && to !== undefined) return [from, to];
  const { versions } = await client.unary(AdminService.method.listPatternVersions, { patternId });
  const numbers = versions.map(({ versionNumber }) => String(versionNumber));
  if (from !== undefined) return isPatternFile(from) ? [numbers.at(-1)!, from] : [from, numbers.at(-1)!];
  const [before, last] = numbers.slice(-2);
  if (before !== undefined && last !== undefined) return [before, last];
  throw new CommandError('The pattern has only one version, so there is nothing to compare', {
    exitCode: exitCodes.notFound,
  });
}

async function sideOf(client: Client, patternId: string, which: string): Promise<Side> {
  if (isPatternFile(which)) {
    return { label: which, document: JSON.parse(await readPatternFile(client, which, {})) as Json, areas: null };
  }
  const versionNumber = numberOf(which, 'the version');
  const { document } = await client.unary(AdminService.method.getPatternVersion, { patternId, versionNumber });
  const { data } = await client.unary(PatternService.method.draftPattern, { patternId, versionNumber });
  const pieces = data.case === 'pattern' ? data.value.pieces : [];
  return {
    label: `version ${versionNumber}`,
    document: JSON.parse(document) as Json,
    areas: new Map(pieces.map(({ id, boundary }) => [id, areaOf(boundary)])),
  };
}

/** Area in cm² of a closed outline in mm. */
function areaOf(outline: readonly { readonly x: number; readonly y: number }[]): number {
  let sum = 0;
  outline.forEach((a, i) => {
    const b = outline[(i + 1) % outline.length]!;
    sum += a.x * b.y - b.x * a.y;
  });
  return Math.abs(sum) / 200;
}

function report(before: Side, after: Side, differences: readonly Difference[]): string {
  if (differences.length === 0) return `${before.label} and ${after.label} are the same document`;
  const lines = [`from ${before.label} to ${after.label}`, ...differences.map(lineOf)];
  if (before.areas && after.areas) lines.push('', 'pieces at the defaults, cm²', areaTable(before.areas, after.areas));
  return lines.join('\n');
}

function lineOf({ path, before, after }: Difference): string {
  if (before === undefined) return `+ ${path}: ${shown(after)}`;
  if (after === undefined) return `- ${path}: ${shown(before)}`;
  return `  ${path}: ${shown(before)} -> ${shown(after)}`;
}

const longest = 100;

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value);
  return text.length <= longest ? text : `${text.slice(0, longest)}...`;
}

function areaTable(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string {
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  const rows = ids.map((id) => {
    const [old, now] = [before.get(id), after.get(id)];
    const change = old === undefined || now === undefined ? '' : `${(100 * (now / old - 1)).toFixed(2)} %`;
    return [id, old?.toFixed(1) ?? '-', now?.toFixed(1) ?? '-', change];
  });
  return table(['piece', 'before', 'after', 'change'], rows);
}
