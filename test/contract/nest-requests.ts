/** Parts of nest requests that together have every field, each with a value that is not its default. */
import { rectangle } from '../rectangle.js';

const sheet = {
  boundary: { id: 'sheet', origin: [1, 1], points: rectangle(3000, 3000) },
  holes: [{ id: 'flaw', origin: [1, 1], points: rectangle(10, 10, 2800, 2800) }],
  cellWidth: 3,
  cellHeight: 4,
  cost: 3,
  costPerLength: 2,
  zones: [{ boundary: { id: 'z', origin: [1, 1], points: rectangle(10, 10, 2700, 2700) }, quality: 3 }],
  quality: 2,
  open: false,
};
export const given = { id: 'a', position: [1500, 1500], rotation: 90, bin: 0, index: 0, mirrored: true };
export const search = {
  bins: [sheet, sheet],
  serverId: 'slow',
  instances: 2,
  minDistance: 2,
  curveTolerance: 0.5,
  matchingType: 'pattern',
  gravityDirection: 'right',
  xSteps: 3,
  ySteps: 3,
  allowedRotations: [90],
  optimization: { type: 'area', params: { paperWidth: 5, paperHeight: 5 } },
  populationSize: 5,
  mutationRate: 0.5,
  reportInterval: 500,
  maximumExecutionTime: 7,
  edgeDistance: 3,
  seed: 7,
  workLimit: 7,
  keepSeconds: 7,
  targetUtilisation: 0.7,
  rotationTolerance: 1,
  remnants: { leastWidth: 3, leastArea: 7 },
  fabric: { form: 'folded' },
};
export const polygon = {
  id: 'a',
  origin: [1, 1],
  points: rectangle(30, 20),
  holes: [{ id: 'o', origin: [1, 1], points: rectangle(5, 5, 5, 5) }],
  allowedRotations: [90],
  quantity: 3,
  mirror: true,
  priority: 4,
  spacing: 8,
  directionGroup: 'front',
  rotationTolerance: 2,
  quality: 2,
  zones: [{ boundary: { id: 'z', origin: [1, 1], points: rectangle(5, 5, 20, 10) }, quality: 3 }],
};
export const striped = {
  polygons: [0, 1].map((i) => ({
    id: `${i}`,
    points: rectangle(30, 20),
    quantity: 2,
    matchPoints: [{ name: 'a', at: [3, 4] }],
  })),
  bins: [{ boundary: { points: rectangle(3000, 3000) } }],
  fabric: { repeatX: 50, repeatY: 70, offsetX: 1, offsetY: 2, matchTolerance: 0.5 },
  match: [
    {
      name: 'side',
      points: [
        { index: 0, point: 'a' },
        { index: 1, point: 'a' },
      ],
      axis: 'both',
      phase: 3,
    },
  ],
};
/** Half a part: at a quarter turn its left side lies on the fold. */
export const half = {
  ...polygon,
  foldLine: [
    [0, 0],
    [0, 20],
  ],
  open: false,
};

export const square = {
  polygons: [{ points: rectangle(30, 20) }],
  bins: [{ boundary: { points: rectangle(90, 90) } }],
};
