/** The form of the tech pack, and the progress of its nests. */
import type { Pattern } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { clothNeed, clothUnits } from '../../../src/drawing/lengths.js';
import { documentLengths, lengthUnit } from '../shell/lengths.js';
import {
  cancelPack,
  makePack,
  type PackField,
  packFiles,
  packing,
  packMistakes,
  packSetup,
  packTrouble,
} from './packing.js';
import { shownSizes } from './sizing.js';

export function TechPackForm({ pattern }: { pattern: Pattern }) {
  const progress = packing.value;
  return (
    <details class="tech-pack">
      <summary>Tech pack</summary>
      <p class="help">
        One document with pieces, sizes, finished measurements, seams, and the fabric need of each size from a nest.
      </p>
      <div class="fields">
        <Amount name="seconds" label="Each nest" unit="s" />
        <Amount name="width" label="Fabric width" unit={lengthUnit.value} />
        <Amount name="distance" label="Between parts" unit={lengthUnit.value} />
      </div>
      {progress ? (
        <div class="pack-progress">
          <p role="status">{sentence(progress)}</p>
          <progress max={Math.max(progress.total, 1)} value={progress.done} aria-label="Nests done" />
          <button type="button" onClick={cancelPack}>
            Cancel
          </button>
        </div>
      ) : (
        <fieldset class="downloads" aria-label="Download the tech pack">
          {packFiles.map((file) => (
            <button
              key={file.name}
              type="button"
              disabled={packMistakes.value.size > 0 || shownSizes.value === null}
              onClick={() => void makePack(pattern, file)}
            >
              {file.name}
            </button>
          ))}
        </fieldset>
      )}
      <div role="alert">{packTrouble.value && <p class="problem">{packTrouble.value.message}</p>}</div>
    </details>
  );
}

function sentence({ done, total, need }: NonNullable<typeof packing.value>): string {
  if (total === 0) return 'Drafting the sizes …';
  const lengths = documentLengths();
  const last =
    need &&
    `; size ${need.size} takes ${clothNeed(need.length, lengths).toFixed(2)} ${clothUnits[lengths].name} of ${need.material}`;
  return `${done} of ${total} nests done${last ?? ''}`;
}

function Amount({ name, label, unit }: { name: PackField; label: string; unit: string }) {
  const id = `pack-${name}`;
  const mistake = packMistakes.value.get(name);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <span class="amount">
        <input
          id={id}
          inputMode="decimal"
          value={packSetup.value[name]}
          aria-invalid={mistake !== undefined}
          aria-describedby={`${id}-problem`}
          onInput={(event) => {
            packSetup.value = { ...packSetup.value, [name]: event.currentTarget.value };
          }}
        />
        <span class="unit">{unit}</span>
      </span>
      <p class="problem" id={`${id}-problem`}>
        {mistake}
      </p>
    </div>
  );
}
