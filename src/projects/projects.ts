/** The projects of a caller: stored whole, each change against the version that it starts from. */
import { randomUUID } from 'node:crypto';
import { ServiceError } from '../errors.js';
import { isUuid } from '../uuid.js';
import { nameProblems, readDocument, renamed } from './read-document.js';
import type { ProjectOwner, ProjectRepository, StoredProject } from './repository.js';

/** Projects that an owner may have: limits how much of the store one key can fill. */
const mostProjects = 100;
/** Tries to read a document and its version as one, while others change it. */
const readTries = 5;

/** A user in personal context, or a member of an organisation in its context. */
export interface ProjectUser {
  readonly userId: string;
  readonly organizationId: string | null;
}

export type ProjectEdit = { readonly name: string } | { readonly document: string; readonly keepPeople: boolean };

export interface ProjectsParts {
  readonly repository: ProjectRepository;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export class Projects {
  readonly #parts: ProjectsParts;

  constructor(parts: ProjectsParts) {
    this.#parts = parts;
  }

  /** By (name, id), from behind `after`. */
  list(user: ProjectUser, after: { name: string; id: string } | null, limit: number): Promise<StoredProject[]> {
    return this.#parts.repository.listProjects({ owner: ownerOf(user), after, limit });
  }

  /** ServiceError `invalid` for a faulty document, `quota_exceeded`. */
  async create(document: string, keepPeople: boolean, user: ProjectUser): Promise<StoredProject> {
    const { repository, now } = this.#parts;
    const read = readDocument(document, { keepPeople });
    const owner = ownerOf(user);
    if ((await repository.countProjects(owner)) >= mostProjects) {
      const message = `there are ${mostProjects} projects already, as many as one owner may have: delete one first`;
      throw new ServiceError('quota_exceeded', message, { code: 'too_many_projects' });
    }
    const at = now();
    const project = { id: randomUUID(), ...owner, versionNumber: 1, ...read, createdAt: at, updatedAt: at };
    await repository.createProject(project, document);
    return project;
  }

  /** ServiceError `not_found`, the same for an absent project, a foreign one and a malformed UUID. */
  async find(projectId: string, user: ProjectUser): Promise<StoredProject> {
    const found = isUuid(projectId) ? await this.#parts.repository.findProject(projectId.toLowerCase()) : null;
    const owner = ownerOf(user);
    const isOwn = found?.ownerUserId === owner.ownerUserId && found.ownerOrganizationId === owner.ownerOrganizationId;
    if (found && isOwn) return found;
    throw new ServiceError('not_found', `No project ${JSON.stringify(projectId.slice(0, 64))} of yours`);
  }

  /** A project and its document, both of one version. */
  async read(projectId: string, user: ProjectUser): Promise<{ project: StoredProject; document: string }> {
    for (let i = 0; i < readTries; i++) {
      const project = await this.find(projectId, user);
      const document = await this.#parts.repository.projectDocument(project.id, project.versionNumber);
      if (document !== null) return { project, document };
    }
    throw new ServiceError('unavailable', 'The project changes too often to be read now: try again', {
      retryAfterSeconds: 1,
    });
  }

  /** ServiceError `precondition_failed` if the project is not at `versionNumber`; then nothing is stored. */
  async update(projectId: string, versionNumber: number, edit: ProjectEdit, user: ProjectUser): Promise<StoredProject> {
    const { project, document } = await this.read(projectId, user);
    if (project.versionNumber !== versionNumber) throw changed(project, versionNumber);
    const { text, keepPeople } = this.#edited(document, edit);
    const read = readDocument(text, { keepPeople });
    const change = { ...read, document: text, updatedAt: this.#parts.now() };
    if (!(await this.#parts.repository.updateProject(project.id, versionNumber, change))) {
      throw changed(await this.find(projectId, user), versionNumber);
    }
    return { ...project, ...read, versionNumber: versionNumber + 1, updatedAt: change.updatedAt };
  }

  /** @param versionNumber absent: whichever it is */
  async delete(projectId: string, versionNumber: number | undefined, user: ProjectUser): Promise<void> {
    for (let i = 0; i < readTries; i++) {
      const project = await this.find(projectId, user);
      const wanted = versionNumber ?? project.versionNumber;
      if (project.versionNumber !== wanted) throw changed(project, wanted);
      if (await this.#parts.repository.deleteProject(project.id, wanted)) return;
    }
    throw new ServiceError('unavailable', 'The project changes too often to be deleted now: try again', {
      retryAfterSeconds: 1,
    });
  }

  #edited(before: string, edit: ProjectEdit): { text: string; keepPeople: boolean } {
    if ('document' in edit) return { text: edit.document, keepPeople: edit.keepPeople };
    const problems = nameProblems(edit.name, 'name');
    if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
    // the consent for its people was given before
    return { text: renamed(before, edit.name), keepPeople: true };
  }
}

const ownerOf = ({ userId, organizationId }: ProjectUser): ProjectOwner => ({
  ownerUserId: organizationId === null ? userId : null,
  ownerOrganizationId: organizationId,
});

function changed({ versionNumber }: StoredProject, started: number): ServiceError {
  const message = `The project is at version ${versionNumber}, and the change starts from ${started}: read it again first`;
  return new ServiceError('precondition_failed', message, { code: 'version_mismatch' });
}
