/** The open project and its copy under the account. Each save names the version that it starts from. */
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { signal } from '@preact/signals';
import { type Project, ProjectService } from '../../../gen/selvage/project/v1/project_pb.js';
import { accountService, transport } from '../service/clients.js';
import { telling } from '../service/told.js';
import type { Trouble } from '../service/trouble.js';
import { laysHoldBodies, readDocument, withoutPeople, writeForAccount } from './document.js';
import { linkTo } from './link.js';
import { newRow, noteCopy, open, project, sectionTexts, store, version } from './project.js';
import type { AccountCopy } from './store.js';

const projectService = createClient(ProjectService, transport);

const pageSize = 200;

export const accountProjects = signal<readonly Project[] | null>(null);
export const accountTrouble = signal<Trouble | null>(null);
/** Why the last save was refused: the copy has changed since, or is gone. */
export const refusal = signal<'changed' | 'gone' | null>(null);
export const saving = signal(false);

const told = telling(accountTrouble);

export const readAccountProjects = (): Promise<void> =>
  told(async () => {
    const found: Project[] = [];
    let pageToken = '';
    do {
      const page = await projectService.listProjects({ pageSize, pageToken });
      found.push(...page.projects);
      pageToken = page.nextPageToken;
    } while (pageToken !== '');
    accountProjects.value = found;
  });

/** The copy of the open project in the list as last read. */
export const listedCopy = (): Project | undefined =>
  accountProjects.value?.find(({ projectId }) => projectId === project.value.copy?.projectId);

/** @param from version to replace; null: stored as a new project */
export async function saveToAccount(keepPeople: boolean, from: number | null): Promise<void> {
  if (saving.value) return;
  saving.value = true;
  await told(async () => {
    const { name, changedAt, copy } = project.peek();
    const texts = keepPeople ? sectionTexts() : withoutPeople(sectionTexts());
    const { document, withoutLayouts } = writeForAccount(name, texts);
    const sent = { document, keepPeople: texts.has('people') || laysHoldBodies(texts) };
    try {
      const { project: saved } =
        from === null || copy === undefined
          ? await projectService.createProject(sent)
          : await projectService.updateProject({ projectId: copy.projectId, versionNumber: from, ...sent });
      refusal.value = null;
      const auto = project.peek().copy?.auto ?? false;
      await noteCopy({ ...copyOf(saved!), keepPeople, changedAt, auto, withoutLayouts });
    } catch (error) {
      const { code } = ConnectError.from(error);
      const kept = code === Code.Aborted && copy ? await projectService.getProject(copy) : null;
      // A save whose answer was lost has changed the copy itself.
      if (kept?.document === document) {
        refusal.value = null;
        await noteCopy({ ...copy!, ...copyOf(kept.project!), keepPeople, changedAt, withoutLayouts });
        return;
      }
      if (from === null || (code !== Code.Aborted && code !== Code.NotFound)) throw error;
      refusal.value = code === Code.Aborted ? 'changed' : 'gone';
    }
  });
  saving.value = false;
  if (accountTrouble.value === null) await readAccountProjects();
}

/** Opens a project of the account: the one of this browser that is its copy, or a further one. */
export const openFromAccount = (projectId: string): Promise<void> =>
  told(async () => {
    const { project: found, document } = await projectService.getProject({ projectId });
    const rows = await store.list();
    const same = rows.find(({ copy, version: of }) => {
      return of === version && copy?.projectId === projectId && copy.versionNumber === found!.versionNumber;
    });
    if (same) return open(same.id);
    const { name, sections } = readDocument(document);
    const row = { ...newRow(rows), name };
    const copy = { ...copyOf(found!), keepPeople: found!.holdsPeople, changedAt: row.changedAt };
    await store.put({ ...row, copy }, sections);
    open(row.id);
  });

/** Decides whether each change of the open project is saved by itself. */
export async function setAuto(auto: boolean): Promise<void> {
  const { copy } = project.peek();
  if (copy) await noteCopy({ ...copy, auto });
}

/** The address that opens a project for its owner, or for the members of the organisation. */
export async function copyLink(projectId: string): Promise<boolean> {
  let copied = false;
  await told(async () => {
    const { organizationId } = await accountService.getAccount({});
    await navigator.clipboard.writeText(linkTo(projectId, organizationId));
    copied = true;
  });
  return copied;
}

/** Deletes a project from the account; this browser keeps its own. */
export const deleteFromAccount = (projectId: string): Promise<void> =>
  told(async () => {
    await projectService.deleteProject({ projectId });
    if (project.peek().copy?.projectId === projectId) await noteCopy(undefined);
    await readAccountProjects();
  });

const copyOf = ({ projectId, versionNumber }: Project): Pick<AccountCopy, 'projectId' | 'versionNumber'> => ({
  projectId,
  versionNumber,
});
