/**
 * Whether the outlines of a draft are like those of the design's trials. The trials drafted every design at its default
 * options for measured people of ordinary build (`write-tested-outlines.ts`).
 */
import type { Loop } from '../region.js';
import type { Gender } from './measurement-map.js';
import { type OutlineMeasures, outlineMeasures } from './outline-measures.js';
import tested from './tested-outlines.json' with { type: 'json' };

/** Least and greatest on all people, for each measure of a part's outline. */
export type TestedOutline = Readonly<Record<keyof OutlineMeasures, readonly [least: number, greatest: number]>>;

/** Design -> gender -> id of a part -> range. */
type TestedOutlines = Readonly<Record<string, Readonly<Record<Gender, Readonly<Record<string, TestedOutline>>>>>>;

/** Outlines may leave the range by this share of it: other people do not all fit within. */
const margin = 0.25;

/** A range counts as at least this wide: a share of its greatest value, and degrees. */
const [leastWidth, leastAngle] = [0.1, 10];

const units: Readonly<Record<keyof OutlineMeasures, readonly [what: string, unit: string]>> = {
  width: ['is', 'mm wide'],
  height: ['is', 'mm high'],
  area: ['has', 'cm²'],
  corner: ['has a corner of', 'degrees'],
};

export interface Untested {
  readonly id: string;
  /** Ids of all parts that leave the range. */
  readonly ids: readonly string[];
  /** `is 412 mm wide (196 to 351 on the people that the design was tried on)`. */
  readonly words: string;
}

/**
 * The part that leaves the range by most; null where none does.
 *
 * @param genders of the people to compare with; without a gender, either will do
 * @param rings outlines of the parts, as drawn for a half, by id
 */
export function untestedOutline(
  design: string,
  genders: readonly Gender[],
  rings: ReadonlyMap<string, Loop>,
): Untested | null {
  const found = genders.map((gender) => {
    const ranges = (tested.designs as unknown as TestedOutlines)[design]?.[gender] ?? {};
    return leaving(ranges, rings);
  });
  if (found.some((leaves) => leaves.length === 0)) return null;
  const [worst, ...others] = found.reduce((a, b) => (a[0]!.excess <= b[0]!.excess ? a : b));
  const { id, measure, value, range } = worst!;
  const [what, unit] = units[measure];
  const [least, greatest] = range.map(Math.round);
  const words = `${what} ${Math.round(value)} ${unit} (${least} to ${greatest} on the people that the design was tried on)`;
  return { id, ids: [...new Set([worst!, ...others].map((leaves) => leaves.id))], words };
}

interface Leaving {
  readonly id: string;
  readonly measure: keyof OutlineMeasures;
  readonly value: number;
  readonly range: readonly [number, number];
  /** Excess over the range, in its widths. */
  readonly excess: number;
}

/** The measures that leave their range, the worst first. */
function leaving(ranges: Readonly<Record<string, TestedOutline>>, rings: ReadonlyMap<string, Loop>): Leaving[] {
  return [...rings]
    .flatMap(([id, ring]) => {
      const range = ranges[id];
      if (!range || ring.length === 0) return [];
      return Object.entries(outlineMeasures(ring)).map(([name, value]): Leaving => {
        const measure = name as keyof OutlineMeasures;
        const [least, greatest] = range[measure];
        const width = Math.max(greatest - least, measure === 'corner' ? leastAngle : leastWidth * greatest);
        const beyond = measure === 'corner' ? least - value : Math.max(least - value, value - greatest);
        return { id, measure, value, range: range[measure], excess: beyond / width };
      });
    })
    .filter(({ excess }) => excess > margin)
    .sort((a, b) => b.excess - a.excess);
}
