/** The choice of one material among those of the garments. */
import type { ComponentChildren } from 'preact';

interface MaterialSelectProps {
  readonly id: string;
  readonly value: string | undefined;
  readonly names: readonly string[];
  readonly onChange: (name: string) => void;
  /** A help text. */
  readonly children?: ComponentChildren;
}

export function MaterialSelect({ id, value, names, onChange, children }: MaterialSelectProps) {
  return (
    <div class="field">
      <label for={id}>Material</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      {children}
    </div>
  );
}
