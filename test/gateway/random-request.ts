/** Random JSON near a schema of the OpenAPI document: mostly valid, and wrong in about one place. */
import fc from 'fast-check';

// biome-ignore lint/suspicious/noExplicitAny: a schema is walked without knowing its shape
type AnySchema = any;

export function requestOf(schemas: Record<string, AnySchema>, schema: AnySchema): fc.Arbitrary<unknown> {
  // The share of wrong values falls with the depth, so that about half of the requests are valid. A body with few members would
  // seldom be wrong, so one body in five is wrong more often than not.
  return fc.oneof({ weight: 4, arbitrary: someOf(schema, 0.04, 0) }, { weight: 1, arbitrary: someOf(schema, 0.6, 0) });

  function someOf(given: AnySchema, wrongness: number, depth: number): fc.Arbitrary<unknown> {
    const wrong = Math.round(wrongness * 1000);
    const right = rightOf(given, wrongness, depth);
    return wrong === 0
      ? right
      : fc.oneof({ weight: 1000 - wrong, arbitrary: right }, { weight: wrong, arbitrary: anything });
  }

  function rightOf(given: AnySchema, wrongness: number, depth: number): fc.Arbitrary<unknown> {
    if (given.$ref) {
      // A recursive schema ends in a wrong value.
      return depth === 5 ? fc.constant(null) : rightOf(schemas[given.$ref.split('/').at(-1)], wrongness, depth + 1);
    }
    if (given.anyOf) return fc.oneof(...given.anyOf.map((each: AnySchema) => rightOf(each, wrongness, depth)));
    if (given.enum) return fc.constantFrom(...given.enum);
    if (Array.isArray(given.type))
      return fc.oneof(...given.type.map((type: string) => rightOf({ ...given, type }, wrongness, depth)));
    switch (given.type) {
      case 'null':
        return fc.constant(null);
      case 'boolean':
        return fc.boolean();
      case 'number':
        return given.exclusiveMinimum === 0
          ? fc.double({ min: 0.1, max: 300, noNaN: true })
          : fc.oneof(
              fc.double({ min: given.minimum ?? -100, max: given.maximum ?? 100, noNaN: true }),
              fc.integer({ min: -1, max: 2 }),
            );
      case 'integer': {
        const { minimum, maximum } = given;
        const near = fc.integer({ min: Math.max(minimum, -10), max: Math.min(maximum, 20) });
        return fc.oneof({ weight: 60, arbitrary: near }, fc.constantFrom(minimum, maximum, minimum - 1, maximum + 1));
      }
      case 'string':
        return given.pattern ? fc.stringMatching(new RegExp(given.pattern)) : fc.string();
      case 'array': {
        const least = given.minItems ?? 0;
        const lengths = { minLength: Math.max(0, least), maxLength: Math.min(given.maxItems ?? 3, least + 2) };
        const item = someOf(given.items, wrongness / 2, depth);
        if (least < 4) return fc.array(item, lengths);
        // A long list repeats one item before its last, since so many different ones would hardly ever all be valid.
        const length = fc.integer({ min: lengths.minLength - 1, max: lengths.maxLength - 1 });
        return fc.tuple(item, item, length).map(([one, last, count]) => [...new Array<unknown>(count).fill(one), last]);
      }
      case 'object':
        return objectOf(given, wrongness, depth);
      default:
        throw new TypeError(`no values for ${JSON.stringify(given)}`);
    }
  }

  function objectOf(given: AnySchema, wrongness: number, depth: number): fc.Arbitrary<unknown> {
    if (!given.properties) {
      return fc.dictionary(
        fc.stringMatching(/^[a-z]{1,6}$/),
        someOf(given.additionalProperties, wrongness / 2, depth),
        {
          maxKeys: 3,
        },
      );
    }
    const names = Object.keys(given.properties);
    const members = names.map((name): [string, fc.Arbitrary<unknown>] => {
      // Objects of many members are as often wrong as those of few.
      const value = someOf(given.properties[name], wrongness / Math.max(2, names.length / 4), depth);
      const isRequired = given.required?.includes(name);
      return [name, fc.option(value, { nil: undefined, freq: isRequired ? 100 : 2 })];
    });
    const further = fc.oneof(
      { weight: 20, arbitrary: fc.constant({}) },
      fc.constantFrom({ nobody: 1 }, { nobody: null }),
    );
    // Undefined members are left out when the object is written.
    return fc
      .tuple(fc.record(Object.fromEntries(members)), further)
      .map(([known, unknown]) => JSON.parse(JSON.stringify({ ...known, ...unknown })));
  }
}

const anything = fc.oneof(
  fc.constantFrom<unknown>(null, true, 'text', '12', -1, 0, 1.5, 1e300, -0, [], {}, [1, 2], [null], { x: 1 }),
  // The reader refuses this key everywhere, which the schema of a message does not show.
  fc.jsonValue({ maxDepth: 1 }).filter((json) => !JSON.stringify(json).includes('"__proto__":')),
);
