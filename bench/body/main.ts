/**
 * Speed of the shipped model; then accuracy of a model fitted fold by fold, beside a conditional Gaussian on the same
 * folds.
 *
 *   node dist/bench/body/main.js [--data FOLDER] [--judged 5] [--steps 4500] [--speed-only]
 */
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { loadBodyModel } from '../../src/body/complete.js';
import { useTrainingBackend } from '../../src/body/model/tensorflow.js';
import { crossValidate } from '../../src/body/train/cross-validate.js';
import { hasSurveys, readSurveys } from '../../src/body/train/people.js';
import { accuracyTable, civilianTable, coverageTable } from '../../src/body/train/report.js';
import { httpRates } from './http.js';
import { batchRate, latency, person, unseenQuestions } from './speed.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/body' },
    judged: { type: 'string', default: '5' },
    steps: { type: 'string', default: '4500' },
    'speed-only': { type: 'boolean', default: false },
  },
});

const model = await loadBodyModel();
const { name, microseconds } = model.backend;
const timings = Object.entries(microseconds).map(([backend, time]) => `${backend} ${time.toFixed(0)} us`);
console.log(`TensorFlow.js on ${name}; one pass of the network: ${timings.join(', ')}`);
const show = (what: string, [p50, p99]: [number, number]): void =>
  console.log(`${what}: p50 ${p50.toFixed(0)} us, p99 ${p99.toFixed(0)} us`);
show(
  'height, weight',
  latency(model, (i) => person(i, 'height', 'weight'), 20_000),
);
const seven = ['height', 'chestGirth', 'waistGirth', 'hipGirth', 'neckGirth', 'armLength', 'crotchHeight'];
show(
  'seven sizes',
  latency(model, (i) => person(i, ...seven), 20_000),
);
const unseen = unseenQuestions(model, 2000);
show(
  'fields never requested before',
  latency(model, (i) => unseen[i]!, unseen.length),
);
console.log(`many at once: ${Math.round(batchRate(model, 20_000))} people a second`);
const { service, route, bare, bareAnswer, answerBytes } = await httpRates(12);
console.log(`POST /api/v1/bodydbl: ${Math.round(service.core)} requests a second of one core`);
for (const [what, echo] of [
  ['a route of the same gateway that echoes the request', route],
  ['a bare server that echoes the request', bare],
  [`a bare server that echoes the answer of ${answerBytes} bytes`, bareAnswer],
] as const) {
  const ratio = (unit: 'core' | 'clock'): string =>
    `${echo.ratio[unit].toFixed(2)} by ${unit} (${Math.round(service[unit])} / ${Math.round(echo.rate[unit])})`;
  console.log(`  to ${what}: ${ratio('core')}, ${ratio('clock')}`);
}

if (!values['speed-only']) {
  if (hasSurveys(values.data)) await accuracy();
  else console.log(`accuracy skipped: ${values.data} has no survey files`);
}

async function accuracy(): Promise<void> {
  await useTrainingBackend();
  const judged = Number(values.judged);
  const steps = Number(values.steps);
  const bar = new SingleBar({
    format: '{bar} {percentage} % | {eta_formatted} left',
    noTTYOutput: true,
    notTTYSchedule: 20_000,
  });
  bar.start(judged * steps, 0);
  const result = await crossValidate(readSurveys(values.data), {
    seed: 1,
    folds: 5,
    judged,
    steps,
    onProgress: (fold, step) => bar.update(fold * steps + step),
  });
  bar.update(judged * steps);
  bar.stop();
  console.log([accuracyTable(result), coverageTable(result), civilianTable(result)].join('\n\n'));
}
