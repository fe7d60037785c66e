import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  resolve: {
    // The stream is that of the client, which has stubs and libraries of its own elsewhere.
    alias: [{ find: /^\.\.\/gen\//, replacement: here('../gen/') }],
    dedupe: ['@bufbuild/protobuf', '@connectrpc/connect'],
  },
  build: {
    outDir: here('../dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    // The page's policy takes pictures and scripts of its own origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Of everything that is bundled; it goes with the package.
    license: { fileName: 'licenses.md' },
  },
  plugins: [compressed()],
});
