/** A name of a wrong form is answered with its rule in words. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { InferMeasurementsRequestSchema } from '../../gen/selvage/body/v1/body_pb.js';
import { DraftSizeSchema } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { formInWords } from '../../src/services/name-forms.js';
import { violatedRules } from '../../src/services/validate.js';

test('the name of a size and of a population tell their letters', () => {
  const [size] = violatedRules(DraftSizeSchema, create(DraftSizeSchema, { name: 'M/L – groß' }));
  const words = '1 to 16 letters from A to Z, digits, dots, hyphens or underscores are accepted';
  assert.equal(size, { path: 'name', code: 'invalid_pattern', message: `name is "M/L – groß": ${words}` });
  const request = create(InferMeasurementsRequestSchema, { population: 'a/b' });
  const found = violatedRules(InferMeasurementsRequestSchema, request).find(({ path }) => path === 'population');
  assert.match(
    found!.message,
    /^population is "a\/b": 1 to 64 letters, digits, spaces, .*the first a letter or a digit$/,
  );
});

test('each form of the contract has words', () => {
  const files = readdirSync('proto', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.proto'));
  const forms = files.flatMap((file) =>
    [...readFileSync(join('proto', file), 'utf8').matchAll(/string\.pattern = (".*")/g)].map(([, form]): string =>
      JSON.parse(form!),
    ),
  );
  assert.ok(forms.length > 3);
  for (const form of forms) assert.ok(formInWords(form), form);
});

test.run();
