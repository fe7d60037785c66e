/** The keep-outs and the zones of quality that a person has drawn, each with a way to remove it. */
import { lengthText } from '../shell/lengths.js';
import type { KeepOut } from './keep-outs.js';
import { change, mistakes, setup } from './setup.js';

export function KeepOutList() {
  const { keepOuts } = setup.value;
  if (keepOuts.length === 0) return null;
  const mistake = mistakes.value.get('keepOuts');
  return (
    <>
      <ul class="keep-outs" aria-label="Keep-outs">
        {keepOuts.map(({ sheet, width, height, stretch, quality }, i) => (
          <li key={i}>
            <span>
              {nameOf(keepOuts[i]!)} {i + 1} on {stretch ? 'the stretch laid open' : `sheet ${sheet + 1}`}:{' '}
              {lengthText(width)} × {lengthText(height)}
            </span>
            {quality !== undefined && (
              <input
                type="number"
                class="zone-quality"
                aria-label={`Quality of zone ${i + 1}`}
                min={1}
                max={100}
                value={quality}
                onChange={(event) => {
                  const typed = Math.round(Number(event.currentTarget.value)) || 1;
                  const next = Math.min(100, Math.max(1, typed));
                  event.currentTarget.value = String(next);
                  change({ keepOuts: keepOuts.with(i, { ...keepOuts[i]!, quality: next }) });
                }}
              />
            )}
            <button
              type="button"
              class="icon"
              aria-label={`Remove ${nameOf(keepOuts[i]!).toLowerCase()} ${i + 1}`}
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

const nameOf = ({ quality }: KeepOut): string => (quality === undefined ? 'Keep-out' : 'Zone');
