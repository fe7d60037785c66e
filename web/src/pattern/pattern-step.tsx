/** Step 2: a pattern, set with sliders, drafted for a person. */
import { useSignal } from '@preact/signals';
import type { Pattern, Variable } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { labelOf } from '../body/measurements.js';
import { people, personOf } from '../body/people.js';
import { addGarment } from '../marker/cutting-list.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { download, fileName } from '../shell/download.js';
import { goTo } from '../shell/step.js';
import { catalogue, catalogueTrouble } from './catalogue.js';
import {
  choosePattern,
  chosen,
  currentOrder,
  draft,
  draftFile,
  draftFiles,
  drafting,
  draftTrouble,
  wearer,
} from './drafting.js';
import { Pieces } from './pieces.js';
import { VariableControl } from './variable-control.js';

export function PatternStep() {
  const pattern = chosen.value;
  return (
    <>
      <section class="panel" aria-label="Pattern" key={pattern?.patternId}>
        {pattern ? <PatternForm pattern={pattern} /> : <Chooser />}
      </section>
      <section class="canvas" aria-label="Pieces" aria-busy={drafting.value}>
        {pattern ? <Draft pattern={pattern} /> : <p class="empty">Choose a pattern to see its pieces here.</p>}
      </section>
    </>
  );
}

function Chooser() {
  const search = useSignal('');
  const words = search.value.toLowerCase();
  const found = catalogue.value.filter(({ name, description }) =>
    `${name} ${description}`.toLowerCase().includes(words),
  );
  return (
    <>
      <input
        type="search"
        aria-label="Find a pattern"
        placeholder="Find a pattern"
        onInput={(event) => {
          search.value = event.currentTarget.value;
        }}
      />
      {catalogueTrouble.value && <p class="problem">{catalogueTrouble.value.message}</p>}
      <ul class="patterns">
        {found.map((pattern) => (
          <li key={pattern.patternId}>
            <button
              type="button"
              onClick={() => {
                choosePattern(pattern);
                scrollTo(0, 0);
              }}
            >
              <Picture pattern={pattern} />
              <span class="pattern-name">{pattern.name}</span>
              <span class="muted">{pattern.description}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && catalogue.value.length > 0 && <p class="help">No pattern matches.</p>}
    </>
  );
}

function Picture({ pattern: { picture } }: { pattern: Pattern }) {
  if (picture === '') return <span class="picture" />;
  return <img class="picture" alt="" loading="lazy" src={`data:image/svg+xml,${encodeURIComponent(picture)}`} />;
}

/** Groups in the order of their first variable. Measurements come last, and folded. */
function groupsOf(variables: readonly Variable[]): [title: string, variables: Variable[]][] {
  const groups = new Map<string, Variable[]>();
  for (const variable of variables) {
    if (!variable.editable) continue;
    const group = groups.get(variable.group);
    if (group) group.push(variable);
    else groups.set(variable.group, [variable]);
  }
  const last = (title: string): number => Number(title === 'body') * 2 + Number(title.startsWith('advanced'));
  return [...groups].sort(([a], [b]) => last(a) - last(b));
}

const titleOf = (group: string): string => {
  if (group === 'body') return 'Measurements';
  const words = group.replaceAll('.', ': ');
  return words === '' ? 'Settings' : words[0]!.toUpperCase() + words.slice(1);
};

function PatternForm({ pattern }: { pattern: Pattern }) {
  const problem = draftTrouble.value;
  const atVariable = [...(problem?.fields.keys() ?? [])].some((path) => path.startsWith('variables.'));
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
      {draft.value?.errors.map(({ message }) => (
        <p key={message} class="warning">
          {message}
        </p>
      ))}
      {groupsOf(pattern.variables).map(([group, variables], i) => (
        <details key={`${pattern.patternId} ${group}`} open={i < 3 && group !== 'body'}>
          <summary>
            {titleOf(group)} <span class="muted">{variables.length}</span>
          </summary>
          {variables.map((variable) => (
            <VariableControl key={variable.key} variable={variable} />
          ))}
        </details>
      ))}
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
      <Pieces name={pattern.name} pieces={pieces} />
      <div class="canvas-bar">
        <p>
          {pieces.length} pieces, {count} to cut
        </p>
        <fieldset class="downloads" aria-label="Download">
          {draftFiles.map((file) => (
            <button key={file.name} type="button" onClick={() => void save(file)}>
              {file.name}
            </button>
          ))}
        </fieldset>
        {trouble.value && <p class="problem">{trouble.value.message}</p>}
      </div>
    </>
  );
}
