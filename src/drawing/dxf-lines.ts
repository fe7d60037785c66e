/** All lines of a DXF drawing in millimetres, y down, by their layers; inserted blocks are drawn in their places. */

import { type Affine, nested, placed, shift, stretch, turned } from '../geometry/affine.js';
import type { Point } from '../geometry/point.js';
import type { DxfEntity, DxfInsert } from './dxf-entity.js';
import { DxfError } from './dxf-groups.js';
import type { DxfBlock, DxfDocument } from './dxf-reader.js';
import { LeftOut } from './left-out.js';

export interface DxfLine {
  readonly layer: string;
  readonly points: readonly Point[];
  readonly closed: boolean;
}

export interface DxfLines {
  readonly lines: readonly DxfLine[];
  readonly leftOut: LeftOut;
  /** Splines given by fit points alone. */
  readonly guessed: number;
}

/** Flattened curves stray from the true ones by at most this, mm. */
export const toleranceMm = 0.05;
const maxInsertDepth = 16;
const maxDrawn = 500_000;

/** @param unitMm mm in one unit of the drawing */
export function dxfLines(document: DxfDocument, unitMm: number): DxfLines {
  const lines: DxfLine[] = [];
  const leftOut = new LeftOut();
  let guessed = 0;
  let drawn = 0;

  function draw(entities: readonly DxfEntity[], map: Affine, around: readonly DxfInsert[]): void {
    for (const entity of entities) {
      count();
      // an entity on layer 0 of a block takes the layer of the block
      const layer = entity.layer === '0' ? (around.at(-1)?.layer ?? '0') : entity.layer;
      if (entity.hidden !== null) leftOut.add(`${entity.type} ${entity.hidden}`);
      else if (entity.kind === 'insert') drawBlock({ ...entity, layer }, map, around);
      else if (entity.kind !== 'line') leftOut.add(entity.type);
      else {
        const points = entity.points(toleranceMm / (stretch(map) || 1)).map((point) => placed(map, point));
        lines.push({ layer, points, closed: entity.closed });
        if (entity.guessed) guessed += 1;
      }
    }
  }

  function drawBlock(insert: DxfInsert, map: Affine, around: readonly DxfInsert[]): void {
    const name = insert.block.toUpperCase();
    const block = document.blocks.get(name);
    if (!block) leftOut.add('INSERT of a missing block');
    else if (block.external) leftOut.add('INSERT of another file');
    else if (around.some((outer) => outer.block.toUpperCase() === name)) leftOut.add('INSERT of a block around it');
    else if (around.length === maxInsertDepth) leftOut.add(`INSERT in more than ${maxInsertDepth} others`);
    else {
      for (const place of places(insert, block)) {
        count();
        draw(block.entities, nested(map, place), [...around, insert]);
      }
    }
  }

  function count(): void {
    if (++drawn > maxDrawn) throw new DxfError(`the drawing shows more than ${maxDrawn} entities`, 1);
  }

  draw(document.entities, [unitMm, 0, 0, -unitMm, 0, 0], []);
  return { lines, leftOut, guessed };
}

/** The places of a block's copies: the grid rotates with it, but does not scale. */
function* places(insert: DxfInsert, { base }: DxfBlock): Generator<Affine> {
  const { at, scale, rotation, mirrored, spacing } = insert;
  const facing: Affine = [mirrored ? -1 : 1, 0, 0, 1, 0, 0];
  // copies without a distance between them count as one
  const columns = spacing[0] === 0 ? 1 : insert.columns;
  const rows = spacing[1] === 0 ? 1 : insert.rows;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      yield nested(
        facing,
        shift(...at),
        turned(rotation),
        shift(column * spacing[0], row * spacing[1]),
        [scale[0], 0, 0, scale[1], 0, 0],
        shift(-base[0], -base[1]),
      );
    }
  }
}
