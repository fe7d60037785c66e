/**
 * Fits the body model and writes it with its report.
 *
 *   node dist/src/body/train/main.js --data FOLDER                          the surveys
 *   node dist/src/body/train/main.js --data FOLDER --widen                  the intervals for unmeasured populations alone
 *   node dist/src/body/train/main.js --csv FILE --map MAP.json --out FOLDER  adapt the model to your own survey
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { Random } from '../../random.js';
import { modelFolder, readArtifact, writeArtifact } from '../model/artifact.js';
import { N } from '../model/conditional.js';
import { binCount } from '../model/intervals.js';
import { wideningBins } from '../model/populations.js';
import { heavyTensor, Predictor, wideningTensor } from '../model/predictor.js';
import { useTrainingBackend } from '../model/tensorflow.js';
import { adapt } from './adapt.js';
import { crossValidate } from './cross-validate.js';
import { fitBody, modelTensors, predictorOf, unitFactors } from './fit.js';
import { fitGaussians } from './gaussian.js';
import { heavyFactors } from './heavy.js';
import { strangerErrors } from './leave-group-out.js';
import { hasSurveys, type Person, readColumnMap, readPeople, readSurveys } from './people.js';
import { probeSurvey } from './probe.js';
import { accuracyTable, civilianTable, coverageTable, writeReport } from './report.js';
import { widenings } from './widen.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/body' },
    out: { type: 'string', default: modelFolder },
    seed: { type: 'string', default: '1' },
    folds: { type: 'string', default: '5' },
    steps: { type: 'string', default: '4500' },
    csv: { type: 'string' },
    map: { type: 'string' },
    prior: { type: 'string', default: '300' },
    widen: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const steps = Number(values.steps);

try {
  if (values.csv !== undefined) await retrain(values.csv);
  else if (values.widen) await widen();
  else await train();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function surveyPeople(): Person[] {
  if (hasSurveys(values.data)) return readSurveys(values.data);
  throw new Error(`${values.data} has no survey files (ansur1_train.csv and others); name their folder with --data`);
}

async function train(): Promise<void> {
  const people = surveyPeople();
  const folds = Number(values.folds);
  console.log(`${people.length} people, TensorFlow.js on ${await useTrainingBackend()}, seed ${seed}`);
  const bar = new SingleBar({
    format: '{bar} {percentage} % | {what} | {eta_formatted} left',
    noTTYOutput: true,
    notTTYSchedule: 20_000,
  });
  bar.start((folds + 1) * steps, 0, { what: 'fitting Gaussians' });
  const result = await crossValidate(people, {
    seed,
    steps,
    folds,
    onProgress: (fold, step) => bar.update(fold * steps + step, { what: `fold ${fold + 1} of ${folds}` }),
  });
  const fitted = await fitBody(people, {
    seed,
    steps,
    onProgress: (step) => bar.update(folds * steps + step, { what: 'everybody' }),
  });
  bar.update((folds + 1) * steps, { what: 'done' });
  bar.stop();
  const heavy = heavyFactors(people, predictorOf(fitted, result.factors));
  const widened = widenings(strangerErrors(people, predictorOf(fitted, result.factors, heavy)));
  writeArtifact(values.out, {
    provenance: { seed, people: countsOf(people) },
    tensors: modelTensors(fitted, result.factors, widened, heavy),
  });
  const probes = probeSurvey(people, fitGaussians(people, 0), new Random(seed));
  writeReport(values.out, result, fitted.network, probes);
  console.log(['', accuracyTable(result), coverageTable(result), civilianTable(result)].join('\n\n'));
  for (const { name, auc } of probes) console.log(`survey from ${name}: AUC ${auc.toFixed(3)}`);
  console.log(`\nwritten to ${values.out}`);
}

/** Fits the widths of heavy people and of populations again, and leaves everything else of the model in `--out` as it is. */
async function widen(): Promise<void> {
  const people = surveyPeople();
  await useTrainingBackend();
  const artifact = readArtifact(values.out);
  const tensors = new Map(artifact.tensors);
  const refit = (name: string, bins: number, fit: (predictor: Predictor) => Float32Array): void => {
    const predictor = Predictor.of({ ...artifact, tensors });
    tensors.set(name, { shape: [bins, N], values: fit(predictor) });
    predictor.dispose();
  };
  tensors.set(heavyTensor, { shape: [binCount, N], values: unitFactors });
  refit(heavyTensor, binCount, (predictor) => heavyFactors(people, predictor));
  refit(wideningTensor, wideningBins, (predictor) => widenings(strangerErrors(people, predictor)));
  writeArtifact(values.out, { ...artifact, tensors });
  console.log(`written to ${values.out}`);
}

async function retrain(csv: string): Promise<void> {
  if (values.map === undefined) throw new Error('--csv needs --map, a JSON file that says which column is which field');
  if (values.out === modelFolder) throw new Error('--csv needs --out, a folder for the adapted model');
  const map = readColumnMap(readFileSync(values.map, 'utf8'), values.map);
  const people = readPeople(readFileSync(csv, 'utf8'), map, csv, false);
  await useTrainingBackend();
  const { artifact, before, after } = adapt(readArtifact(), people, Number(values.prior), seed);
  writeArtifact(values.out, artifact);
  console.log(
    `${people.length} people; mean absolute error on those kept out: ${before.toFixed(2)} cm before, ${after.toFixed(2)} cm after`,
  );
  console.log(`written to ${values.out}`);
}

function countsOf(people: readonly Person[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { source } of people) counts[source] = (counts[source] ?? 0) + 1;
  return counts;
}
