/** The sentences of a refusal: one, or a list of the first few. */
import type { Trouble } from '../service/trouble.js';

const mostShown = 4;

export function Problems({ trouble: { message, fields } }: { trouble: Trouble }) {
  if (fields.size < 2) return <p class="problem">{message}</p>;
  const all = [...fields];
  return (
    <ul class="problem">
      {all.slice(0, mostShown).map(([path, sentence]) => (
        <li key={path}>{sentence}</li>
      ))}
      {all.length > mostShown && <li>and {all.length - mostShown} more</li>}
    </ul>
  );
}
