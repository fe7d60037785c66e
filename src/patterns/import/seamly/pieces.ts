/** Pieces of an imported pattern as entries of a definition; what of them cannot be taken over is noted. */

import { descendants, type XmlElement } from '../../../drawing/xml.js';
import type { Scope } from '../../definition/compile-formula.js';
import { idOf as slugOf } from '../../definition/read-piece.js';
import type { ImportNote } from '../note.js';
import type { GrainPoint } from './grain-place.js';
import { oldAllowances } from './old-allowance.js';
import { originalsOf } from './originals.js';
import {
  closedSteps,
  isSet,
  type NodeContext,
  nodeElements,
  type OutlineNode,
  openSteps,
  readNodes,
  type Step,
} from './piece-nodes.js';
import type { ToolContext } from './tool-context.js';
import { TranslationError } from './translate-formula.js';

/** A piece of a definition, and what of it was not taken over. */
export interface ImportedPiece {
  readonly entry: Readonly<Record<string, unknown>>;
  readonly notes: readonly ImportNote[];
  /** Where it has a grainline: its angle, and points of the outline between which it can lie. */
  readonly grain: { readonly angle: string; readonly points: readonly GrainPoint[] } | null;
}

/** Points lie on a curve there if they are this near, mm. */
const nearMm = 0.1555;

export const pieceElements = (root: XmlElement): XmlElement[] => [...descendants(root, 'piece', 'detail')];

/**
 * @param scope values of all points and curves
 * @param mm of one unit of the pattern
 * @param notes gets the pieces that are not understood
 */
export function readPieces(
  root: XmlElement,
  tools: ToolContext,
  scope: Scope,
  mm: number,
  notes: ImportNote[],
): ImportedPiece[] {
  const context = { tools, scope, originals: originalsOf(root), near: nearMm / mm };
  const paths = pathsOf(root);
  const taken = new Set<string>();
  return pieceElements(root).flatMap((element, i) => {
    const name = element.attributes.get('name') || `Piece ${i + 1}`;
    try {
      let id = slugOf(name);
      for (let k = 2; taken.has(id); k++) id = `${slugOf(name).slice(0, 60)}-${k}`;
      taken.add(id);
      const { entry, ...rest } = pieceOf(element, name, context, paths);
      return [{ entry: { id, name: name.slice(0, 100), ...entry }, ...rest }];
    } catch (error) {
      if (!(error instanceof TranslationError)) throw error;
      notes.push({ code: 'piece_left_out', message: `${name}: not understood: ${error.message}` });
      return [];
    }
  });
}

/** Paths inside pieces, by id. */
function pathsOf(root: XmlElement): ReadonlyMap<string, XmlElement> {
  const paths = new Map<string, XmlElement>();
  for (const modeling of descendants(root, 'modeling')) {
    for (const element of modeling.children) {
      if (element.name === 'path') paths.set(element.attributes.get('id') ?? '', element);
    }
  }
  return paths;
}

const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

function pieceOf(
  element: XmlElement,
  name: string,
  shared: Omit<NodeContext, 'width'>,
  paths: ReadonlyMap<string, XmlElement>,
): ImportedPiece {
  const { attributes } = element;
  const notes: ImportNote[] = [];
  const allowed =
    isSet(attributes.get('seamAllowance') ?? attributes.get('supplement')) &&
    !isSet(attributes.get('seamAllowanceBuiltIn'));
  const width = allowed ? shared.tools.formula(attributes.get('width') ?? '0') : '0';
  const context = { ...shared, width };
  if (allowed && (childOf(element, 'csa')?.children.length ?? 0) > 0)
    throw new TranslationError('a part of its cut line that is drawn by itself (custom seam allowance)');
  if (childOf(element, 'mirrorLine')) throw new TranslationError('a half piece with a mirror line');
  const elements = nodeElements((childOf(element, 'nodes') ?? element).children);
  const plain = readNodes(elements, context);
  const isOld = attributes.get('version') !== '2';
  const nodes = isOld ? oldAllowances(plain, elements, width, attributes.get('closed') !== '0') : plain;
  const steps = closedSteps(nodes, context);
  if (attributes.get('inLayout') === 'false' || attributes.get('inLayout') === '0')
    notes.push({ code: 'piece_changed', message: `${name}: is taken over although it is not in the layout there` });
  const cuts = cutList(element, name, notes);
  const lines = innerLines(element, name, context, paths, notes);
  const notches = notchesOf(elements, nodes);
  return {
    entry: {
      outline: allowed ? steps : steps.map(withoutAllowance),
      allowance: allowed ? width : 0,
      ...(allowed ? { corner: 'mitre' } : {}),
      ...cuts,
      ...(lines.length > 0 ? { internalLines: lines } : {}),
      ...(notches.length > 0 ? { notches } : {}),
    },
    notes,
    grain: grainOf(element, nodes, shared.tools),
  };
}

