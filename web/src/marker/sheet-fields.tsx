/** The sheets of the marker: one size, and further ones with their numbers. */
import { unit } from './cutting-list.js';
import type { SheetSize } from './settings.js';
import { change, isSheetNumber, mistakes, setup } from './setup.js';
import { NumberField } from './setup-field.js';

export function SheetFields() {
  const { sizes, width, height, cost } = setup.value;
  const mistake = mistakes.value.get('sizes');
  return (
    <>
      <div class="fields">
        <NumberField name="width" label="Width" unit={unit.value} />
        <NumberField name="height" label="Height" unit={unit.value} />
        <NumberField name="count" label="Sheets" />
        <NumberField name="cost" label="Price each" />
      </div>
      {sizes.map((size, i) => (
        <Size key={i} size={size} at={i} />
      ))}
      {mistake && <p class="problem">{mistake}</p>}
      <button
        type="button"
        class="quiet"
        onClick={() => change({ sizes: [...sizes, { width, height, count: '1', cost }] })}
      >
        Add sheets of another size
      </button>
    </>
  );
}

const names = { width: 'Width', height: 'Height', count: 'Number', cost: 'Price' } as const;

function Size({ size, at }: { size: SheetSize; at: number }) {
  const { sizes } = setup.value;
  return (
    <fieldset class="sheet-size" aria-label={`Sheets of size ${at + 2}`}>
      {(Object.keys(names) as (keyof SheetSize)[]).map((name) => (
        <label key={name}>
          {names[name]}
          <input
            aria-label={`${names[name]} of size ${at + 2}`}
            inputMode="decimal"
            autocomplete="off"
            value={size[name] ?? ''}
            aria-invalid={!isSheetNumber(name, size[name] ?? '')}
            onInput={(event) => change({ sizes: sizes.with(at, { ...size, [name]: event.currentTarget.value }) })}
          />
        </label>
      ))}
      <button
        type="button"
        class="icon"
        aria-label={`Remove size ${at + 2}`}
        onClick={() => change({ sizes: sizes.toSpliced(at, 1) })}
      >
        ×
      </button>
    </fieldset>
  );
}
