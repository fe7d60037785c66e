/** The internal paths of a piece: lines drawn on it, and closed cuts, which are its openings. */
import { childOf, type XmlElement } from '../../../drawing/xml.js';
import { distance } from '../../definition/plane.js';
import type { ImportNote } from '../note.js';
import {
  closedSteps,
  isSet,
  type NodeContext,
  nodeElements,
  type OutlineNode,
  openSteps,
  readNodes,
  type Step,
  withoutAllowance,
} from './piece-nodes.js';
import { TranslationError } from './translate-formula.js';

export interface InnerPaths {
  readonly lines: readonly Readonly<Record<string, unknown>>[];
  readonly holes: readonly (readonly Step[])[];
}

/** @param notes receives a note for each path that is left out or changed */
export function innerPaths(
  piece: XmlElement,
  name: string,
  context: NodeContext,
  paths: ReadonlyMap<string, XmlElement>,
  notes: ImportNote[],
): InnerPaths {
  const lines: Readonly<Record<string, unknown>>[] = [];
  const holes: Step[][] = [];
  const flat = { ...context, width: '0', mirror: null };
  const records = (childOf(piece, 'iPaths')?.children ?? []).filter((record) => record.name === 'record');
  for (const record of records) {
    const path = paths.get(record.attributes.get('path') ?? '');
    const note = (what: string): void => {
      const label = path?.attributes.get('name') ?? '';
      notes.push({ code: 'piece_changed', message: `${name}: the internal path "${label}" ${what}` });
    };
    try {
      if (!path) throw new TranslationError('it is missing');
      const nodes = readNodes(nodeElements(childOf(path, 'nodes')?.children ?? []), flat);
      const isCut = isSet(path.attributes.get('cut'));
      if (isCut && isClosed(nodes, context.near)) {
        holes.push(closedSteps(nodes.slice(0, -1), flat).map(withoutAllowance));
        continue;
      }
      const steps = openSteps(nodes, flat);
      if (steps.length < 2) throw new TranslationError('it has fewer than two points');
      lines.push({ kind: 'mark', path: steps.map(withoutAllowance) });
      if (isCut) note('is cut in the source; it became a mark, since it does not end at its beginning');
    } catch (error) {
      if (!(error instanceof TranslationError)) throw error;
      note(`was left out: ${error.message}`);
    }
  }
  return { lines, holes };
}

function isClosed(nodes: readonly OutlineNode[], near: number): boolean {
  const [first, last] = [nodes[0], nodes.at(-1)];
  return nodes.length > 2 && first?.kind === 'point' && last?.kind === 'point' && distance(first.at, last.at) <= near;
}
