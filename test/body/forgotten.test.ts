/** The model keeps its arrays: no data of a person stays in them. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BodyModel, type BodyRequest, loadBodyModel } from '../../src/body/complete.js';
import { modelFolder, readArtifact } from '../../src/body/model/artifact.js';
import { Predictor } from '../../src/body/model/predictor.js';
import { takeClock } from '../manual-clock.js';

takeClock();
const { backend } = await loadBodyModel();
const predictor = Predictor.of(readArtifact(modelFolder));
const model = new BodyModel(predictor, backend);

const person = (height: number): BodyRequest => ({
  gender: 'female',
  unit: 'metric',
  measurements: { height, weight: 61.7, waistGirth: 71.3 },
});

test('the arrays of the model are empty after an answer, many or one, with success or an error', () => {
  const arrays = new Set<Float64Array>();
  const predict = predictor.predict.bind(predictor);
  let filled = 0;
  predictor.predict = (plans, values) => {
    const predictions = predict(plans, values);
    const { value, low, high, distance } = predictions;
    for (const array of [values, value, low, high, distance]) arrays.add(array);
    filled += value.filter((number) => number !== 0).length;
    return predictions;
  };
  const misfits = predictor.misfits.bind(predictor);
  for (const fails of [false, true]) {
    predictor.misfits = (...asked) => {
      if (fails) throw new Error('not today');
      return misfits(...asked);
    };
    for (const people of [1, 70, 3]) {
      const requests = Array.from({ length: people }, (_, i) => person(150.1 + i / 2));
      if (fails) assert.throws(() => model.completeMany(requests), 'not today');
      else assert.is(model.completeMany(requests).length, people);
      for (const array of arrays) assert.ok(array.every((number) => number === 0));
    }
  }
  assert.ok(filled > 69 * 70 && arrays.size >= 5);
});

test.run();
