/** A choice among a few options, all visible at once. */
import { useId } from 'preact/hooks';

interface SegmentsProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly (readonly [value: T, name: string])[];
  readonly onChoose: (value: T) => void;
}

export function Segments<T extends string>({ label, value, choices, onChoose }: SegmentsProps<T>) {
  const group = useId();
  return (
    <fieldset class="segments">
      <legend>{label}</legend>
      <div>
        {choices.map(([choice, name]) => (
          <label key={choice}>
            <input type="radio" name={group} checked={choice === value} onChange={() => onChoose(choice)} />
            <span>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
