import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.js';
import { plainStubs } from './build/plain-stubs.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  resolve: {
    // The page uses the client's stream, which has stubs and libraries of its own elsewhere.
    alias: [{ find: /^\.\.\/gen\//, replacement: here('../gen/') }],
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
    // The licences of everything bundled, which go with the package.
    license: { fileName: 'licenses.md' },
  },
  plugins: [plainStubs(), compressed()],
});
