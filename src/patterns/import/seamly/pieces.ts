/** Turns the pieces of a pattern into entries of a definition, and notes each loss. */

import { childOf, descendants, type XmlElement } from '../../../drawing/xml.js';
import { definitionLimits } from '../../definition/definition.js';
import { freeId } from '../../definition/piece-ids.js';
import type { ImportNote } from '../note.js';
import { cutList, materialsOf } from './cut-list.js';
import { droppedThere } from './dropped-width.js';
import type { Evaluated } from './evaluate.js';
import type { GrainPoint } from './grain-place.js';
import { innerPaths } from './inner-paths.js';
import { leastWidth, widened } from './least-allowance.js';
import { oldAllowances } from './old-allowance.js';
import { originalsOf } from './originals.js';
import { replacedOutline } from './own-paths.js';
import {
  closedSteps,
  isSet,
  type NodeContext,
  nodeElements,
  type OutlineNode,
  openSteps,
  readNodes,
  withoutAllowance,
} from './piece-nodes.js';
import { notchesOf } from './piece-notches.js';
import type { ToolContext } from './tool-context.js';
import { TranslationError } from './translate-formula.js';

/** A piece of a definition, and notes on its losses. */
export interface ImportedPiece {
  readonly entry: Readonly<Record<string, unknown>>;
  readonly notes: readonly ImportNote[];
  /** The angle of its grainline, and points of the outline between which the line can lie; null without a grainline. */
  readonly grain: { readonly angle: string; readonly points: readonly GrainPoint[] } | null;
}

/** Points this close to a curve lie on it in the source, mm. */
const nearMm = 0.1555;

const pieceElements = (root: XmlElement): XmlElement[] => [...descendants(root, 'piece', 'detail')];

/** The number of pieces in a file, counted once for each of their materials. */
export const pieceCountOf = (root: XmlElement): number =>
  pieceElements(root).reduce((sum, element) => sum + Math.max(1, materialsOf(element).length), 0);

/**
 * @param evaluated the values of all points and curves
 * @param mm in one unit of the pattern
 * @param ofValentina true if Valentina wrote the file, false for Seamly2D
 * @param notes receives a note for each piece that is not converted
 */
export function readPieces(
  root: XmlElement,
  tools: ToolContext,
  { scope, valueAt }: Evaluated,
  mm: number,
  ofValentina: boolean,
  notes: ImportNote[],
): ImportedPiece[] {
  const leastOf = (element: XmlElement): number => Number((leastWidth(element, ofValentina) / mm).toFixed(9));
  const context = { tools, scope, valueAt, leastOf, originals: originalsOf(root), near: nearMm / mm };
  const paths = pathsOf(root);
  const taken = new Set<string>();
  const idOf = (name: string): string => {
    const id = freeId(name, (one) => taken.has(one));
    taken.add(id);
    return id;
  };
  const fits = pieceCountOf(root) <= definitionLimits.pieces;
  return pieceElements(root).flatMap((element, i) => {
    const name = element.attributes.get('name') || `Piece ${i + 1}`;
    try {
      const { entry, notes: own, grain } = pieceOf(element, name, context, paths);
      const cutNotes: ImportNote[] = [];
      const cuts = cutList(element, name, fits, cutNotes);
      return cuts.map(({ suffix, ...cut }, k) => {
        const full = `${name.slice(0, 100 - suffix.length)}${suffix}`;
        return {
          entry: { id: idOf(full), name: full, ...entry, ...cut },
          notes: k === 0 ? [...cutNotes, ...own] : [],
          grain,
        };
      });
    } catch (error) {
      if (!(error instanceof TranslationError)) throw error;
      notes.push({ code: 'piece_left_out', message: `${name}: not converted: ${error.message}` });
      return [];
    }
  });
}

/** The paths that pieces use, by id. */
function pathsOf(root: XmlElement): ReadonlyMap<string, XmlElement> {
  const paths = new Map<string, XmlElement>();
  for (const modeling of descendants(root, 'modeling')) {
    for (const element of modeling.children) {
      if (element.name === 'path') paths.set(element.attributes.get('id') ?? '', element);
    }
  }
  return paths;
}

/** The context that all pieces of a file share. */
interface SharedContext extends Omit<NodeContext, 'width' | 'mirror' | 'remarks'> {
  readonly valueAt: Evaluated['valueAt'];
  /** The least width of a piece's allowance, in the unit of the pattern. */
  readonly leastOf: (piece: XmlElement) => number;
}

