/** The file of an adapted population: it reads back, and a damaged one names its wrong field. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { adaptedText, loadBodyModel, readAdapted } from '../../src/body/complete.js';

const model = await loadBodyModel();
const people = Array.from({ length: 14 }, (_, i) => ({
  gender: 'female' as const,
  unit: 'metric' as const,
  measurements: { height: 158 + i, weight: 52 + (i % 5) },
}));
const text = adaptedText(await model.adapt(people));

test('a population reads back', () => {
  const { genders } = readAdapted(text, 'p');
  assert.equal(Object.keys(genders), ['female']);
  assert.is(genders.female!.people, 14);
});

test('a damaged file names the wrong field', () => {
  const female = JSON.parse(text).genders.female;
  const said = (change: object): string => {
    try {
      readAdapted(JSON.stringify({ ...JSON.parse(text), ...change }), 'p');
    } catch (error) {
      assert.instance(error, RangeError);
      return (error as RangeError).message;
    }
    return 'read';
  };
  const ofFemale = (change: object): string => said({ genders: { female: { ...female, ...change } } });
  assert.is(said({ format: 'other' }), 'it is not of the format selvage-population/1');
  assert.is(said({ genders: null }), 'genders must be an object');
  assert.is(said({ genders: {} }), 'genders must have female or male');
  assert.is(said({ genders: { female: null } }), 'genders.female must be an object');
  assert.is(said({ genders: { male: {} } }), 'genders.male.people must be a whole number, 0 or more');
  assert.is(ofFemale({ measured: undefined }), 'genders.female.measured must be an object');
  assert.is(
    ofFemale({ measured: { height: 'x' } }),
    'genders.female.measured.height must be a whole number, 0 or more',
  );
  assert.is(ofFemale({ mean: 7 }), 'genders.female.mean must be a text');
  assert.is(ofFemale({ mean: 'AAAA' }), 'genders.female.mean has 0.75 numbers where 69 belong');
  const zeros = Buffer.alloc(4 * 69).toString('base64');
  assert.is(ofFemale({ sd: zeros }), 'genders.female.sd has numbers that are not above 0');
});

test.run();
