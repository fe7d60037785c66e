/** The storage that projects need. The Store port has the same methods. */

/** Exactly one of the two. */
export interface ProjectOwner {
  readonly ownerUserId: string | null;
  readonly ownerOrganizationId: string | null;
}

/** A project without its document. */
export interface StoredProject extends ProjectOwner {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  readonly versionNumber: number;
  readonly bytes: number;
  readonly holdsPeople: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type ProjectChange = Pick<StoredProject, 'name' | 'bytes' | 'holdsPeople' | 'updatedAt'> & {
  readonly document: string;
};

export interface ProjectRepository {
  createProject(project: StoredProject, document: string): Promise<void>;
  findProject(id: string): Promise<StoredProject | null>;
  /** Null: the project is gone, or at another version. */
  projectDocument(id: string, versionNumber: number): Promise<string | null>;
  listProjects(query: {
    owner: ProjectOwner;
    after: { readonly name: string; readonly id: string } | null;
    limit: number;
  }): Promise<StoredProject[]>;
  countProjects(owner: ProjectOwner): Promise<number>;
  updateProject(id: string, versionNumber: number, change: ProjectChange): Promise<boolean>;
  deleteProject(id: string, versionNumber: number): Promise<boolean>;
}
