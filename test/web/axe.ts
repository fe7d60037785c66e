/** The findings of axe-core on the page as it is. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that the page breaks, with the elements that break them. Less important ones are only printed. */
export async function violations(page: Page, name: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  // axe-core describes one element of each passed rule then, in place of all, which took two thirds of the time
  const { violations: found, passes } = await page.evaluate<AxeResults>(`axe.run({ resultTypes: ['violations'] })`);
  assert.ok(passes.length > 20, 'axe-core looked at the page');
  const sentences = found.map(({ id, impact, nodes }) => ({
    impact,
    sentence: `${name}: ${impact} ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  }));
  const isSerious = (impact: string | null | undefined): boolean => impact === 'serious' || impact === 'critical';
  for (const { impact, sentence } of sentences) if (!isSerious(impact)) console.log(sentence);
  return sentences.filter(({ impact }) => isSerious(impact)).map(({ sentence }) => sentence);
}