/** Notches at the nodes that have one; several lines and what is not a slit or a V are a double notch. */
function notchesOf(elements: readonly XmlElement[], nodes: readonly OutlineNode[]): Record<string, unknown>[] {
  return nodes.flatMap((node, i) => {
    const { attributes } = elements[i]!;
    const marked = isSet(attributes.get('passmark')) || isSet(attributes.get('notch'));
    if (!marked || node.kind !== 'point') return [];
    const line = attributes.get('passmarkLine') ?? attributes.get('notchType') ?? 'one';
    const isSingle = ['one', 'slit'].includes(line) && Number(attributes.get('notchCount') ?? 1) === 1;
    const type = /^v/i.test(line) ? 'v' : isSingle ? 'slit' : 'back';
    return [{ at: node.name, type }];
  });
}

function grainOf(element: XmlElement, nodes: readonly OutlineNode[], tools: ToolContext): ImportedPiece['grain'] {
  const attributes = childOf(element, 'grainline')?.attributes;
  if (!attributes || !isSet(attributes.get('visible'))) return null;
  const points = nodes.flatMap((node) => (node.kind === 'point' ? [{ name: node.name, at: node.at }] : []));
  return { angle: `-(${tools.formula(attributes.get('rotation') ?? '90')})`, points };
}

function withoutAllowance({ allowance, allowanceEnd, corner, ...step }: Step): Step {
  return step;
}

/** Materials of old files by their number; 4 is named by `userDef`. */
const materials = ['fabric', 'lining', 'interfacing', 'interlining'];

/** How often it is cut from which material: of newer files once, of old files for each material. */
function cutList(
  element: XmlElement,
  name: string,
  notes: ImportNote[],
): { readonly quantity: number; readonly material?: string } {
  const data = childOf(element, 'data');
  const [first, ...others] = data?.children.filter((child) => child.name === 'mcp') ?? [];
  const isOnFold = isSet(data?.attributes.get('onFold')) || first?.attributes.get('placement') === '1';
  if (isOnFold) {
    const message = `${name}: its label says that it is cut on the fold; the outline is taken over as it is drawn`;
    notes.push({ code: 'piece_changed', message });
  }
  for (const { attributes } of others) {
    const message = `${name}: only its first material is taken over, not ${attributes.get('cutNumber') ?? 1} of ${materialOf(attributes)}`;
    notes.push({ code: 'piece_changed', message });
  }
  const count = first ? first.attributes.get('cutNumber') : data?.attributes.get('quantity');
  const quantity = Number(count ?? 1);
  return {
    quantity: Number.isInteger(quantity) && quantity >= 1 && quantity <= 1000 ? quantity : 1,
    ...(first ? { material: materialOf(first.attributes) } : {}),
  };
}

const materialOf = (attributes: ReadonlyMap<string, string>): string =>
  materials[Number(attributes.get('material') ?? 0)] ?? ((attributes.get('userDef') ?? '').slice(0, 64) || 'fabric');

function innerLines(
  element: XmlElement,
  name: string,
  context: NodeContext,
  paths: ReadonlyMap<string, XmlElement>,
  notes: ImportNote[],
): Record<string, unknown>[] {
  const records = (childOf(element, 'iPaths')?.children ?? []).filter((record) => record.name === 'record');
  return records.flatMap((record) => {
    const path = paths.get(record.attributes.get('path') ?? '');
    try {
      if (!path) throw new TranslationError('it is not there');
      const steps = openSteps(
        readNodes(nodeElements(childOf(path, 'nodes')?.children ?? []), { ...context, width: '0' }),
        context,
      );
      if (steps.length < 2) throw new TranslationError('it has less than two points');
      return [{ kind: 'mark', path: steps.map(withoutAllowance) }];
    } catch (error) {
      if (!(error instanceof TranslationError)) throw error;
      const label = path?.attributes.get('name') ?? '';
      notes.push({
        code: 'piece_changed',
        message: `${name}: the inner path "${label}" is left out: ${error.message}`,
      });
      return [];
    }
  });
}
