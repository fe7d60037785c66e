/** The cloth of the marker: how it lies, the pattern on it, and the way that parts lie on it. */
import { Segments } from '../shell/segments.js';
import { parts, source, unit } from './cutting-list.js';
import type { Direction, Form } from './settings.js';
import { change, fabric, setup } from './setup.js';
import { Field, NumberField } from './setup-field.js';

const forms = [
  ['open', 'Open'],
  ['folded', 'Folded'],
  ['tubular', 'Tubular'],
] as const satisfies readonly (readonly [Form, string])[];

export function ClothFields() {
  const { form, repeatX, repeatY, singles } = setup.value;
  const isGarments = source.value === 'garments';
  return (
    <>
      <Segments label="How it lies" value={form} choices={forms} onChoose={(chosen) => change({ form: chosen })} />
      {form !== 'open' && (
        <p class="help">
          The width is that of the {form} cloth, half of the whole. A part is cut through both layers, and a half lies
          on
          {form === 'tubular' ? ' a fold' : ' the fold'}.
        </p>
      )}
      {form !== 'open' && isGarments && fabric.value === 'roll' && (
        <Field name="singles" label="Single pieces">
          <select
            id="setup-singles"
            value={singles}
            onChange={(event) => change({ singles: event.currentTarget.value === 'open' ? 'open' : 'both' })}
          >
            <option value="both">through both layers</option>
            <option value="open">on a stretch laid open</option>
          </select>
        </Field>
      )}
      <div class="fields">
        <NumberField name="repeatX" label="Stripes, every →" unit={unit.value} />
        <NumberField name="repeatY" label="Stripes, every ↓" unit={unit.value} />
      </div>
      {(repeatX.trim() || repeatY.trim()) && (
        <div class="fields">
          {repeatX.trim() && <NumberField name="offsetX" label="First stripe →" unit={unit.value} />}
          {repeatY.trim() && <NumberField name="offsetY" label="First stripe ↓" unit={unit.value} />}
        </div>
      )}
    </>
  );
}

export const directions = [
  ['either', 'either way'],
  ['garment', 'one way per garment'],
  ['marker', 'one way'],
] as const satisfies readonly (readonly [Direction, string])[];

/** Parts of a file keep the groups of the file, unless all of them lie one way. */
export function DirectionField() {
  const isParts = source.value === 'parts';
  const hasGroups = isParts && (parts.value?.polygons ?? []).some(({ directionGroup }) => directionGroup !== '');
  const choices = isParts ? directions.filter(([value]) => value !== 'garment') : directions;
  const { direction } = setup.value;
  return (
    <Field name="direction" label="Nap">
      <select
        id="setup-direction"
        value={isParts && direction === 'garment' ? 'either' : direction}
        onChange={(event) => change({ direction: event.currentTarget.value as Direction })}
      >
        {choices.map(([value, name]) => (
          <option key={value} value={value}>
            {value === 'either' && hasGroups ? 'as in the file' : name}
          </option>
        ))}
      </select>
    </Field>
  );
}
