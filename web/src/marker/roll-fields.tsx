/** The roll of the marker; and further ones with their prices, of which the search takes the cheapest. */
import { lengthUnit, longUnits } from '../shell/lengths.js';
import { unit } from './cutting-list.js';
import type { RollWidth } from './settings.js';
import { change, isRollNumber, mistakes, opensStretch, setup } from './setup.js';
import { NumberField } from './setup-field.js';

export function RollFields() {
  const { rolls, width, price } = setup.value;
  const mistake = mistakes.value.get('rolls');
  const long = longUnits[lengthUnit.value].name;
  return (
    <>
      <div class="fields">
        <NumberField name="width" label="Width" unit={unit.value} />
        <NumberField name="price" label={`Price a ${long}`} />
      </div>
      {!opensStretch() &&
        rolls.map((_, i) => (
          <fieldset key={i} class="sheet-size" aria-label={`Roll ${i + 2}`}>
            {(['width', 'price'] as const).map((name) => (
              <RollInput key={name} at={i} name={name} />
            ))}
            <button
              type="button"
              class="icon"
              aria-label={`Remove roll ${i + 2}`}
              onClick={() => change({ rolls: rolls.toSpliced(i, 1) })}
            >
              ×
            </button>
          </fieldset>
        ))}
      {mistake && <p class="problem">{mistake}</p>}
      {!opensStretch() && (
        <button type="button" class="quiet" onClick={() => change({ rolls: [...rolls, { width, price }] })}>
          Choose among several rolls
        </button>
      )}
    </>
  );
}

const names = { width: 'Width', price: 'Price' } as const;

function RollInput({ at, name }: { readonly at: number; readonly name: keyof RollWidth }) {
  const { rolls } = setup.value;
  const roll = rolls[at]!;
  return (
    <label>
      {names[name]}
      <input
        aria-label={`${names[name]} of roll ${at + 2}`}
        inputMode="decimal"
        autocomplete="off"
        value={roll[name]}
        aria-invalid={!isRollNumber(name, roll[name])}
        onInput={(event) => change({ rolls: rolls.with(at, { ...roll, [name]: event.currentTarget.value }) })}
      />
    </label>
  );
}
