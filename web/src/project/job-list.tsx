/** The jobs of the account: opened in their own project, or cancelled. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { returns } from '../service/away.js';
import { key, organization } from '../service/key.js';
import { Problems } from '../shell/problems.js';
import {
  cancelJob,
  hasOlder,
  isKept,
  isOpen,
  type Job,
  jobs,
  jobTrouble,
  openJob,
  readJobs,
  readOlder,
  stateOf,
  titleOf,
} from './jobs.js';
import { store } from './project.js';

/** Milliseconds between two readings while a job is open. */
const pauseMs = 3000;

export function JobList() {
  useEffect(() => {
    jobs.value = null;
    void readJobs();
    const timer = setInterval(() => {
      if (jobs.value?.some(isOpen)) void readJobs();
    }, pauseMs);
    return () => clearInterval(timer);
  }, [key.value, organization.value]);
  useEffect(() => {
    if (returns.value > 0) void readJobs();
  }, [returns.value]);
  const listed = jobs.value;
  return (
    <section class="account-projects" aria-label="Jobs">
      <h2>Jobs of your account</h2>
      {jobTrouble.value && <Problems trouble={jobTrouble.value} />}
      {listed !== null && listed.length === 0 && <p class="help">Markers and lay plans that you start stand here.</p>}
      {listed !== null && listed.length > 0 && (
        <ul aria-label="Jobs of your account">
          {listed.map((each) => (
            <Row key={each.job.jobId} of={each} />
          ))}
        </ul>
      )}
      {hasOlder.value && (
        <button type="button" class="quiet" onClick={() => void readOlder()}>
          Show older jobs
        </button>
      )}
    </section>
  );
}

function Row({ of }: { of: Job }) {
  const sure = useSignal(false);
  const title = titleOf(of);
  const readable = of.kind === 'nest' || isKept(of);
  return (
    <li>
      <button type="button" class="quiet" disabled={!readable || !store.lasts} onClick={() => void openJob(of)}>
        {title}
      </button>
      <span class="muted">{stateOf(of)}</span>
      {isOpen(of) && (
        <button
          type="button"
          class="quiet"
          aria-label={`${sure.value ? 'Really cancel' : 'Cancel'} ${title}`}
          onBlur={() => {
            sure.value = false;
          }}
          onClick={() => {
            if (sure.value) void cancelJob(of);
            sure.value = !sure.value;
          }}
        >
          {sure.value ? 'Really?' : 'Cancel'}
        </button>
      )}
    </li>
  );
}
