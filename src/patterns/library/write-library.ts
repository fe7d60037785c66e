/**
 * Describes the installed FreeSewing designs again, after a change of the pinned packages: `npm run build && node
 * dist/src/patterns/library/write-library.js`. A test compares the file with the packages.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeDesign } from '../freesewing/content.js';
import { designs } from '../freesewing/design.js';

const contents = await Promise.all(Object.keys(designs).map(describeDesign));
const lines = contents.map((content) => {
  const { variables, ...rest } = content;
  const rows = variables.map((variable) => `    ${JSON.stringify(variable)}`);
  return `  ${JSON.stringify(rest).slice(0, -1)},"variables":[\n${rows.join(',\n')}\n  ]}`;
});
writeFileSync(join('src', 'patterns', 'library', 'freesewing.json'), `[\n${lines.join(',\n')}\n]\n`);
