/** Step 2: a pattern, set with sliders, drafted for a person or in the sizes of a table. */
import { useSignal } from '@preact/signals';
import type { Pattern } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { labelOf } from '../body/measurements.js';
import { people, personOf } from '../body/people.js';
import { addGarment } from '../marker/cutting-list.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { download, fileName } from '../shell/download.js';
import { lazy } from '../shell/lazy.js';
import { lengthUnit } from '../shell/lengths.js';
import { PrintHead } from '../shell/print.js';
import { Segments } from '../shell/segments.js';
import { StaysMetric } from '../shell/stays-metric.js';
import { goTo } from '../shell/step.js';
import { Chooser } from './chooser.js';
import { chosen, currentOrder, draft, draftFile, draftFiles, drafting, draftTrouble, way, wearer } from './drafting.js';
import { makingOpen } from './making-open.js';
import { Pieces } from './pieces.js';
import { SeamList, walkOf } from './seam-list.js';
import { VariableGroups } from './variable-groups.js';
import { Warnings } from './warnings.js';

const SizesForm = lazy(async () => (await import('../sizes/views.js')).SizesForm);
const SizesDraft = lazy(async () => (await import('../sizes/views.js')).SizesDraft);

const Making = lazy(async () => (await import('../making/making-view.js')).MakingView);

export function PatternStep() {
  const pattern = chosen.value;
  if (makingOpen.value) return <Making />;
  return (
    <>
      <section class="panel" aria-label="Pattern" key={pattern?.patternId}>
        {pattern ? <PatternForm pattern={pattern} /> : <Chooser />}
      </section>
      {pattern && way.value === 'sizes' ? (
        <SizesDraft pattern={pattern} />
      ) : (
        <section class="canvas" aria-label="Pieces" aria-busy={drafting.value}>
          {pattern ? <Draft pattern={pattern} /> : <p class="empty">Choose a pattern to see its pieces here.</p>}
        </section>
      )}
    </>
  );
}

function PatternForm({ pattern }: { pattern: Pattern }) {
  return (
    <>
      <div class="chosen">
        <h2>{pattern.name}</h2>
        <button
          type="button"
          onClick={() => {
            chosen.value = null;
          }}
        >
          Other patterns
        </button>
        <p class="muted">{pattern.description}</p>
      </div>
      <Segments
        label="Draft for"
        value={way.value}
        choices={[
          ['person', 'One person'],
          ['sizes', 'A table of sizes'],
        ]}
        onChoose={(next) => {
          way.value = next;
        }}
      />
      {way.value === 'sizes' ? <SizesForm pattern={pattern} /> : <PersonForm pattern={pattern} />}
    </>
  );
}

function PersonForm({ pattern }: { pattern: Pattern }) {
  const problem = draftTrouble.value;
  const atVariable = [...(problem?.fields.keys() ?? [])].some((path) => path.startsWith('variables.'));
  const warnings = draft.value?.errors.map(({ message }) => message) ?? [];
  const pieces = draft.value?.data.case === 'pattern' ? draft.value.data.value.pieces : [];
  return (
    <>
      <div class="field">
        <label for="wearer">For</label>
        <select
          id="wearer"
          value={personOf(wearer.value) ? wearer.value! : ''}
          onChange={(event) => {
            wearer.value = event.currentTarget.value || null;
          }}
        >
          {people.value.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="">the pattern's default measurements</option>
        </select>
        <Assumed />
      </div>
      {problem && !atVariable && <p class="problem">{problem.message}</p>}
      <Warnings sentences={warnings} />
      <SeamList
        seams={(draft.value?.seams ?? []).map(walkOf)}
        pieces={new Map(pieces.map(({ id, name }) => [id, name]))}
        warnings={warnings}
      />
      <VariableGroups pattern={pattern} drafted={draft.value} trouble={problem} withMeasurements={true} />
      <ToMarker pattern={pattern} />
    </>
  );
}

/** Points out assumed measurements, since a draft from them looks like any other. */
function Assumed() {
  const person = personOf(wearer.value);
  const names = person?.assumed.map((name) => `the ${labelOf(name).toLowerCase()}`) ?? [];
  if (!person || names.length === 0) return null;
  const subject = names.join(' and ').replace(/^t/, 'T');
  return (
    <p class="notice">
      {subject} of {person.name} {names.length > 1 ? 'are' : 'is'} assumed. <a href="#body">Enter your own</a>
    </p>
  );
}

function ToMarker({ pattern }: { pattern: Pattern }) {
  return (
    <div class="actions">
      <button
        type="button"
        class="primary"
        disabled={draft.value === null}
        onClick={() => {
          addGarment({ ...currentOrder(pattern), quantity: 1 });
          goTo('marker');
        }}
      >
        Add to the marker
      </button>
    </div>
  );
}

function Draft({ pattern }: { pattern: Pattern }) {
  const data = draft.value?.data;
  const trouble = useSignal<Trouble | null>(null);
  if (data?.case !== 'pattern') return <p class="empty">{draftTrouble.value ? 'No draft to show.' : 'Drafting …'}</p>;
  const save = async (file: (typeof draftFiles)[number]): Promise<void> => {
    try {
      download(`${fileName(pattern.name)}.${file.end}`, file.type, await draftFile(pattern, file));
      trouble.value = null;
    } catch (error) {
      trouble.value = troubleOf(error);
    }
  };
  const pieces = data.value.pieces;
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <>
      <PrintHead
        title={pattern.name}
        facts={[`for ${personOf(wearer.value)?.name ?? "the pattern's default measurements"}`]}
      />
      <Pieces name={pattern.name} pieces={pieces} />
      <div class="canvas-bar">
        <p>
          {pieces.length} pieces, {count} to cut
        </p>
        <fieldset class="downloads" aria-label="Download">
          {draftFiles
            .filter((file) => !('goesWith' in file) || file.goesWith === lengthUnit.value)
            .map((file) => (
              <button key={file.name} type="button" onClick={() => void save(file)}>
                {file.name}
              </button>
            ))}
          <StaysMetric files="SVG stays" />
        </fieldset>
        {trouble.value && <p class="problem">{trouble.value.message}</p>}
      </div>
    </>
  );
}
