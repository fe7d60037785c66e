/** The marker of one garment on patterned cloth, as the service makes it of a draft. */
import { defaultSettings, type Fabric, type NestRequest } from '../../src/nesting/request.js';
import type { Draft } from '../../src/patterns/draft.js';
import { garmentMatches } from '../../src/services/nest/garment-matches.js';
import { garmentParts, withMatchPoints } from '../../src/services/nest/parts.js';

export interface MarkerCloth {
  readonly material: string;
  /** mm. */
  readonly width: number;
  /** mm along the cloth and across; null: none. */
  readonly repeats: readonly [along: number | null, across: number | null];
}

/** On a roll along x; null where nothing is cut from the material. */
export function matchedMarker(draft: Draft, { material, width, repeats }: MarkerCloth): NestRequest | null {
  const pieces = draft.pieces
    .filter((piece) => piece.material === material)
    .map((piece) => ({ piece, order: 0, size: null, garments: 1, matches: draft.matches }));
  if (pieces.length === 0) return null;
  const [repeatX, repeatY] = repeats;
  const fabric: Fabric = { repeatX, repeatY, offsetX: 0, offsetY: 0, matchTolerance: 1 };
  const parts = garmentParts(pieces, 'left', 'none');
  const { points, match } = garmentMatches(parts, fabric, 'left', [{}]);
  const roll = [
    [0, 0],
    [20_000, 0],
    [20_000, width],
    [0, width],
  ] as const;
  return {
    ...defaultSettings,
    gravityDirection: 'left',
    allowedRotations: [0, 180],
    minDistance: 3,
    polygons: parts.map((part, i) => withMatchPoints(part, points[i]!)),
    bins: [{ boundary: { id: '', origin: null, points: roll }, holes: [], cellWidth: 0, cellHeight: 0 }],
    ...(match.length > 0 && { match }),
    fabric,
  };
}
