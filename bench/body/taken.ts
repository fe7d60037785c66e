/**
 * Measurements that were taken in another way. Fits the numbers of `src/body/taken.ts` to half of the soldiers of 1988. Then it
 * counts how often the intervals of the model hold the truth of the other half. `as sent` reads the values as the fields' own.
 *
 *   node dist/bench/body/taken.js [--data FOLDER]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BodyRequest, type Gender, loadBodyModel, type Taken } from '../../src/body/complete.js';
import { parseCsv } from '../../src/body/csv.js';
import { bodyFields } from '../../src/body/fields.js';
import { conversions } from '../../src/body/taken.js';
import { hasSurveys } from '../../src/body/train/people.js';
import { markdownTable } from '../../src/body/train/report.js';

const { values } = parseArgs({ options: { data: { type: 'string', default: '../shared/body' } } });

type Row = ReadonlyMap<string, number>;

const ways: readonly { readonly field: string; readonly column: string; readonly taken: Taken }[] = [
  { field: 'waistGirth', column: 'x_waistOmphalionGirth', taken: { waistGirth: 'navel' } },
  { field: 'waistGirth', column: 'x_waistNaturalGirth', taken: { waistGirth: 'narrowest' } },
  { field: 'neckGirth', column: 'neckMidGirth', taken: { neckGirth: 'middle' } },
];
/** Fields that people of both surveys have, and that do not follow from the others by a formula. */
const asked = bodyFields.filter(({ origin, kind }) => origin === 'direct' && kind !== 'age').map(({ name }) => name);
const withThem = [[], ['height', 'weight'], ['height', 'weight', 'chestGirth', 'hipGirth']];

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

function readRows(folder: string): Record<Gender, Row[]> {
  const [header, ...rows] = parseCsv(readFileSync(join(folder, 'ansur1_train.csv'), 'utf8'));
  const sexAt = header!.cells.indexOf('sex');
  const of = (gender: Gender): Row[] =>
    rows
      .filter(({ cells }) => cells[sexAt] === gender)
      .map(({ cells }) => new Map(header!.cells.map((name, i) => [name, cells[i] ? Number(cells[i]) : Number.NaN])));
  return { female: of('female'), male: of('male') };
}

/** Least squares of ln sent on ln field. */
function fitted(rows: readonly Row[], field: string, column: string): { level: number; slope: number; spread: number } {
  const pairs = rows
    .map((row) => [Math.log(row.get(field)!), Math.log(row.get(column)!)] as const)
    .filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
  const [mx, my] = [mean(pairs.map(([x]) => x)), mean(pairs.map(([, y]) => y))];
  const slope = mean(pairs.map(([x, y]) => (x - mx) * (y - my))) / mean(pairs.map(([x]) => (x - mx) ** 2));
  const level = my - slope * mx;
  return { level, slope, spread: Math.sqrt(mean(pairs.map(([x, y]) => (y - level - slope * x) ** 2))) };
}

if (hasSurveys(values.data)) {
  const people = readRows(values.data);
  const model = await loadBodyModel();
  const fits: string[][] = [];
  const held: string[][] = [];
  for (const { field, column, taken } of ways) {
    const way = taken.waistGirth ?? taken.neckGirth!;
    for (const gender of ['female', 'male'] as const) {
      const half = (odd: number): Row[] => people[gender].filter((_, i) => i % 2 === odd);
      const used = way === 'navel' || way === 'narrowest' ? conversions[way][gender] : undefined;
      for (const [name, fit] of [
        ['half', fitted(half(0), field, column)],
        ['all', fitted(people[gender], field, column)],
        ['used', used],
      ] as const) {
        if (fit) fits.push([way, gender, name, fit.level.toFixed(4), fit.slope.toFixed(4), fit.spread.toFixed(4)]);
      }
      for (const others of withThem) {
        const errors = {
          own: [] as number[],
          plain: [] as number[],
          holds: [] as boolean[],
          restHolds: [] as boolean[],
          width: [] as number[],
        };
        for (const row of half(1)) {
          const truth = row.get(field)!;
          const measurements = Object.fromEntries([
            ...others.map((name) => [name, row.get(name)!] as const),
            [field, row.get(column)!] as const,
          ]);
          const request: BodyRequest = { gender, unit: 'metric', measurements };
          const { fields } = model.complete({ ...request, taken, population: 'us' });
          const own = fields[field]!;
          errors.own.push(Math.abs(own.value! - truth));
          errors.plain.push(Math.abs(row.get(column)! - truth));
          errors.holds.push(own.low! <= truth && truth <= own.high!);
          errors.width.push((own.high! - own.low!) / 2);
          for (const name of asked) {
            const entry = fields[name]!;
            const real = row.get(name)!;
            if (entry.source === 'input' || name === field || name === column || !Number.isFinite(real)) continue;
            errors.restHolds.push(entry.low! <= real && real <= entry.high!);
          }
        }
        const share = (all: readonly boolean[]): string => `${(100 * mean(all.map(Number))).toFixed(1)} %`;
        held.push([
          way,
          gender,
          others.join(', ') || 'alone',
          mean(errors.plain).toFixed(2),
          mean(errors.own).toFixed(2),
          mean(errors.width).toFixed(2),
          share(errors.holds),
          share(errors.restHolds),
        ]);
      }
    }
  }
  console.log(markdownTable(['way', 'gender', 'fit', 'level', 'slope', 'spread'], fits));
  console.log(`\nThe half that was not fitted; cm\n`);
  console.log(
    markdownTable(['way', 'gender', 'with', 'as sent', 'converted', 'half width', 'holds', 'other fields'], held),
  );
} else {
  console.log(`taken skipped: ${values.data} has no survey files`);
}
