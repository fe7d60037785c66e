/** The folder of the package, found from the place of the compiled file: dist/src/cli/. */
export const packageRoot = new URL('../../../', import.meta.url);
