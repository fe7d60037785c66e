/** Fits the body model from a folder of surveys: `node dist/src/body/train/main.js --data FOLDER [--out FOLDER]`. */
import { parseArgs } from 'node:util';
import { MODEL_FOLDER, writeArtifact } from '../model/artifact.js';
import { fitGaussians, gaussianTensors } from './gaussian.js';
import { readSurveys } from './people.js';

const { values } = parseArgs({
  options: { data: { type: 'string', default: '../shared/body' }, out: { type: 'string', default: MODEL_FOLDER } },
});
const people = readSurveys(values.data);
const counts: Record<string, number> = {};
for (const { source } of people) counts[source] = (counts[source] ?? 0) + 1;
writeArtifact(values.out, {
  provenance: { seed: 1, people: counts },
  tensors: new Map(gaussianTensors(fitGaussians(people))),
});