function pieceOf(
  element: XmlElement,
  name: string,
  shared: SharedContext,
  paths: ReadonlyMap<string, XmlElement>,
): ImportedPiece {
  const { attributes } = element;
  const notes: ImportNote[] = [];
  const allowed =
    isSet(attributes.get('seamAllowance') ?? attributes.get('supplement')) &&
    !isSet(attributes.get('seamAllowanceBuiltIn'));
  const width = allowed ? shared.tools.formula(attributes.get('width') ?? '0') : '0';
  const remarks = new Set<string>();
  const context = { ...shared, width, mirror: mirrorOf(element, shared), remarks };
  const elements = nodeElements((childOf(element, 'nodes') ?? element).children);
  const plain = readNodes(elements, context);
  const isOld = attributes.get('version') !== '2';
  const nodes = isOld ? oldAllowances(plain, elements, width, attributes.get('closed') !== '0') : plain;
  const { nodes: outline, dropped, seams } = replacedOutline(element, nodes, elements, paths, context, allowed);
  const steps = closedSteps(outline, context);
  if (attributes.get('inLayout') === 'false' || attributes.get('inLayout') === '0')
    notes.push({
      code: 'piece_changed',
      message: `${name}: was imported although the source leaves it out of its layout`,
    });
  if (allowed && !isOld) notes.push(...droppedThere(plain, name, context));
  const replaced = seams.map((seam) => ({
    kind: 'mark',
    path: openSteps(seam, { ...context, mirror: null }).map(withoutAllowance),
  }));
  const inner = innerPaths(element, name, context, paths, notes);
  const lines = [...replaced, ...inner.lines];
  if (seams.length > 0) {
    const message = `${name}: a path replaces part of its cut line; the seam line there became an internal line`;
    notes.push({ code: 'piece_changed', message });
  }
  const notches = notchesOf(elements, nodes, dropped, remarks);
  const placeLabels = childOf(element, 'placeLabels')?.children.length ?? 0;
  if (placeLabels > 0) remarks.add(`${placeLabels} of its place labels, such as buttons, were left out`);
  const drawn = widened(steps, width, allowed ? shared.leastOf(element) : 0, shared.valueAt);
  if (drawn.isWider) {
    const message = `${name}: every allowance below 0.23 mm was widened to 0.23 mm, as in Valentina`;
    notes.push({ code: 'piece_changed', message });
  }
  for (const message of remarks) notes.push({ code: 'piece_changed', message: `${name}: ${message}` });
  return {
    entry: {
      outline: allowed ? drawn.steps : steps.map(withoutAllowance),
      allowance: allowed ? drawn.width : 0,
      ...(allowed ? { corner: 'mitre' } : {}),
      ...(inner.holes.length > 0 ? { holes: inner.holes } : {}),
      ...(lines.length > 0 ? { internalLines: lines } : {}),
      ...(notches.length > 0 ? { notches } : {}),
    },
    notes,
    grain: grainOf(element, name, nodes, shared, notes),
  };
}

/** Both ends of the mirror line, or null if the piece has none. */
function mirrorOf(element: XmlElement, { tools, originals }: Pick<NodeContext, 'tools' | 'originals'>) {
  const attributes = childOf(element, 'mirrorLine')?.attributes;
  const [one, other] = ['p1', 'p2'].map((key) => attributes?.get(key) ?? '0') as [string, string];
  if (one === '0' || other === '0') return null;
  return [tools.point(originals.get(one) ?? one), tools.point(originals.get(other) ?? other)] as const;
}

function grainOf(
  element: XmlElement,
  name: string,
  nodes: readonly OutlineNode[],
  shared: SharedContext,
  notes: ImportNote[],
): ImportedPiece['grain'] {
  const attributes = childOf(element, 'grainline')?.attributes;
  if (!attributes || !isSet(attributes.get('visible'))) return null;
  const points = nodes.flatMap((node) => (node.kind === 'point' ? [{ name: node.name, at: node.at }] : []));
  const angle = (): string => `-(${shared.tools.formula(attributes.get('rotation') ?? '90')})`;
  try {
    return { angle: pinnedAngle(attributes, shared) ?? angle(), points };
  } catch (error) {
    if (!(error instanceof TranslationError)) throw error;
    const message = `${name}: its grainline has the angle of the file instead of its two points: ${error.message}`;
    notes.push({ code: 'piece_changed', message });
    return { angle: angle(), points };
  }
}

/** The angle between the two points that hold a grainline, which outweighs its own angle; null without them. */
function pinnedAngle(
  attributes: XmlElement['attributes'],
  { tools, originals }: Pick<NodeContext, 'tools' | 'originals'>,
): string | null {
  const [bottom, top] = ['bottom', 'top'].map(
    (end) => attributes.get(`${end}Anchor`) ?? attributes.get(`${end}Pin`) ?? '0',
  ) as [string, string];
  if (bottom === '0' || top === '0') return null;
  const [from, to] = [bottom, top].map((id) => tools.point(originals.get(id) ?? id));
  return `angle(${from}, ${to})`;
}
