/** The workshop for patterns of one's own: the list, the text with its marks, the drawing, and the versions. */
import { useEffect } from 'preact/hooks';
import '../style/making.css';
import type { OwnPattern } from '../../../gen/selvage/admin/v1/admin_pb.js';
import { catalogue } from '../pattern/catalogue.js';
import { choosePattern } from '../pattern/drafting.js';
import { makingOpen } from '../pattern/making-open.js';
import { Pieces } from '../pattern/pieces.js';
import { key, organization } from '../service/key.js';
import { PrintHead } from '../shell/print.js';
import { Problems } from '../shell/problems.js';
import { Editor } from './editor.js';
import {
  beginNew,
  busy,
  checking,
  close,
  done,
  faults,
  isChanged,
  notes,
  opened,
  openPattern,
  own,
  pieces,
  publish,
  readOwn,
  save,
  takeUpAgain,
  trouble,
  versions,
  warnings,
} from './making.js';
import { Upload } from './upload.js';
import { Versions } from './versions.js';

export function MakingView() {
  useEffect(() => {
    if (key.value === '') return;
    void readOwn().then(takeUpAgain);
  }, [key.value, organization.value]);
  return (
    <>
      <section class="panel" aria-label="Your own patterns">
        {opened.value ? <OpenPattern /> : <OwnPatterns />}
      </section>
      <section class="canvas making" aria-label="Definition and pieces" aria-busy={checking.value}>
        {opened.value ? (
          <>
            <Editor />
            <Drawing />
          </>
        ) : (
          <p class="empty">Open a pattern, upload one, or begin a new one, to edit it here.</p>
        )}
      </section>
    </>
  );
}

function OwnPatterns() {
  const listed = own.value;
  return (
    <>
      <div class="chosen">
        <h2>Your own patterns</h2>
        <button
          type="button"
          onClick={() => {
            makingOpen.value = false;
          }}
        >
          All patterns
        </button>
      </div>
      <button type="button" class="primary" onClick={beginNew}>
        Begin a new pattern
      </button>
      <Upload />
      {trouble.value && <Problems trouble={trouble.value} />}
      {listed?.length === 0 && <p class="help">You have none yet.</p>}
      {listed !== null && listed.length > 0 && (
        <ul class="own-patterns" aria-label="Your patterns">
          {listed.map((each) => (
            <li key={each.patternId}>
              <button type="button" class="quiet" onClick={() => void openPattern(each)}>
                {each.name}
              </button>
              <span class="muted">{standing(each)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function standing({ publishedVersionNumber, draftVersionNumber, public: isPublic }: OwnPattern): string {
  return [
    ...(publishedVersionNumber > 0 ? [`version ${publishedVersionNumber} published`] : []),
    ...(draftVersionNumber > publishedVersionNumber ? [`version ${draftVersionNumber} is a draft`] : []),
    ...(isPublic ? ['open to everybody'] : []),
  ].join(', ');
}

function OpenPattern() {
  const { patternId } = opened.value!;
  const isFaulty = faults.value.length > 0;
  const published = catalogue.value.find((pattern) => pattern.patternId === patternId);
  return (
    <>
      <div class="chosen">
        <h2>{nameIn(opened.value!.text)}</h2>
        <button
          type="button"
          onClick={() => {
            close();
            void readOwn();
          }}
        >
          Your own patterns
        </button>
        <p class="muted" role="status">
          {done.value || (isChanged.value ? 'Not saved: a reload keeps the text in this tab.' : 'Saved.')}
        </p>
      </div>
      {notes.value.length > 0 && (
        <ul class="notice making-notes">
          {notes.value.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {trouble.value && <Problems trouble={trouble.value} />}
      {warnings.value.map((warning) => (
        <p key={warning} class="warning">
          {warning}
        </p>
      ))}
      <div class="making-actions">
        <button type="button" disabled={busy.value || isFaulty || !isChanged.value} onClick={() => void save()}>
          Save draft
        </button>
        <button
          type="button"
          disabled={busy.value || isFaulty || (!isChanged.value && isLatestPublished())}
          onClick={() => void publish()}
        >
          Publish
        </button>
        {published && (
          <button
            type="button"
            onClick={() => {
              choosePattern(published);
              makingOpen.value = false;
            }}
          >
            Draft it
          </button>
        )}
      </div>
      <p class="help">A draft is yours alone. A published version never changes; it stands in the list of patterns.</p>
      <Versions />
    </>
  );
}

const isLatestPublished = (): boolean => versions.value.at(-1)?.published === true;

function nameIn(text: string): string {
  const name = /"name"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return name || 'Pattern';
}

function Drawing() {
  const name = nameIn(opened.value!.text);
  const isFaulty = faults.value.length > 0;
  return (
    <div class="making-drawing">
      {pieces.value.length > 0 ? (
        <>
          <PrintHead title={name} facts={[]} />
          <Pieces name={name} pieces={pieces.value} />
        </>
      ) : (
        <p class="empty">{isFaulty ? 'Mend the marked places to see the pieces.' : 'Drafting …'}</p>
      )}
      {isFaulty && pieces.value.length > 0 && (
        <p class="making-stale muted" role="status">
          The pieces of the last sound text
        </p>
      )}
    </div>
  );
}
