/** A number of a table that may be blank. */
import { numberIn, shown } from '../body/measurements.js';
import { useRefused } from './refused.js';

interface AmountProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly range: readonly [least: number, most: number];
  readonly placeholder?: string;
  readonly whole?: boolean;
  readonly onChange: (value: number | undefined) => void;
}

/** Blank is none. A number out of range stays as typed, marked, and is not taken. */
export function Amount({ label, value, range: [least, most], placeholder, whole = false, onChange }: AmountProps) {
  const wrong = useRefused();
  return (
    <input
      inputMode="decimal"
      autocomplete="off"
      aria-label={label}
      placeholder={placeholder ?? '0'}
      value={wrong.value ?? (value === undefined ? '' : shown(value))}
      aria-invalid={wrong.value !== null}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        const number = numberIn(typed);
        const fits = number !== null && number >= least && number <= most && (!whole || Number.isInteger(number));
        wrong.value = typed.trim() === '' || fits ? null : typed;
        if (wrong.value === null) onChange(number ?? undefined);
      }}
    />
  );
}
