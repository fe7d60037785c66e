/**
 * Fourteen orders: twelve over the designs and size tables of the library, and two public cases. The numbers of garments of
 * the sizes follow a bell, as orders do, with a little noise of a fixed seed.
 *
 * Public cases: "Optimize cloth usage" (puzzling.stackexchange.com, question 26416): five markers of 10.5, 11, 5.2, 6.1 and
 * 2 m with 100, 80, 20, 20 and 6 plies from 26 rolls. Here each of them is a garment that fills the width. And an order of
 * 10,000 pieces in markers of four, laid in 100 plies, as textbooks of the cutting room have it: 25 lays.
 */

import { libraryVersions } from '../../src/patterns/library/library.js';
import { librarySizeTables } from '../../src/patterns/size-tables/library.js';
import { Random } from '../../src/random.js';

export interface BenchOrder {
  readonly name: string;
  /** A request of POST /api/v1/lays. */
  readonly request: { readonly lines: readonly Record<string, unknown>[] } & Record<string, unknown>;
}

interface Wish {
  readonly design: string;
  readonly table: string;
  readonly sizes: readonly string[];
  readonly colours: number;
  readonly garments: number;
  readonly width: number;
  /** Rolls of each colour; absent: as much cloth as the order needs. */
  readonly rolls?: { readonly count: number; readonly length: number };
  readonly tolerance?: number;
  readonly onTable: { readonly length: number; readonly plies: number };
}

const colours = ['navy', 'sand', 'red', 'olive', 'black'];
const costs = { marker: 12, lay: 15, ply: 0.25, cutting: 0.08 };

const long = { length: 9000, plies: 60 };
const short = { length: 5000, plies: 40 };
const high = { length: 12_000, plies: 100 };

const wishes: readonly Wish[] = [
  {
    design: 'A-line skirt',
    table: 'EN 13402-3 women',
    sizes: ['36', '38', '40', '42'],
    colours: 1,
    garments: 200,
    width: 1500,
    onTable: short,
  },
  {
    design: 'Pencil skirt',
    table: 'EN 13402-3 women',
    sizes: ['34', '36', '38', '40', '42', '44'],
    colours: 2,
    garments: 600,
    width: 1400,
    onTable: long,
  },
  {
    design: 'Simon shirt',
    table: 'EN 13402-3 men',
    sizes: ['46', '48', '50', '52', '54'],
    colours: 1,
    garments: 400,
    width: 1500,
    onTable: long,
  },
  {
    design: 'Simon shirt',
    table: 'EN 13402-3 men',
    sizes: ['44', '46', '48', '50', '52', '54', '56', '58'],
    colours: 3,
    garments: 3000,
    width: 1500,
    tolerance: 0.03,
    onTable: high,
  },
  {
    design: 'Trousers block',
    table: 'EN 13402-3 men',
    sizes: ['46', '48', '50', '52', '54', '56'],
    colours: 2,
    garments: 1200,
    width: 1500,
    rolls: { count: 20, length: 80_000 },
    onTable: long,
  },
  {
    design: 'Bodice block',
    table: 'EN 13402-3 women',
    sizes: ['34', '36', '38', '40', '42', '44', '46', '48'],
    colours: 1,
    garments: 800,
    width: 1200,
    onTable: short,
  },
  {
    design: 'Teagan T-shirt',
    table: 'FreeSewing women',
    sizes: ['28', '30', '32', '34', '36', '38'],
    colours: 5,
    garments: 5000,
    width: 1600,
    tolerance: 0.02,
    onTable: high,
  },
  {
    design: 'Penelope pencil skirt',
    table: 'FreeSewing women',
    sizes: ['30', '32', '34', '36'],
    colours: 1,
    garments: 300,
    width: 1400,
    rolls: { count: 6, length: 60_000 },
    onTable: short,
  },
  {
    design: 'A-line skirt',
    table: 'ASTM D5585 misses, straight',
    sizes: ['00', '0', '2', '4', '6', '8', '10', '12', '14', '16', '18', '20'],
    colours: 2,
    garments: 2400,
    width: 1500,
    tolerance: 0.02,
    onTable: high,
  },
  {
    design: 'Titan trouser block',
    table: 'FreeSewing men',
    sizes: ['34', '36', '38', '40', '42', '44'],
    colours: 1,
    garments: 900,
    width: 1450,
    rolls: { count: 40, length: 45_000 },
    onTable: long,
  },
  {
    design: 'Pencil skirt',
    table: 'EN 13402-3 women',
    sizes: ['32', '34', '36', '38', '40', '42', '44', '46', '48', '50'],
    colours: 4,
    garments: 20_000,
    width: 1500,
    tolerance: 0.01,
    onTable: high,
  },
  {
    design: 'Tamiko top',
    table: 'FreeSewing women',
    sizes: ['28', '30', '32', '34'],
    colours: 2,
    garments: 350,
    width: 1400,
    tolerance: 0.02,
    onTable: short,
  },
];

