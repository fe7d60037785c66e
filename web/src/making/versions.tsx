/** The versions of the open pattern, and the differences from one of them to the present text. */
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { useSignal } from '@preact/signals';
import type { Json } from '../../../src/json/json.js';
import type { Difference } from '../../../src/patterns/diff-documents.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { Problems } from '../shell/problems.js';
import { differencesFrom, opened, takeVersion, versions } from './making.js';

interface Shown {
  readonly from: number;
  readonly text: string;
  readonly differences: readonly Difference[];
}

const mostShown = 60;

export function Versions() {
  const shown = useSignal<Shown | null>(null);
  const trouble = useSignal<Trouble | null>(null);
  const compare = async (from: number): Promise<void> => {
    try {
      const { text } = opened.value!;
      shown.value = { from, text, differences: await differencesFrom(from) };
      trouble.value = null;
    } catch (error) {
      shown.value = null;
      trouble.value =
        error instanceof SyntaxError ? { message: 'The text is no JSON yet', fields: new Map() } : troubleOf(error);
    }
  };
  if (versions.value.length === 0) return null;
  return (
    <section class="making-versions" aria-label="Versions">
      <h3>Versions</h3>
      <ul>
        {[...versions.value].reverse().map(({ versionNumber, published, publishTime, createTime }) => (
          <li key={versionNumber}>
            <span>
              Version {versionNumber}{' '}
              <span class="muted">
                {published ? 'published' : 'draft'} {timestampDate((publishTime ?? createTime)!).toLocaleDateString()}
              </span>
            </span>
            <button
              type="button"
              class="quiet"
              aria-label={`Differences from version ${versionNumber} to the text`}
              onClick={() => void compare(versionNumber)}
            >
              Differences
            </button>
            <button
              type="button"
              class="quiet"
              aria-label={`Edit the text of version ${versionNumber}`}
              onClick={() => void takeVersion(versionNumber)}
            >
              Edit
            </button>
          </li>
        ))}
      </ul>
      {trouble.value && <Problems trouble={trouble.value} />}
      {shown.value && <Differences {...shown.value} />}
    </section>
  );
}

function Differences({ from, text, differences }: Shown) {
  const isStale = text !== opened.value?.text;
  return (
    <>
      <h4>
        From version {from} to the text{isStale && ' as it was'}
      </h4>
      {differences.length === 0 && <p class="help">They are the same document.</p>}
      <ul class="differences" aria-label="Differences">
        {differences.slice(0, mostShown).map(({ path, before, after }) => (
          <li key={path}>
            <code>{path}</code> {before !== undefined && <del>{shownValue(before)}</del>}{' '}
            {after !== undefined && <ins>{shownValue(after)}</ins>}
          </li>
        ))}
        {differences.length > mostShown && <li>and {differences.length - mostShown} more</li>}
      </ul>
    </>
  );
}

const longest = 80;

function shownValue(value: Json): string {
  const text = JSON.stringify(value);
  return text.length <= longest ? text : `${text.slice(0, longest)} …`;
}
