/** The projects under the account: the copy of the open one, and the list of all. */
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Project } from '../../../gen/selvage/project/v1/project_pb.js';
import { returns } from '../service/away.js';
import { key, organization } from '../service/key.js';
import { Problems } from '../shell/problems.js';
import {
  accountProjects,
  accountTrouble,
  copyLink,
  deleteFromAccount,
  listedCopy,
  openFromAccount,
  readAccountProjects,
  refusal,
  saveToAccount,
  saving,
  setAuto,
} from './account-copy.js';
import { autoSaveFailed } from './auto-save.js';
import { laysHoldBodies } from './document.js';
import { project, sectionTexts, store } from './project.js';

export function AccountProjects() {
  useEffect(() => {
    accountProjects.value = null;
    refusal.value = null;
    void readAccountProjects();
  }, [key.value, organization.value]);
  useEffect(() => {
    if (returns.value > 0) void readAccountProjects();
  }, [returns.value]);
  const listed = accountProjects.value;
  return (
    <section class="account-projects" aria-label="Account">
      <h2>Your account</h2>
      <CopyOfOpen />
      {accountTrouble.value && <Problems trouble={accountTrouble.value} />}
      {listed !== null && listed.length > 0 && (
        <ul aria-label="Projects of your account">
          {listed.map((each) => (
            <Row key={each.projectId} {...each} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Saves the open project, and tells how it stands to its copy. */
function CopyOfOpen() {
  const { copy, changedAt } = project.value;
  const keepPeople = useSignal(copy?.keepPeople ?? false);
  const save = async (from: number | null): Promise<void> => {
    await saveToAccount(keepPeople.value, from);
    if (accountTrouble.value === null && refusal.value === null) autoSaveFailed.value = false;
  };
  const listed = listedCopy();
  const isOlder = copy !== undefined && listed !== undefined && listed.versionNumber > copy.versionNumber;
  const conflict = refusal.value === 'changed' || isOlder;
  const gone = refusal.value === 'gone';
  return (
    <>
      <p class="help" role="status">
        {copy === undefined
          ? 'This project is in this browser alone.'
          : `This project is version ${copy.versionNumber} in your account${changedAt > copy.changedAt ? ', with changes since' : ', unchanged'}.`}
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={keepPeople.value}
          onChange={(event) => {
            keepPeople.value = event.currentTarget.checked;
          }}
        />
        Keep the people and their measurements there, too
      </label>
      {copy !== undefined && (
        <label class="check">
          <input
            type="checkbox"
            checked={copy.auto ?? false}
            onChange={(event) => {
              autoSaveFailed.value = false;
              void setAuto(event.currentTarget.checked);
            }}
          />
          Save every change there by itself
        </label>
      )}
      {!keepPeople.value && laysHoldBodies(sectionTexts()) && (
        <p class="help">The lay plan is made to their bodies, so it stays in this browser with them.</p>
      )}
      {copy?.withoutLayouts && (
        <p class="help">
          With the layouts of its lay plan, the project has over 4 MiB, too much for the account. They stay in this
          browser; a file keeps them, too.
        </p>
      )}
      {conflict && listed && copy && (
        <div class="warning" role="alert">
          <p>
            The account has version {listed.versionNumber} of {listed.name}, saved{' '}
            {timestampDate(listed.updateTime!).toLocaleString()}. Yours started from version {copy.versionNumber}.
          </p>
          <div class="project-actions">
            <button type="button" onClick={() => void openFromAccount(listed.projectId)}>
              Open theirs beside yours
            </button>
            <button type="button" disabled={saving.value} onClick={() => void save(listed.versionNumber)}>
              Replace theirs
            </button>
          </div>
        </div>
      )}
      {gone && <p class="warning">The account no longer has this project, or another organisation has it.</p>}
      {!conflict && (
        <button
          type="button"
          disabled={saving.value}
          onClick={() => void save(gone || copy === undefined ? null : copy.versionNumber)}
        >
          {gone ? 'Save to account as a new project' : 'Save to account'}
        </button>
      )}
    </>
  );
}

function Row({ projectId, name, versionNumber, holdsPeople, updateTime }: Project) {
  const sure = useSignal(false);
  const copied = useSignal(false);
  const isOpen = project.value.copy?.projectId === projectId && project.value.copy.versionNumber === versionNumber;
  return (
    <li>
      <button
        type="button"
        class="quiet"
        aria-current={isOpen}
        disabled={isOpen || !store.lasts}
        onClick={() => void openFromAccount(projectId)}
      >
        {name}
      </button>
      <span class="muted">
        {isOpen ? 'open' : timestampDate(updateTime!).toLocaleDateString()}
        {holdsPeople && ', with people'}
      </span>
      <button
        type="button"
        class="quiet"
        aria-label={`${copied.value ? 'Copied' : 'Copy'} the link to ${name}`}
        onClick={async () => {
          copied.value = await copyLink(projectId);
        }}
      >
        {copied.value ? 'Copied' : 'Link'}
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={`${sure.value ? 'Really delete' : 'Delete'} ${name} from your account`}
        onBlur={() => {
          sure.value = false;
        }}
        onClick={() => {
          if (sure.value) void deleteFromAccount(projectId);
          sure.value = !sure.value;
        }}
      >
        {sure.value ? 'Really?' : 'Delete'}
      </button>
    </li>
  );
}
