/** A number of a table or a list, with its range. */
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { numberIn, sixDigits } from '../body/measurements.js';
import { rangeText } from '../shell/range-text.js';
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
export const Amount = ({ placeholder = '0', ...props }: AmountProps) => (
  <Numeral {...props} placeholder={placeholder} />
);

interface CountProps extends Omit<AmountProps, 'placeholder' | 'whole' | 'onChange'> {
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A whole number that must be there. */
export const Count = (props: CountProps) => (
  <Numeral {...props} whole onChange={(value) => value !== undefined && props.onChange(value)} />
);

function Numeral({ label, value, range, placeholder, whole = false, onChange }: AmountProps) {
  const wrong = useRefused();
  // The page may draw itself anew between the keys.
  const typing = useSignal<string | null>(null);
  const id = useId();
  const [least, most] = range;
  const mayBeBlank = placeholder !== undefined;
  return (
    <>
      <input
        {...(mayBeBlank ? { inputMode: 'decimal' } : { type: 'number', min: least, max: most })}
        autocomplete="off"
        aria-label={label}
        placeholder={placeholder}
        value={typing.value ?? wrong.value ?? (value === undefined ? '' : sixDigits(value))}
        aria-invalid={wrong.value !== null}
        aria-describedby={wrong.value === null ? undefined : id}
        onInput={(event) => {
          typing.value = event.currentTarget.value;
        }}
        onBlur={() => {
          typing.value = null;
        }}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          typing.value = null;
          const number = numberIn(typed);
          const fits = number !== null && number >= least && number <= most && (!whole || Number.isInteger(number));
          wrong.value = (mayBeBlank && typed.trim() === '') || fits ? null : typed;
          if (wrong.value === null) onChange(number ?? undefined);
        }}
      />
      {wrong.value !== null && (
        <p class="problem" id={id}>
          {rangeText(range, whole)}
        </p>
      )}
    </>
  );
}
