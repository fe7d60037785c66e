/** Writes each file of the page as Brotli and gzip too, and reports the size of a first visit. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import type { Plugin } from 'vite';

/** Only these formats shrink. */
const compressible = /\.(html|js|css|svg|json)$/;

export function compressed(): Plugin {
  let folder = '';
  return {
    name: 'selvage-compressed',
    apply: 'build',
    configResolved({ build }) {
      folder = build.outDir;
    },
    closeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        compressible.test(name),
      );
      for (const name of files) {
        const bytes = readFileSync(join(folder, name));
        const params = { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }));
      }
      const first = ['index.html', ...firstLoad(readFileSync(join(folder, 'index.html'), 'utf8'))];
      const size = first.reduce((sum, name) => sum + readFileSync(join(folder, `${name}.gz`)).length, 0);
      console.log(`first load: ${first.length} files, ${(size / 1000).toFixed(1)} kB as gzip`);
    },
  };
}

/** The scripts and styles named by the page itself. */
function firstLoad(html: string): string[] {
  return [...html.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css|svg))"/g)].map(([, name]) => name!);
}
