/**
 * Draws the pictures of the library again, after a change of it: `npm run build && node
 * dist/src/patterns/library/write-pictures.js`. A test compares the file with the drafts.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { draftPicture } from '../draft-picture.js';
import { draft } from '../patterns.js';
import { libraryVersions } from './library.js';

const lines: string[] = [];
for (const version of libraryVersions()) {
  const picture = draftPicture(await draft(version, { variables: {}, unfold: true }));
  lines.push(`  ${JSON.stringify(version.sha256)}: ${JSON.stringify(picture)}`);
}
writeFileSync(join('src', 'patterns', 'library', 'pictures.json'), `{\n${lines.join(',\n')}\n}\n`);
