/**
 * How well the intervals hold for a population that was left out of the fit, by field and number of known fields; and how
 * much wider the intervals of `unspecified` are than those of `us`. The widenings are once those that are shipped, which
 * all groups were used for, and once fitted without the group that is judged.
 *
 *   node dist/bench/body/populations.js [--data FOLDER]
 */
import { parseArgs } from 'node:util';
import { bodyFields } from '../../src/body/fields.js';
import { readArtifact } from '../../src/body/model/artifact.js';
import { N } from '../../src/body/model/conditional.js';
import { wideningBinOf } from '../../src/body/model/populations.js';
import { Predictor, wideningTensor } from '../../src/body/model/predictor.js';
import { useTrainingBackend } from '../../src/body/model/tensorflow.js';
import { type StrangerError, strangerErrors } from '../../src/body/train/leave-group-out.js';
import { hasSurveys, readSurveys } from '../../src/body/train/people.js';
import { markdownTable } from '../../src/body/train/report.js';
import { widenings } from '../../src/body/train/widen.js';

const { values } = parseArgs({ options: { data: { type: 'string', default: '../shared/body' } } });
const counts = [2, 4, 7, 20];
const fewestAnswers = 50;

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** Mean over the groups and genders of the share of truths inside, per cent, of intervals that `widening` stretches. */
function coverage(errors: readonly StrangerError[], widening: (error: StrangerError) => number): number {
  const draws = [...new Set(errors.map(({ draw }) => draw))].map((draw) => errors.filter((one) => one.draw === draw));
  const counted = draws.filter(({ length }) => length >= fewestAnswers);
  return mean(counted.map((own) => mean(own.map((error) => (error.ratio <= widening(error) ? 100 : 0)))));
}

if (hasSurveys(values.data)) {
  await useTrainingBackend();
  const artifact = readArtifact();
  const errors = strangerErrors(readSurveys(values.data), Predictor.of(artifact));
  const shipped = artifact.tensors.get(wideningTensor)!.values;
  const groups = [...new Set(errors.map(({ group }) => group))];
  const without = new Map(groups.map((group) => [group, widenings(errors.filter((one) => one.group !== group))]));
  const at = ({ known, field }: StrangerError): number => wideningBinOf(known) * N + field;
  const cellsOf = (field: number, count: number): number[] => {
    const own = errors.filter((error) => error.field === field && error.known === count);
    return [
      coverage(own, () => 1),
      coverage(own, (error) => shipped[at(error)]!),
      coverage(own, (error) => without.get(error.group)![at(error)]!),
      100 * (shipped[wideningBinOf(count) * N + field]! - 1),
    ];
  };
  const header = ['us', 'unspecified', 'fitted without', 'wider'];
  for (const count of counts) {
    const rows = bodyFields
      .map(({ name }, field) => ({ name, cells: cellsOf(field, count) }))
      .filter(({ cells }) => !Number.isNaN(cells[0]));
    const all = header.map((_, column) => mean(rows.map(({ cells }) => cells[column]!)));
    console.log(
      `\n${count} known: truths in the interval of people of a group never seen, and the widening, per cent\n`,
    );
    const shown = [...rows, { name: `mean of ${rows.length}`, cells: all }];
    console.log(
      markdownTable(
        ['field', ...header],
        shown.map(({ name, cells }) => [name, ...cells.map((cell) => cell.toFixed(0))]),
      ),
    );
  }
} else {
  console.log(`populations skipped: ${values.data} has no survey files`);
}
