/** The places where an apparel DXF shows its blocks. A piece is read from its block, so they tell only whether it is shown. */
import type { DxfInsert } from '../../drawing/dxf-entity.js';
import type { DxfDocument } from '../../drawing/dxf-reader.js';

/** The inserts outside of blocks, by the names of their blocks in capitals. */
export function insertsOf({ entities }: DxfDocument): ReadonlyMap<string, readonly DxfInsert[]> {
  const inserts = new Map<string, DxfInsert[]>();
  for (const entity of entities) {
    if (entity.kind !== 'insert') continue;
    const block = entity.block.toUpperCase();
    const known = inserts.get(block);
    if (known) known.push(entity);
    else inserts.set(block, [entity]);
  }
  return inserts;
}

/** Some programs insert no block at all, so a block without inserts counts as shown. */
export const isShown = (inserts: readonly DxfInsert[] = []): boolean =>
  inserts.length === 0 || inserts.some(({ hidden }) => hidden === null);

/** How the shown inserts change a block beyond moving and turning it: `2 times and mirrored`; null if they do not. */
export function placedOtherwise(inserts: readonly DxfInsert[]): string | null {
  const shown = inserts.filter(({ hidden }) => hidden === null);
  const times = shown.reduce((sum, { columns, rows }) => sum + columns * rows, 0);
  const isScaled = shown.some(({ scale }) => scale.some((factor) => Math.abs(Math.abs(factor) - 1) > 1e-6));
  const isMirrored = shown.some(({ scale, mirrored }) => scale[0] * scale[1] < 0 !== mirrored);
  const words = [times > 1 && `${times} times`, isScaled && 'scaled', isMirrored && 'mirrored'].filter(Boolean);
  return words.length === 0 ? null : words.join(' and ');
}
