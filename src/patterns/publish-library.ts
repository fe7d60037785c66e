/** Publishes the pattern library at the start: public, under the ids and dates kept in the source. */

import { ServiceError } from '../errors.js';
import { canonicalJson } from '../json/canonical.js';
import type { PatternVersion } from './pattern-version.js';
import type { PatternRepository, Publication } from './repository.js';

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
  const missing = new Set(await repository.missingPatternVersions(versions.map(({ versionId }) => versionId)));
  if (missing.size === 0) return;
  const inOrder = versions
    .filter(({ versionId }) => missing.has(versionId))
    .sort((a, b) => a.versionNumber - b.versionNumber);
  await ensureLibrarian(repository, Math.min(...inOrder.map(({ publishedAt }) => Date.parse(publishedAt))));
  // one write to the disk instead of hundreds: commands with a temporary store begin with it
  await repository.publishTogether(inOrder.map(publicationOf));
}

function publicationOf({
  patternId,
  versionId,
  kind,
  name,
  description,
  content,
  publishedAt,
}: PatternVersion): Publication {
  const createdAt = Date.parse(publishedAt);
  return {
    pattern: {
      id: patternId,
      ownerUserId: librarian.id,
      ownerOrganizationId: null,
      public: true,
      name,
      description,
      createdAt,
    },
    version: { id: versionId, patternId, kind, content: canonicalJson(content), createdAt },
  };
}

/** Another process may be publishing at this moment. */
async function ensureLibrarian(repository: LibraryRepository, createdAt: number): Promise<void> {
  try {
    await repository.createUser({ ...librarian, createdAt });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'already_exists') throw error;
  }
}
