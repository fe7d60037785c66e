/** Pieces of an imported pattern: their nodes in order become the steps of an outline. */

import { descendants, type XmlElement } from '../../../drawing/xml.js';
import { idOf as slugOf } from '../../definition/read-piece.js';
import type { ImportNote } from '../note.js';
import type { ToolContext } from './tools.js';
import { TranslationError } from './translate-formula.js';

type Step = Record<string, unknown>;

/** Pieces as entries of a definition; those whose nodes are not understood are reported. */
export function readPieces(root: XmlElement, context: ToolContext, notes: ImportNote[]): Record<string, unknown>[] {
  const originals = new Map<string, string>();
  for (const modeling of descendants(root, 'modeling')) {
    for (const { attributes } of modeling.children) {
      const [id, original] = [attributes.get('id'), attributes.get('idObject')];
      if (id !== undefined && original !== undefined) originals.set(id, original);
    }
  }
  const taken = new Set<string>();
  return [...descendants(root, 'piece', 'detail')].flatMap((element, i) => {
    const name = element.attributes.get('name') || `Piece ${i + 1}`;
    try {
      let id = slugOf(name);
      for (let k = 2; taken.has(id); k++) id = `${slugOf(name).slice(0, 60)}-${k}`;
      taken.add(id);
      return [{ id, name: name.slice(0, 100), ...pieceOf(element, originals, context) }];
    } catch (error) {
      if (!(error instanceof TranslationError)) throw error;
      notes.push({ code: 'piece_left_out', message: `${name}: not understood: ${error.message}` });
      return [];
    }
  });
}

function pieceOf(
  element: XmlElement,
  originals: ReadonlyMap<string, string>,
  context: ToolContext,
): Record<string, unknown> {
  const nodes = (element.children.find(({ name }) => name === 'nodes') ?? element).children
    .filter(
      ({ name, attributes }) =>
        name === 'node' && attributes.get('nodeType') !== 'Modeling' && attributes.get('excluded') !== '1',
    )
    .map((node) => {
      const id = node.attributes.get('idObject') ?? '';
      const original = originals.get(id) ?? id;
      const isPoint = node.attributes.get('type') === 'NodePoint';
      return {
        isPoint,
        reverse: node.attributes.get('reverse') === '1',
        name: isPoint ? context.point(original) : context.curve(original),
      };
    });
  // start at a point, so that the first step can be a move
  const start = nodes.findIndex(({ isPoint }) => isPoint);
  if (start === -1) throw new TranslationError('an outline without points');
  const order = [...nodes.slice(start), ...nodes.slice(0, start)];
  const steps: Step[] = [{ move: order[0]!.name }];
  order.slice(1).forEach((node, i) => {
    if (node.isPoint) {
      steps.push({ line: node.name });
      return;
    }
    // a curve is trimmed between the points before and after it
    const [before, after] = [order[i]!, order[i + 2] ?? order[0]!];
    const step: Step = { curve: node.name, bridge: true };
    if (before.isPoint && after.isPoint && before.name !== after.name)
      Object.assign(step, { from: before.name, to: after.name });
    steps.push(step);
  });
  steps.push({ close: true });
  const allowed = (element.attributes.get('seamAllowance') ?? element.attributes.get('supplement') ?? '0') === '1';
  const data = element.children.find(({ name }) => name === 'data')?.attributes;
  const quantity = Number(data?.get('quantity') ?? 1);
  return {
    outline: steps,
    allowance: allowed ? context.formula(element.attributes.get('width') ?? '0') : 0,
    quantity: Number.isInteger(quantity) && quantity >= 1 && quantity <= 1000 ? quantity : 1,
  };
}
