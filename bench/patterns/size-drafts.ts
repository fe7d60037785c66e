/** Every design of the library in the sizes of the tables that come with the service, one draft after the other. */
import { loadBodyModel } from '../../src/body/complete.js';
import { onFirstUse } from '../../src/body/model-source.js';
import type { BodyValues, Draft } from '../../src/patterns/draft.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import type { PatternVersion } from '../../src/patterns/pattern-version.js';
import { draft, prepare } from '../../src/patterns/patterns.js';
import { librarySizeTables } from '../../src/patterns/size-tables/library.js';
import { PatternBodies } from '../../src/services/patterns/body.js';
import { bodyOf } from '../../src/services/sizes/message.js';

export interface SizeOfTable {
  readonly table: string;
  readonly size: string;
  readonly body: BodyValues;
}

export interface SizedDraft extends SizeOfTable {
  /** Null: the design could not be drafted, for the reason in `failure`. */
  readonly draft: Draft | null;
  readonly failure: string;
}

/** The sizes of all tables, from the smallest to the largest. */
export async function sizesOfTables(): Promise<SizeOfTable[]> {
  const bodies = new PatternBodies(onFirstUse(loadBodyModel));
  const account = { userId: '', organizationId: null };
  const all = librarySizeTables.flatMap(({ name, sizes }) => sizes.map((size) => ({ name, size })));
  return Promise.all(
    all.map(async ({ name, size }) => {
      const { values } = await bodies.of(bodyOf(size), 'body', account);
      return { table: name, size: size.name, body: values };
    }),
  );
}

/** The latest version of each design. */
export const latestDesigns = (): PatternVersion[] => [
  ...new Map(libraryVersions().map((version) => [version.patternId, version])).values(),
];

export async function draftInSizes(version: PatternVersion, sizes: readonly SizeOfTable[]): Promise<SizedDraft[]> {
  await prepare(version);
  const drafted: SizedDraft[] = [];
  for (const size of sizes) {
    try {
      const one = await draft(version, { variables: {}, unfold: true, body: size.body });
      drafted.push({ ...size, draft: one, failure: '' });
    } catch (error) {
      drafted.push({ ...size, draft: null, failure: (error as Error).message });
    }
  }
  return drafted;
}
