/** One variable of a pattern: a slider with its number, a switch or a choice, and the source of its value. */
import { type Signal, useSignal } from '@preact/signals';
import {
  type DraftPatternResponse,
  type Variable,
  VariableSource,
} from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { toImperial } from '../../../src/drawing/typed-length.js';
import { numberIn, shown } from '../body/measurements.js';
import { personOf } from '../body/people.js';
import type { Trouble } from '../service/trouble.js';
import { lengthUnit, mmIn } from '../shell/lengths.js';
import { reset, type Setting, set, settingOf, settings, wearer } from './drafting.js';

const sources: Readonly<Partial<Record<VariableSource, string>>> = {
  [VariableSource.BODY]: 'measured',
  [VariableSource.PREDICTED]: 'predicted',
  [VariableSource.DERIVED]: 'derived',
};

const units: Readonly<Record<string, string>> = { percent: '%', degrees: '°' };

/** Millimetres in the units of lengths. */
const mmOf: Readonly<Record<string, number>> = { mm: 1, cm: 10 };

interface VariableControlProps {
  readonly variable: Variable;
  /** The draft that tells the value in use; null: the default of the pattern. */
  readonly drafted: DraftPatternResponse | null;
  readonly trouble: Trouble | null;
}

export function VariableControl({ variable, drafted, trouble }: VariableControlProps) {
  const { key } = variable;
  const own = settings.value[key];
  const value = own ?? settingOf(drafted?.variables[key]) ?? settingOf(variable.default);
  const source = drafted ? sourceOf(drafted, key) : undefined;
  /** A typed text that is no number, while the value stays. */
  const refused = useSignal<string | null>(null);
  const problem =
    refused.value === null ? trouble?.fields.get(`variables.${key}`) : `“${refused.value}” is not a number`;
  const id = `variable-${key}`;
  return (
    <div class={`variable ${own === undefined ? '' : 'set'}`}>
      <label for={id}>{variable.label || key}</label>
      <Control id={id} variable={variable} value={value} refused={refused} invalid={problem !== undefined} />
      {own !== undefined && (
        <button
          type="button"
          class="quiet"
          onClick={() => {
            refused.value = null;
            reset(key);
          }}
          aria-label={`Reset ${variable.label}`}
        >
          Reset
        </button>
      )}
      {own === undefined && source && <span class="note">{source}</span>}
      {problem && (
        <p class="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** The source of a variable's value. Nobody measured the values that the page began with. */
function sourceOf(drafted: DraftPatternResponse, key: string): string | undefined {
  const source = drafted.variableSources[key] ?? VariableSource.UNSPECIFIED;
  const isOwn = source === VariableSource.BODY && personOf(wearer.value)?.assumed.includes(key);
  return isOwn ? 'assumed' : sources[source];
}

interface ControlProps {
  readonly id: string;
  readonly variable: Variable;
  readonly value: Setting | null;
  readonly refused: Signal<string | null>;
  readonly invalid: boolean;
}

function Control({ id, variable, value, refused, invalid }: ControlProps) {
  const { key, type, choices } = variable;
  const described = invalid ? `${id}-problem` : undefined;
  if (type === 'boolean') {
    return (
      <input
        id={id}
        type="checkbox"
        checked={value === true}
        aria-describedby={described}
        onChange={(event) => set(key, event.currentTarget.checked)}
      />
    );
  }
  if (choices.length > 0) {
    return (
      <select
        id={id}
        value={String(value)}
        aria-describedby={described}
        onChange={(event) => set(key, event.currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    );
  }
  return <NumberControl id={id} variable={variable} value={Number(value)} refused={refused} invalid={invalid} />;
}

/** Without the noise of binary numbers. */
const exact = (value: number): number => Number(value.toFixed(9));

/**
 * A value that a person has typed keeps its decimals, such as those of a 16th of an inch.
 *
 * @param inch of the unit; null: it is shown in its own unit
 */
const ownText = (value: number, inch: number | null): string =>
  String(inch === null ? exact(value) : Number(toImperial(String(exact(value)), inch)));

function NumberControl({ id, variable, value, refused, invalid }: ControlProps & { value: number }) {
  const { key, min, max, step, unit, label } = variable;
  const own = settings.value[key] !== undefined;
  const described = invalid ? `${id}-problem` : undefined;
  const inInches = mmOf[unit] !== undefined && lengthUnit.value === 'in';
  /** Units of the variable in a shown one. */
  const scale = inInches ? mmIn.in / mmOf[unit]! : 1;
  const text = own ? ownText(value, inInches ? scale : null) : shown(value / scale);
  return (
    <>
      <span class="amount">
        <input
          id={id}
          inputMode="decimal"
          value={refused.value ?? text}
          aria-invalid={invalid}
          aria-describedby={described}
          onChange={(event) => {
            const field = event.currentTarget;
            const typed = numberIn(field.value);
            refused.value = typed === null && field.value.trim() !== '' ? field.value : null;
            if (typed !== null) set(key, exact(typed * scale));
            else if (refused.value === null) field.value = text;
          }}
        />
        <span class="unit">{inInches ? 'in' : (units[unit] ?? unit)}</span>
      </span>
      {min !== undefined && max !== undefined && (
        <input
          type="range"
          aria-label={`${label} slider`}
          min={min}
          max={max}
          step={step ?? 'any'}
          value={value}
          aria-valuetext={inInches ? `${shown(value / scale)} in` : undefined}
          onInput={(event) => {
            refused.value = null;
            set(key, within(Number(event.currentTarget.value), min, max));
          }}
        />
      )}
    </>
  );
}

/** Sliders count their steps in floating point, and may end slightly outside. */
const within = (value: number, min: number, max: number): number =>
  Math.min(max, Math.max(min, Math.round(value * 1e6) / 1e6));
