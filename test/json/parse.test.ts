import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ParsedJson } from '../../src/json/json.js';
import { JsonParser, JsonSyntaxError, parseJson } from '../../src/json/parse.js';

/** The value that `JSON.parse` would give. */
function plain(json: ParsedJson): unknown {
  if (Array.isArray(json)) return json.map((item) => plain(item as ParsedJson));
  if (json instanceof Map) {
    const object: Record<string, unknown> = {};
    for (const [key, value] of json) {
      Object.defineProperty(object, key, {
        value: plain(value as ParsedJson),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return object;
  }
  return json;
}

const parse = (text: string) => parseJson(Buffer.from(text));

function refusal(text: string | Buffer): JsonSyntaxError {
  try {
    parseJson(Buffer.from(text as string));
  } catch (error) {
    assert.instance(error, JsonSyntaxError);
    return error as JsonSyntaxError;
  }
  throw new Error(`accepted ${String(text).slice(0, 50)}`);
}

const withoutNegativeZero = (json: string) => JSON.parse(json, (_key, value) => (Object.is(value, -0) ? 0 : value));

test('reads what JSON.parse reads, to the same values', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), fc.nat({ max: 4 }), (text, indent) => {
      fc.pre(!text.includes('__proto__') && !/\p{Surrogate}/u.test(text) && !/\\ud[89a-f]/i.test(text));
      const spaced = JSON.stringify(JSON.parse(text), null, indent);
      assert.equal(plain(parse(spaced)), withoutNegativeZero(spaced));
    }),
    { numRuns: 2000 },
  );
});

test('reads every number to the same double as JSON.parse', () => {
  const digits = fc.stringMatching(/^-?(0|[1-9]\d{0,25})(\.\d{1,25})?([eE][+-]?\d{1,3})?$/);
  fc.assert(
    fc.property(digits, (text) => {
      const expected = JSON.parse(text) as number;
      assert.is(parse(text), expected === 0 ? 0 : expected, text);
    }),
    { numRuns: 5000 },
  );
});

test('accepts and refuses the same texts as JSON.parse, apart from what it refuses by name', () => {
  const fragments = fc.array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-',
      '0',
      '01',
      '1.',
      '.5',
      'e5',
      'true',
      'nul',
      ' ',
      '\n',
      '"\\x"',
      '"\\u00e9"',
      "'a'",
      '"\t"',
    ),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(fragments, (parts) => {
      const text = parts.join('');
      let expected: unknown;
      let accepted = true;
      try {
        expected = withoutNegativeZero(text);
      } catch {
        accepted = false;
      }
      if (accepted) {
        try {
          assert.equal(plain(parse(text)), expected);
        } catch (error) {
          assert.is((error as JsonSyntaxError).code, 'duplicate_key', text);
        }
      } else {
        refusal(text);
      }
    }),
    { numRuns: 5000 },
  );
});

test('reads the same in slices of any size', () => {
  fc.assert(
    fc.property(fc.json(), fc.integer({ min: 1, max: 7 }), (text, slice) => {
      fc.pre(!text.includes('__proto__') && !/\p{Surrogate}/u.test(text) && !/\\ud[89a-f]/i.test(text));
      const parser = new JsonParser(Buffer.from(text));
      while (!parser.read(slice));
      assert.equal(parser.value, parse(text));
    }),
  );
});

test('reads every escape to the same text as JSON.parse', () => {
  const characters = fc.string({ unit: 'binary', maxLength: 20 });
  const escaped = (text: string) =>
    text.replace(/./gsu, (each) => {
      const units = each.split('').map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
      return /[aeiou]/.test(each) ? each : units.join('');
    });
  fc.assert(
    fc.property(characters, characters, (text, other) => {
      for (const json of [
        JSON.stringify(text + other),
        `"${escaped(text)}"`,
        `"${escaped(text)}\\n\\/${escaped(other)}"`,
      ]) {
        assert.is(parse(json), JSON.parse(json));
      }
    }),
    { numRuns: 2000 },
  );
});

test('says where the text is wrong, in lines and characters', () => {
  const error = refusal('{\n  "größe": 1,\n  "länge" 2\n}');
  assert.is(error.code, 'malformed_json');
  assert.is(error.line, 3);
  assert.is(error.column, 11);
  assert.match(error.message, /"2".*":".*line 3, column 11/);
  assert.match(refusal('').message, /ends.*line 1, column 1/);
  assert.match(refusal('[1, 2').message, /ends.*line 1, column 6/);
});

test('refuses bad JSON by name', () => {
  const codes: [string | Buffer, string][] = [
    ['{"a": 1, "b": {"c": 1, "c": 2}}', 'duplicate_key'],
    ['{"a": 1, "\\u0061": 2}', 'duplicate_key'],
    ['{"__proto__": {}}', 'forbidden_key'],
    ['{"\\u005f_proto__": {}}', 'forbidden_key'],
    ['\ufeff{}', 'byte_order_mark'],
    [Buffer.from([0x22, 0xc3, 0x28, 0x22]), 'invalid_utf8'],
    [Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'invalid_utf8'],
    ['"\\ud800"', 'lone_surrogate'],
    ['"\\ud800\\u0041"', 'lone_surrogate'],
    ['"\\udc00"', 'lone_surrogate'],
    ['['.repeat(33) + ']'.repeat(33), 'too_deep'],
    ['['.repeat(1_000_000), 'too_deep'],
  ];
  for (const [text, code] of codes) assert.is(refusal(text).code, code, String(text).slice(0, 40));
});

test('accepts 32 arrays and objects within one another', () => {
  assert.not.throws(() => parse('['.repeat(32) + ']'.repeat(32)));
  assert.not.throws(() => parse(`${'{"a":'.repeat(32)}1${'}'.repeat(32)}`));
});

test('says where the bytes stop being UTF-8', () => {
  const error = refusal(Buffer.concat([Buffer.from('{\n "ä": "'), Buffer.from([0xff]), Buffer.from('"}')]));
  assert.is(error.line, 2);
  assert.is(error.column, 8);
});

test('keeps an overflow apart from every finite number, and knows no negative zero', () => {
  assert.is(parse('1e999'), Number.POSITIVE_INFINITY);
  assert.is(parse('-1e999'), Number.NEGATIVE_INFINITY);
  assert.is(parse('9'.repeat(400)), Number.POSITIVE_INFINITY);
  assert.ok(Object.is(parse('-0'), 0));
  assert.ok(Object.is(parse('-0.0e-5'), 0));
  assert.ok(Object.is(parse('-1e-999'), 0));
});

test('does not take one short string for another, however many there are', () => {
  const strings = Array.from({ length: 20_000 }, (_, i) => (i * 7919).toString(36));
  const text = Buffer.from(JSON.stringify([...strings, ...strings.toReversed()]));
  assert.equal(parseJson(text), [...strings, ...strings.toReversed()]);
});

test('stops at a text with more values than any request', () => {
  const limits = { maxDepth: 32, maxValues: 10, maxObjects: 3, maxKeys: 2 };
  assert.throws(() => parseJson(Buffer.from('[1,2,3,4,5,6,7,8,9,10]'), limits), /More than 10 values/);
  assert.throws(() => parseJson(Buffer.from('[{},{},{},{}]'), limits), /More than 3 objects/);
  assert.throws(() => parseJson(Buffer.from('{"a":1,"b":2,"c":3}'), limits), /More than 2 keys of an object/);
});

test.run();
