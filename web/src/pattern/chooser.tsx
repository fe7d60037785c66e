/** The patterns that the caller may read, as cards to choose from. */
import { useSignal } from '@preact/signals';
import type { Pattern } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { catalogue, catalogueTrouble } from './catalogue.js';
import { choosePattern } from './drafting.js';
import { makingOpen } from './making-open.js';

export function Chooser() {
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
      <button
        type="button"
        onClick={() => {
          makingOpen.value = true;
        }}
      >
        Your own patterns
      </button>
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
