// The last step of a build: the command line program must be executable for `npx selvage` to work in the clone.
import { chmodSync, existsSync } from 'node:fs';

const program = 'dist/src/cli/main.js';
if (existsSync(program)) chmodSync(program, 0o755);
