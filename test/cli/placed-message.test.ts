/** Warnings of the program name their place once. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { placedMessage } from '../../src/cli/placed-message.js';

test('a message that begins with its place, or a wider one, gets the place once', () => {
  const told: [path: string, message: string, line: string][] = [
    ['seams[0]', 'the sides differ', 'seams[0]: the sides differ'],
    ['sizes[2].seams[0]', 'sizes[2]: the sides differ', 'sizes[2].seams[0]: the sides differ'],
    ['sizes[2].body.height', 'sizes[2].body.height: is odd', 'sizes[2].body.height: is odd'],
    ['sizes[2].body.height', 'sizes[2].body.height is 5 cm', 'sizes[2].body.height is 5 cm'],
    ['sizes[21]', 'sizes[2]: other', 'sizes[21]: sizes[2]: other'],
    ['pieces[0]', 'a mark lies outside: a notch', 'pieces[0]: a mark lies outside: a notch'],
  ];
  for (const [path, message, line] of told) assert.is(placedMessage({ path, message }), line);
});

test.run();
