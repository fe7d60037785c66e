/** Texts assembled in bytes. */
import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ByteText, piece } from '../../gateway/json/byte-text.js';

const part = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab"{}:,'), maxLength: 40 }),
  fc.double({ noDefaultInfinity: true, noNaN: true }),
  fc.integer({ min: 0, max: 10_000 }).map((twentieth) => twentieth / 20),
);
const oneText = fc.record({
  parts: fc.array(part, { maxLength: 30 }),
  rest: fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer({ min: 0, max: 120_000 }).map((n) => 'ü'.repeat(n)),
  ),
});

test('every text holds its pieces, and keeps them while others are written', () => {
  fc.assert(
    fc.property(fc.array(oneText, { maxLength: 40 }), (texts) => {
      const writer = new ByteText(2048);
      const taken = texts.map(({ parts, rest }) => {
        for (const one of parts) {
          if (typeof one === 'number') writer.addNumber(one);
          else writer.add(piece(one));
        }
        return writer.take(rest);
      });
      const expected = texts.map(({ parts, rest }) => parts.map(String).join('') + rest);
      assert.equal(
        taken.map((bytes) => bytes.toString()),
        expected.map((text) => Buffer.from(text).toString()),
      );
    }),
    { numRuns: 60 },
  );
});

test.run();
