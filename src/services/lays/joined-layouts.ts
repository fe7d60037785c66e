/** Layouts of several markers, one behind the other, as the layout of one marker with the garments of all. */
import type { GivenPlacement, Placement, Polygon } from '../../nesting/request.js';
import type { OrderedGarment } from './marker-parts.js';

export interface LaidBlock {
  /** By garment. */
  readonly counts: readonly number[];
  /** Span along the cloth. */
  readonly length: number;
  readonly placements: readonly Placement[];
}

/** Beyond the distance of parts: the places are rounded. */
const rounding = 1e-3;

/**
 * @param polygons the parts of the marker
 * @param distance between the blocks
 * @param step each block begins at a multiple of it, so that its parts keep to the pattern of the cloth; null: anywhere
 */
export function joinedLayouts(
  garments: readonly OrderedGarment[],
  polygons: readonly Polygon[],
  blocks: readonly LaidBlock[],
  distance: number,
  step: number | null,
): GivenPlacement[] {
  const indices = new Map(polygons.map(({ id }, index) => [id, index]));
  /** Copies in the blocks before, by garment. */
  const before = garments.map(() => 0);
  let along = 0;
  return blocks.flatMap(({ counts, length, placements }) => {
    const shift = along;
    const renamed = new Map(
      counts.flatMap((count, g) =>
        count === 0
          ? []
          : garments[g]!.shapes.flatMap(({ name, quantity }) =>
              Array.from({ length: count * quantity }, (_, copy): [string, string] => [
                `${name}-${copy + 1}`,
                `${name}-${copy + 1 + before[g]! * quantity}`,
              ]),
            ),
      ),
    );
    const moved = placements.map(({ id, bin, position: [x, y], rotation, mirrored }): GivenPlacement => {
      const index = indices.get(renamed.get(id)!)!;
      return { index, bin, position: [x + shift, y], rotation, ...(mirrored && { mirrored }) };
    });
    for (const [g, count] of counts.entries()) before[g]! += count;
    along += length + distance + rounding;
    if (step !== null) along = Math.ceil(along / step) * step;
    return moved;
  });
}
