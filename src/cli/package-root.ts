/** The folder of the package, from the compiled file's place in it: dist/src/cli/. */
export const packageRoot = new URL('../../../', import.meta.url);
