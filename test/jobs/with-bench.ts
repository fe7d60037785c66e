/** Tests on a workbench of their own. */
import { test } from 'uvu';
import { type Workbench, workbench } from './workbench.js';

export const withBench = (
  name: string,
  options: Parameters<typeof workbench>[0],
  body: (bench: Workbench) => Promise<void>,
) =>
  test(name, async () => {
    const bench = await workbench(options);
    try {
      await body(bench);
    } finally {
      await bench.end();
    }
  });
