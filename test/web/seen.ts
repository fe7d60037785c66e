/** A view as a person sees it: its picture, the findings of axe-core, and whether everything has its room. */
import type { Locator, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { violations } from './axe.js';
import { screenshot } from './browser.js';

export async function seen(page: Page, name: string): Promise<void> {
  await screenshot(page, name);
  assert.equal(await violations(page, name), []);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${name} is ${overflow} px wider than the window`);
  assert.equal(await wrapped(page), [], `${name}: words of a control on more than one line`);
  if (page.viewportSize()!.width < 760) return;
  const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  assert.ok(below <= 0, `${name} scrolls ${below} px beyond its columns, which scroll themselves`);
}

/** The lists whose chosen entry has not its room. */
export const cutOff = (lists: Locator): Promise<string[]> =>
  lists.evaluateAll((all) =>
    (all as HTMLSelectElement[]).flatMap((list) => {
      const roomy = list.cloneNode(true) as HTMLSelectElement;
      roomy.style.cssText = 'position: absolute; visibility: hidden; width: max-content; min-width: 0; max-width: none';
      list.parentElement!.append(roomy);
      const wanted = roomy.offsetWidth;
      roomy.remove();
      return list.offsetWidth + 1 < wanted ? [`${list.id}: ${list.offsetWidth} of ${wanted} px`] : [];
    }),
  );

/**
 * Buttons and choices with text on several lines. The cards of patterns and the seams are left out, since they have a name and
 * a description.
 */
const wrapped = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('button, .segments span, .steps a')]
      .filter((control) => !control.closest('.patterns, .seams'))
      .filter((control) => {
        const words = document.createRange();
        words.selectNodeContents(control);
        const lines = [...words.getClientRects()]
          .filter(({ width }) => width > 0)
          .map(({ top, bottom }) => [top, bottom]);
        const [, first = 0] = lines[0] ?? [];
        return lines.some(([top = 0]) => top >= first);
      })
      .map((control) => control.textContent ?? ''),
  );
