/** The library in a store: new versions join those of an older release, and the latest one describes the pattern. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { publishLibrary } from '../../src/patterns/publish-library.js';
import { openStore } from '../../src/store/open-store.js';
import { temporaryFolder } from '../cli/run-selvage.js';

test('an installation of an older release gets the new versions and their descriptions', async () => {
  const store = await openStore({ dataDir: temporaryFolder() });
  try {
    const versions = libraryVersions();
    await publishLibrary(
      store,
      versions.filter(({ versionNumber }) => versionNumber === 1),
    );
    for (let start = 0; start < 2; start++) await publishLibrary(store, versions);
    const latest = new Map(versions.map((version) => [version.patternId, version]));
    for (const [patternId, { name, description, versionId, versionNumber }] of latest) {
      const pattern = await store.findPattern(patternId);
      assert.equal([pattern!.name, pattern!.description], [name, description]);
      const record = await store.findPatternVersion(patternId, 'latest');
      assert.equal([record!.id, record!.number], [versionId, versionNumber]);
    }
  } finally {
    await store.close();
  }
});

test.run();
