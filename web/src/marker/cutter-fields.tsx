/** The cutter as typed, and the figures of its way. */
import { cuttingSeconds } from '../../../src/drawing/marker/cutting/cut-path.js';
import { cuttingNotes } from '../../../src/drawing/marker/cutting/notes.js';
import { cutSentence, cutWays } from './cut-way.js';
import { type CutterAmount, cutter, cutterMistakes } from './cutter.js';
import { unit } from './cutting-list.js';
import { markerOf } from './marker-of.js';
import { best, ground } from './run.js';
import { change, setup } from './setup.js';

export function CutterFields() {
  const length = unit.value;
  return (
    <fieldset class="cutter" aria-label="Cutter">
      <div class="fields">
        <Amount name="kerf" label="Kerf" unit={length} />
        <Amount name="feed" label="Cuts at" unit={`${length}/s`} />
        <Amount name="travel" label="Travel at" unit={`${length}/s`} />
        <Amount name="startSeconds" label="Each start" unit="s" />
      </div>
      <label class="check">
        <input
          type="checkbox"
          checked={setup.value.commonLines}
          onChange={(event) => change({ commonLines: event.currentTarget.checked })}
        />
        <span>Cut common lines once</span>
      </label>
      <Told />
    </fieldset>
  );
}

interface AmountProps {
  readonly name: CutterAmount;
  readonly label: string;
  readonly unit: string;
}

function Amount({ name, label, unit: shown }: AmountProps) {
  const problem = cutterMistakes.value.get(name);
  return (
    <div class="field">
      <label for={`cutter-${name}`}>{label}</label>
      <span class="amount">
        <input
          id={`cutter-${name}`}
          inputMode="decimal"
          autocomplete="off"
          value={setup.value[name]}
          aria-invalid={problem !== undefined}
          aria-describedby={`cutter-${name}-problem`}
          onInput={(event) => change({ [name]: event.currentTarget.value })}
        />
        <span class="unit">{shown}</span>
      </span>
      {problem && (
        <p class="problem" id={`cutter-${name}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** The figures, and the lines that are left out. */
function Told() {
  const [ways, tool] = [cutWays.value, cutter.value];
  if (!ways || !tool) return null;
  const times = [...ways.values()].map((path) => cuttingSeconds(path, tool));
  const seconds = times.includes(null) ? null : (times as number[]).reduce((sum, each) => sum + each, 0);
  const { feed, travel, startSeconds } = tool;
  return (
    <>
      <p class="cut-figures" role="status">
        {cutSentence(ways, seconds)}
      </p>
      {feed === undefined && (travel !== undefined || startSeconds !== undefined) && (
        <p class="help">Give the speed of the cuts for the time.</p>
      )}
      {cuttingNotes(markerOf(ground.value!, best.value!), tool).map((note) => (
        <p key={note} class="notice">
          {note}
        </p>
      ))}
    </>
  );
}
