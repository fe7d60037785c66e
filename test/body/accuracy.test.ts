/** The shipped weights beside a Gaussian on people of the surveys. In sample: the bench gives held-out figures. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldIndex } from '../../src/body/fields.js';
import { readArtifact } from '../../src/body/model/artifact.js';
import { Predictor } from '../../src/body/model/predictor.js';
import { useTrainingBackend } from '../../src/body/model/tensorflow.js';
import { referencePredictor } from '../../src/body/train/fit.js';
import { hasSurveys, readSurveys } from '../../src/body/train/people.js';
import { surveyQuestions } from '../../src/body/train/questions.js';
import { Scores } from '../../src/body/train/score.js';

const folder = '../shared/body';

if (!hasSurveys(folder)) {
  console.log(`accuracy skipped: ${folder} has no survey files`);
  test('without survey files accuracy is skipped', () => {
    assert.not(hasSurveys(folder));
  });
} else {
  await useTrainingBackend();
  const artifact = readArtifact();
  const people = readSurveys(folder);
  const some = people.filter((_, i) => i % 5 === 0);
  const model = new Scores();
  model.add(Predictor.of(artifact), some, 1);

  test('for every question the errors are at most those of a conditional Gaussian', () => {
    const soldiers = referencePredictor(people);
    const reference = new Scores();
    reference.add(soldiers, some, 1);
    for (const question of surveyQuestions) {
      const ratio = model.error(question) / reference.error(question);
      assert.ok(ratio <= 1, `${question.name}: ${ratio}`);
    }
  });

  test('civilians’ waists are right at every age and BMI', () => {
    for (const gender of ['female', 'male']) {
      const name = `civilians | ${gender} | ${fieldIndex('waistGirth')}`;
      for (const band of ['age 18-40', 'age 40-60', 'age 60+']) {
        assert.ok(Math.abs(model.tallies.get(`${name} | ${band}`).bias) < 1, `${gender} ${band}`);
      }
      for (const band of ['BMI < 25', 'BMI 25-30', 'BMI 30-35', 'BMI 35+']) {
        assert.ok(Math.abs(model.tallies.get(`${name} | ${band}`).bias) < 2, `${gender} ${band}`);
      }
    }
  });

  test('nine truths in ten lie in the interval', () => {
    for (const { name } of surveyQuestions) {
      const { coverage } = model.tallies.get(name);
      assert.ok(coverage > 0.88 && coverage < 0.93, `${name}: ${coverage}`);
    }
  });
}

test.run();
