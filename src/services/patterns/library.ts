/** Publishes the pattern library into the store at the start: public, under the ids and dates kept in the source. */

import { ServiceError } from '../../errors.js';
import { canonicalJson, type PatternVersion } from '../../patterns/pattern-version.js';
import type { Store } from '../../store/store.js';

/** Owns the library; has no keys, so that nobody signs in as it. */
const librarian = {
  id: '00000000-0000-4000-8000-5e1ba6e00001',
  name: 'selvage-library',
  plan: 'free',
  admin: false,
  activeOrganizationId: null,
} as const;

/** Adds what is not there yet; a version that was published before is never touched. */
export async function publishLibrary(store: Store, versions: readonly PatternVersion[]): Promise<void> {
  const inOrder = [...versions].sort((a, b) => a.versionNumber - b.versionNumber);
  for (const version of inOrder) {
    if (await store.findPatternVersion(version.patternId, { id: version.versionId })) continue;
    await publish(store, version);
  }
}

async function publish(store: Store, version: PatternVersion): Promise<void> {
  const publishedAt = Date.parse(version.publishedAt);
  const { patternId, versionId, kind, name, description } = version;
  await unlessThere(store.createUser({ ...librarian, createdAt: publishedAt }));
  await unlessThere(
    store.createPattern({
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
  await unlessThere(store.addPatternVersion({ id: versionId, patternId, kind, content, createdAt: publishedAt }));
  await store.publishPatternVersion(versionId, publishedAt);
  // a listing tells of the latest version, and versions come in order
  await store.updatePattern(patternId, { name, description });
}

/** Another process of the same store may be publishing at this moment. */
async function unlessThere(creation: Promise<unknown>): Promise<void> {
  try {
    await creation;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'already_exists') throw error;
  }
}
