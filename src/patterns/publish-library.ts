/** Publishes the pattern library at the start: public, under the ids and dates kept in the source. */

import { ServiceError } from '../errors.js';
import { canonicalJson, type PatternVersion } from './pattern-version.js';
import type { PatternRepository } from './repository.js';

/** Owns the library; has no keys, so that nobody can sign in as it. */
const librarian = {
  id: '00000000-0000-4000-8000-5e1ba6e00001',
  name: 'selvage-library',
  plan: 'free',
  admin: false,
  activeOrganizationId: null,
} as const;

export interface LibraryRepository extends PatternRepository {
  /** ServiceError `already_exists` for a taken name or id. */
  createUser(user: typeof librarian & { readonly createdAt: number }): Promise<void>;
}

/** Adds missing versions; a published version is never touched. */
export async function publishLibrary(
  repository: LibraryRepository,
  versions: readonly PatternVersion[],
): Promise<void> {
  const inOrder = [...versions].sort((a, b) => a.versionNumber - b.versionNumber);
  for (const version of inOrder) {
    if (await repository.findPatternVersion(version.patternId, { id: version.versionId })) continue;
    await publish(repository, version);
  }
}

async function publish(repository: LibraryRepository, version: PatternVersion): Promise<void> {
  const publishedAt = Date.parse(version.publishedAt);
  const { patternId, versionId, kind, name, description } = version;
  await unlessThere(repository.createUser({ ...librarian, createdAt: publishedAt }));
  await unlessThere(
    repository.createPattern({
      id: patternId,
      ownerUserId: librarian.id,
      ownerOrganizationId: null,
      public: true,
      name,
      description,
      createdAt: publishedAt,
    }),
  );
  const content = canonicalJson(version.content);
  await unlessThere(repository.addPatternVersion({ id: versionId, patternId, kind, content, createdAt: publishedAt }));
  await repository.publishPatternVersion(versionId, publishedAt);
  // a listing shows the latest version, and versions come in order
  await repository.updatePattern(patternId, { name, description });
}

/** Another process may be publishing at this moment. */
async function unlessThere(creation: Promise<unknown>): Promise<void> {
  try {
    await creation;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'already_exists') throw error;
  }
}
