import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.js';
import { plainStubs } from './build/plain-stubs.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  resolve: {
    alias: [
      // The page uses the client's stream, which has stubs and libraries of its own elsewhere.
      { find: /^\.\.\/gen\//, replacement: here('../gen/') },
      // The service reads the font from its package.
      { find: /^\.\/font-file\.js$/, replacement: here('src/shell/font-file.ts') },
    ],
    dedupe: ['@bufbuild/protobuf', '@connectrpc/connect'],
  },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy allows pictures and scripts of its own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The library of fonts is the largest; it is loaded with the first PDF in letters beyond Latin.
    chunkSizeWarningLimit: 800,
    // The licences of everything bundled, which go with the package.
    license: { fileName: 'licenses.md' },
  },
  plugins: [plainStubs(), compressed()],
});
