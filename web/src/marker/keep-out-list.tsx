/** The keep-outs that a person has drawn, each with a way to remove it. */
import { lengthText } from '../shell/lengths.js';
import { change, mistakes, setup } from './setup.js';

export function KeepOutList() {
  const { keepOuts } = setup.value;
  if (keepOuts.length === 0) return null;
  const mistake = mistakes.value.get('keepOuts');
  return (
    <>
      <ul class="keep-outs" aria-label="Keep-outs">
        {keepOuts.map(({ sheet, width, height, stretch }, i) => (
          <li key={i}>
            <span>
              Keep-out {i + 1} on {stretch ? 'the stretch laid open' : `sheet ${sheet + 1}`}: {lengthText(width)} ×{' '}
              {lengthText(height)}
            </span>
            <button
              type="button"
              class="icon"
              aria-label={`Remove keep-out ${i + 1}`}
              onClick={() => change({ keepOuts: keepOuts.toSpliced(i, 1) })}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {mistake && <p class="problem">{mistake}</p>}
    </>
  );
}
