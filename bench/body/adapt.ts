/**
 * How much of the way to a model of their own a few people of a population bring the model. Each group of the surveys is left out
 * in turn, and the model without it is adapted to some of its people. `closed` is the share of the gap between that model
 * and one fitted to all other people of the group. All are judged on further people of the group. `holds` is the share of truths
 * in the intervals after adapting.
 *
 *   node dist/bench/body/adapt.js [--data FOLDER] [--people 50]
 */
import { parseArgs } from 'node:util';
import { adaptTo } from '../../src/body/adapting/adapt.js';
import type { BodyRequest, Gender } from '../../src/body/complete.js';
import { bodyFields } from '../../src/body/fields.js';
import type { AdaptedPopulation } from '../../src/body/model/adapted-population.js';
import { readArtifact } from '../../src/body/model/artifact.js';
import { fitGaussian } from '../../src/body/model/expectation.js';
import { type AnyPopulation, Predictor } from '../../src/body/model/predictor.js';
import { useTrainingBackend } from '../../src/body/model/tensorflow.js';
import { type Answer, ask } from '../../src/body/train/ask.js';
import { gaussianPredictor } from '../../src/body/train/fit.js';
import { fitGaussians, type Gaussians } from '../../src/body/train/gaussian.js';
import { hasSurveys, type Person, readSurveys } from '../../src/body/train/people.js';
import { type Question, questionOf, randomFields } from '../../src/body/train/questions.js';
import { markdownTable } from '../../src/body/train/report.js';
import { Random } from '../../src/random.js';

const { values } = parseArgs({
  options: { data: { type: 'string', default: '../shared/body' }, people: { type: 'string', default: '50' } },
});
const count = Number(values.people);
const judgedPeople = 400;
/** A field counts where so many people of the other groups have it. */
const fewestOthers = 100;
/** For the group's own model the others count as so many people: it needs their relations of unmeasured fields alone. */
const priorOfOwn = 5;
const genders: readonly Gender[] = ['female', 'male'];

const ofSoldiers = [...[2, 4, 7, 20].map(randomFields), questionOf('soldiers', ['height', 'weight'])];
const ofCivilians = [
  ['height', 'weight'],
  ['height', 'weight', 'age'],
  ['height', 'weight', 'waistGirth'],
].map((fields) => questionOf('civilians', fields));

const bothOf = <T>(make: (gender: Gender) => T): Record<Gender, T> => ({ female: make('female'), male: make('male') });
const halfOf = ({ low, high }: Answer): number => Math.log(high / low) / 2;
const mean = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

const requestOf = ({ gender, logs }: Person): BodyRequest => ({
  gender,
  unit: 'metric',
  measurements: Object.fromEntries(
    bodyFields.flatMap(({ name, origin }, u) =>
      Number.isNaN(logs[u]!) || origin === 'synthetic' ? [] : [[name, Math.exp(logs[u]!)]],
    ),
  ),
});

/** Answers for all judged people, in an order that depends on the question alone. */
function answers(
  predictor: Predictor,
  people: readonly Person[],
  question: Question,
  population?: AnyPopulation,
): Answer[] {
  const all: Answer[] = [];
  ask(predictor, people, question, new Random(1), (answer) => all.push(answer), population);
  return all;
}

async function judge(group: string, people: readonly Person[], shipped: Predictor): Promise<string[][]> {
  const others = people.filter((person) => person.group !== group);
  const measured = bodyFields.map(
    ({ origin, kind }, u) =>
      origin !== 'synthetic' &&
      kind !== 'age' &&
      others.filter(({ logs }) => !Number.isNaN(logs[u]!)).length >= fewestOthers,
  );
  const members = bothOf((gender) =>
    new Random(3).shuffle(people.filter((one) => one.group === group && one.gender === gender)),
  );
  const judged = genders.flatMap((gender) => members[gender].slice(0, judgedPeople));
  const rest = bothOf((gender) => members[gender].slice(judgedPeople));
  const gaussians = fitGaussians(others);
  const own: Gaussians = bothOf((gender) =>
    fitGaussian(
      rest[gender].map(({ logs }) => ({ logs, weight: 1 })),
      { prior: { gaussian: gaussians[gender], people: priorOfOwn } },
    ),
  );
  const some = genders.flatMap((gender) => rest[gender].slice(0, count).map(requestOf));
  const adapted: AdaptedPopulation = { id: group, ...(await adaptTo(some, { gaussians })) };
  const [without, its] = [gaussianPredictor(gaussians), gaussianPredictor(own)];
  const rows = (judged[0]!.civilian ? ofCivilians : ofSoldiers).map((question) => {
    const [left, fitted, moved, us] = [
      answers(without, judged, question),
      answers(its, judged, question),
      answers(without, judged, question, adapted),
      answers(shipped, judged, question),
    ];
    const counted = left.flatMap(({ field }, i) => (measured[field] ? [i] : []));
    const error = (all: readonly Answer[]): number =>
      mean(counted.map((i) => 100 * Math.abs(Math.log(all[i]!.truth / all[i]!.value))));
    const holds = mean(
      counted.map((i) => {
        // the widths that ship, as much wider as adapting makes those of the model without the group
        const half = (halfOf(us[i]!) * halfOf(moved[i]!)) / halfOf(left[i]!);
        return Math.abs(Math.log(moved[i]!.truth / moved[i]!.value)) <= half ? 100 : 0;
      }),
    );
    const [before, best, after] = [error(left), error(fitted), error(moved)];
    const closed =
      before - best < 0.03 * before ? 'no gap' : `${((100 * (before - after)) / (before - best)).toFixed(0)} %`;
    return [
      group,
      question.name,
      before.toFixed(2),
      after.toFixed(2),
      best.toFixed(2),
      closed,
      `${holds.toFixed(0)} %`,
    ];
  });
  without.dispose();
  its.dispose();
  return rows;
}

if (hasSurveys(values.data)) {
  await useTrainingBackend();
  const people = readSurveys(values.data);
  const shipped = Predictor.of(readArtifact());
  const rows: string[][] = [];
  for (const group of new Set(people.map((person) => person.group)))
    rows.push(...(await judge(group, people, shipped)));
  console.log(
    `Adapted to ${count} women and ${count} men of a group that was left out; mean absolute error, per cent\n`,
  );
  console.log(markdownTable(['group', 'known', 'without', 'adapted', 'own model', 'closed', 'holds'], rows));
  const closed = rows.map((row) => Number.parseFloat(row[5]!)).filter(Number.isFinite);
  console.log(`\nmean of ${closed.length} rows with a gap: ${mean(closed).toFixed(0)} % closed`);
} else {
  console.log(`adapt skipped: ${values.data} has no survey files`);
}
