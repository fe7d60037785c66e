/** The tools over a marker: a measure between two points, and the names and marks of the pieces. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { violations } from './axe.js';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { go, nest, openSearch, paste } from './steps.js';

const tools = suite<Browsed>('the tools over a marker');

tools.before(async (context) => {
  Object.assign(context, await browse());
});
tools.after(async ({ close }) => close());

const measured = (page: Page) => page.locator('.measured');
const toggle = (page: Page) => page.getByRole('button', { name: 'Measure', exact: true });

/** A board of 100 x 40 mm, whose roll is drawn as long as the board. */
const board = {
  polygons: [
    {
      id: 'board',
      points: [
        [0, 0],
        [100, 0],
        [100, 40],
        [0, 40],
      ],
    },
  ],
  allowedRotations: [0],
  maximumExecutionTime: 1,
};

async function boxOf(page: Page) {
  const { x, y, width, height } = (await page.locator('.part > path').boundingBox())!;
  return { left: x, top: y, right: x + width, bottom: y + height };
}

tools('two clicks measure, and snap to corners and edges', async ({ page, link }) => {
  await page.goto(link);
  await go(page, 'Marker');
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  await paste(page, JSON.stringify(board));
  await page.locator('.loaded', { hasText: '1 part' }).waitFor();
  await page.getByLabel('Width').fill('60');
  await nest(page);
  await toggle(page).click();
  await page.locator('.measure').waitFor({ state: 'attached' });
  const { left, top, right, bottom } = await boxOf(page);
  await page.mouse.click(left + 5, top + 4);
  await page.mouse.move((left + right) / 2, bottom + 5);
  await page.locator('.measure-cursor.to-edge').waitFor({ state: 'attached' });
  assert.match((await measured(page).textContent())!, /^6\d\.\d mm \(50\.\d mm across, 40\.0 mm down\)$/);
  await page.mouse.click(right - 4, bottom - 3);
  assert.is(await measured(page).textContent(), '107.7 mm (100.0 mm across, 40.0 mm down)');
  assert.is(await page.locator('.measure text').textContent(), '107.7 mm');
  await screenshot(page, 'measure');

  await page.mouse.move(left + 30, top + 30);
  await page.mouse.down();
  await page.mouse.move(left + 60, top + 50, { steps: 3 });
  await page.mouse.up();
  assert.is(await measured(page).textContent(), '107.7 mm (100.0 mm across, 40.0 mm down)', 'a drag moves the drawing');
  assert.equal(await violations(page, 'measure'), []);
});

tools('keys measure from corner to corner', async ({ page }) => {
  await page.keyboard.press('Escape');
  assert.is(await page.locator('.measure').count(), 0);
  await toggle(page).focus();
  await page.keyboard.press('Enter');
  await page.locator('.measure rect:focus').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  assert.is(await measured(page).textContent(), '100.0 mm (100.0 mm across, 0.0 mm down)');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  assert.is(await measured(page).textContent(), '40.0 mm (0.0 mm across, 40.0 mm down)');
  await page.keyboard.press('Escape');
  assert.is(await measured(page).count(), 0);
  await page.locator('.marker-tools button:focus', { hasText: 'Measure' }).waitFor();
});

tools('a measured rectangle becomes a keep-out of the next search', async ({ page }) => {
  await toggle(page).click();
  const { left, top, bottom } = await boxOf(page);
  await page.mouse.click(left + 2, top + 2);
  await page.mouse.click(left + 2, bottom - 2);
  await measured(page).filter({ hasText: '40.0 mm (0.0 mm across' }).waitFor();
  assert.is(await page.getByRole('button', { name: /^Keep parts off/ }).count(), 0, 'a line is no rectangle');
  await page.mouse.click(left + 2, top + 2);
  const scale = (bottom - top) / 40;
  await page.mouse.click(left + 30 * scale, top + 20 * scale);
  await page.getByRole('button', { name: 'Keep parts off this rectangle' }).click();
  await page.getByText(/Keep-out 1 on sheet 1: (29|30)\.\d mm × (19|20)\.\d mm/).waitFor();
  assert.is(await page.locator('.keep-out.drawn').count(), 1);
  await page.reload();
  await page.locator('.keep-out.drawn').waitFor({ state: 'attached' });
  await nest(page);
  await page.locator('.keep-out:not(.drawn)').waitFor({ state: 'attached' });
  const style = (await page.locator('.part').getAttribute('style'))!;
  const [x, y] = /translate\(([\d.]+)px, ([\d.]+)px\)/.exec(style)!.slice(1).map(Number);
  assert.ok(x! > 28 || y! > 18, `the board lies beside it, at ${x} ${y}`);
  await page.getByRole('button', { name: 'Remove keep-out 1' }).click();
  assert.is(await page.locator('.keep-outs').count(), 0);
});

tools('grain, notches and folds lie on the pieces where they are large enough, with a switch', async ({ page }) => {
  await go(page, 'Pattern');
  await page.getByRole('button', { name: /^Simon shirt/ }).click();
  await page.locator('.piece').first().waitFor();
  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await page.getByText('25 parts').waitFor();
  await openSearch(page);
  await page.getByLabel('Time limit').fill('2');
  await page.getByLabel('Width').fill('1500');
  await page.getByLabel('Between parts').fill('3');
  await nest(page);
  const parts = await page.locator('.parts .part').count();
  const signs = (least: number, most: number) =>
    page.waitForFunction(
      ([from, to]) => {
        const { length } = document.querySelectorAll('.marks');
        return length >= from! && length <= to!;
      },
      [least, most],
    );
  const press = async (name: string, times = 1): Promise<void> => {
    for (let i = 0; i < times; i++) await page.getByRole('button', { name, exact: true }).click();
  };
  await press('Zoom in', 4);
  await signs(parts - 2, parts);
  const grains = await page
    .locator('.mark-grain')
    .evaluateAll((paths) => paths.map((path) => path.getAttribute('d') ?? '').filter((d) => d !== ''));
  assert.ok(grains.length > parts / 2);
  for (const d of grains) {
    const [, y1, , y2] = /M([\d.-]+) ([\d.-]+)L([\d.-]+) ([\d.-]+)/.exec(d)!.slice(1).map(Number);
    assert.ok(Math.abs(y1! - y2!) < 0.02, `the grain lies along the roll: ${d}`);
  }
  const notches = await page
    .locator('.mark-notch')
    .evaluateAll((paths) => paths.filter((path) => path.getAttribute('d') !== '').length);
  assert.ok(notches > 0);

  for (const [width, height, colorScheme] of [
    [1440, 900, 'light'],
    [1440, 900, 'dark'],
    [768, 1024, 'light'],
    [390, 844, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    assert.equal(await violations(page, `marks ${width} ${colorScheme}`), []);
    await screenshot(page, `marks-${width}-${colorScheme}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await press('Zoom out', 16);
  await signs(0, parts / 2);
  assert.ok((await page.locator('.part text').count()) < parts, 'nobody could read all names');
  await press('Fit to view');
  await press('Zoom in', 20);
  // a layout may have many parts near its middle
  await signs(1, parts - 5);
  await press('Fit to view');
  await press('Zoom in', 4);
  await signs(parts - 2, parts);

  await page.getByRole('button', { name: 'Names and marks' }).click();
  assert.is(await page.locator('.marks').count(), 0);
  assert.is(await page.locator('.part text').count(), 0);
  await page.getByRole('button', { name: 'Names and marks' }).click();
  await signs(parts - 2, parts);
});

tools('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else tools.run();
