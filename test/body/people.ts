/** Bodies for tests: believable ones, and any part of them. */
import fc from 'fast-check';
import type { BodyModel, BodyRequest, CompletedBody } from '../../src/body/complete.js';
import { bodyFields, measurementNames } from '../../src/body/fields.js';
import { scaleOf, type UnitSystem } from '../../src/body/units.js';

export const sizeIn = (body: CompletedBody, name: string): number => body.fields[name]!.value!;

/** A whole body: the model completes it from a height and a weight, and every field then moves by some per cent. */
export function someBody(model: BodyModel): fc.Arbitrary<{ gender: 'female' | 'male'; sizes: Map<string, number> }> {
  return fc
    .record({
      gender: fc.constantFrom('female' as const, 'male' as const),
      height: fc.double({ min: 150, max: 195, noNaN: true }),
      bmi: fc.double({ min: 18, max: 40, noNaN: true }),
      moves: fc.array(fc.double({ min: -0.04, max: 0.04, noNaN: true }), { minLength: 69, maxLength: 69 }),
    })
    .map(({ gender, height, bmi, moves }) => {
      const weight = bmi * (height / 100) ** 2;
      const body = model.complete({ gender, unit: 'metric', measurements: { height, weight } });
      const sizes = new Map(measurementNames.map((name, i) => [name, sizeIn(body, name) * (1 + moves[i]!)]));
      return { gender, sizes };
    });
}

/** A request that knows some fields of a body, in either system. */
export function someRequest(model: BodyModel): fc.Arbitrary<BodyRequest> {
  return fc
    .tuple(
      someBody(model),
      fc.constantFrom<UnitSystem>('metric', 'imperial'),
      fc.subarray([...measurementNames], { minLength: 1, maxLength: 25 }),
    )
    .map(([{ gender, sizes }, unit, known]) => ({
      gender,
      unit,
      measurements: Object.fromEntries(
        known.map((name) => [name, sizes.get(name)! / scaleOf(fieldOf(name).kind, unit).metric]),
      ),
    }));
}

export const fieldOf = (name: string) => bodyFields[measurementNames.indexOf(name)]!;