function orderOf(wish: Wish, seed: number): BenchOrder {
  const random = new Random(seed);
  const { patternId } = libraryVersions().findLast(({ name }) => name === wish.design)!;
  const { tableId } = librarySizeTables.find(({ name }) => name === wish.table)!;
  const middle = (wish.sizes.length - 1) / 2;
  const bell = wish.sizes.map(
    (_, i) => Math.exp(-(((i - middle) / (0.35 * wish.sizes.length)) ** 2)) * (0.85 + 0.3 * random.next()),
  );
  const all = bell.reduce((sum, share) => sum + share, 0);
  const names = colours.slice(0, wish.colours);
  const shares = names.map(() => 0.6 + random.next());
  const ofColours = shares.reduce((sum, share) => sum + share, 0);
  const lines = names.flatMap((colour, c) =>
    wish.sizes.map((size, i) => {
      const quantity = Math.max(1, Math.round((wish.garments * bell[i]! * shares[c]!) / all / ofColours));
      const over = Math.floor(quantity * (wish.tolerance ?? 0));
      return { patternId, table: tableId, size, colour, quantity, over };
    }),
  );
  const cloths = names.map((colour) => ({
    colour,
    width: wish.width,
    price: 6,
    endLoss: 30,
    ...(wish.rolls && {
      rolls: Array.from({ length: wish.rolls.count }, (_, r) => ({
        id: `${colour}-${r + 1}`,
        length: Math.round(wish.rolls!.length * (0.8 + 0.4 * random.next())),
        shade: 'ABC'[r % 3]!,
      })),
    }),
  }));
  const name = `${wish.design}, ${wish.garments} in ${wish.sizes.length} sizes and ${wish.colours} ${wish.colours === 1 ? 'colour' : 'colours'}`;
  return { name, request: { lines, cloths, material: 'fabric', table: wish.onTable, costs, minDistance: 3 } };
}

const filling = (length: number): readonly number[][] => [
  [0, 0],
  [length, 0],
  [length, 1500],
  [0, 1500],
];

const puzzle: BenchOrder = {
  name: 'puzzling 26416: five markers from 26 rolls',
  request: {
    lines: [
      [10_500, 100],
      [11_000, 80],
      [5200, 20],
      [6100, 20],
      [2000, 6],
    ].map(([length, quantity], i) => ({ name: `Marker${i + 1}`, quantity, parts: [{ points: filling(length!) }] })),
    cloths: [
      {
        width: 1500,
        price: 6,
        rolls: [
          [150, 2],
          [120, 4],
          [100, 12],
          [50, 5],
          [20, 3],
        ].flatMap(([length, count]) => Array.from({ length: count! }, () => ({ length: 1000 * length! }))),
      },
    ],
    table: { length: 12_000, plies: 100 },
    costs,
    minDistance: 0,
  },
};

const fourWay: BenchOrder = {
  name: '10,000 pieces, four in a marker, 100 plies',
  request: {
    lines: ['S', 'M', 'L', 'XL'].map((name, i) => ({
      name,
      quantity: 2500,
      parts: [
        {
          points: [
            [0, 0],
            [700 + 15 * i, 0],
            [640 + 15 * i, 420 + 12 * i],
            [60, 420 + 12 * i],
          ],
          quantity: 2,
        },
      ],
    })),
    cloths: [{ width: 950, price: 4, endLoss: 20 }],
    table: { length: 3300, plies: 100 },
    costs,
    minDistance: 3,
  },
};

export const benchOrders: readonly BenchOrder[] = [...wishes.map((wish, i) => orderOf(wish, i + 1)), puzzle, fourWay];
