/**
 * How smooth the marker of the page stays with many parts: garments with their names, grain and notches. The browser's own trace
 * gives the time from frame to frame and the longest task of the page. The marker is panned, zoomed and worked on, also while
 * better layouts come in.
 *
 *     npm run bench:web [-- PARTS, default 1000]
 *
 * It fails where a frame or a task takes longer than 50 ms. CHROMIUM names another browser than /usr/bin/chromium.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { serve } from '../../test/cli/run-selvage.js';
import { type Traced, traced } from './traced.js';

const count = Number(process.argv[2] ?? 1000);
const mostMs = 50;
/** Moves of the pointer or turns of the wheel in one measurement. The page answers each before the next comes. */
const steps = 120;
const searchSeconds = 20;
const garments = ['Simon shirt', 'Charlie chinos'];

const nextFrame = (page: Page): Promise<unknown> => page.evaluate(() => new Promise(requestAnimationFrame));

/** Until the page has drawn whatever a gesture left to do. */
async function rest(page: Page): Promise<void> {
  for (let i = 0; i < 10; i++) await nextFrame(page);
}

/** Moves the pressed pointer in a circle, or a part of it. */
async function circle(page: Page, [x, y]: readonly [number, number], radius: number, degrees = 360): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= steps; i++) {
    const angle = (Math.PI * degrees * i) / 180 / steps;
    await page.mouse.move(x + radius * Math.sin(angle), y + radius * (1 - Math.cos(angle)));
  }
  await page.mouse.up();
  await rest(page);
}

async function zoom(page: Page, [x, y]: readonly [number, number]): Promise<void> {
  await page.mouse.move(x, y);
  for (let i = 0; i < steps; i++) {
    await page.mouse.wheel(0, i % 40 < 20 ? -40 : 40);
  }
}

/** To twelve times as near, and until the names and marks of the parts there are drawn. */
async function zoomIn(page: Page, [x, y]: readonly [number, number]): Promise<void> {
  await page.mouse.move(x, y);
  for (let i = 0; i < 10; i++) await page.mouse.wheel(0, -100);
  await rest(page);
}

async function middleOf(page: Page): Promise<readonly [number, number]> {
  const box = (await page.locator('.drawing-view').boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** A place near another one where a part lies. */
const placeOfPart = (page: Page, near: readonly [number, number]): Promise<readonly [number, number]> =>
  page.evaluate(([x, y]) => {
    for (let away = 0; away < 200; away += 5)
      for (const [u, v] of [
        [x + away, y],
        [x, y + away],
      ] as const)
        if (document.elementFromPoint(u, v)?.closest('.part')) return [u, v] as const;
    throw new Error('no part lies there');
  }, near);

/** Fills the cutting list with garments of at least so many parts. */
async function fill(page: Page): Promise<void> {
  for (const name of garments) {
    await page.getByLabel('Pattern to add').selectOption({ label: name });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const row = page.locator('.garments li', { hasText: name });
    await row.getByText(/\d parts/).waitFor();
    const text = (await row.textContent())!;
    const each = Number(/(\d+) of fabric/.exec(text)?.[1] ?? /(\d+) parts/.exec(text)![1]);
    const quantity = Math.ceil(count / garments.length / each);
    await page.getByLabel(`Quantity of ${name}`).fill(String(quantity));
    await page.keyboard.press('Tab');
  }
}

let late = 0;

function report(name: string, { frames, tasks }: Traced): void {
  const sorted = [...frames].sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(0);
  const lateFrames = sorted.filter((ms) => ms > mostMs).length;
  const longest = Math.max(0, ...tasks.map(({ ms }) => ms));
  const longestOwn = Math.max(0, ...tasks.map(({ ownMs }) => ownMs));
  late += lateFrames + (longest > mostMs ? 1 : 0);
  const cells = [name, sorted.length, at(0.5), at(0.95), at(1), lateFrames, longest.toFixed(0), longestOwn.toFixed(0)];
  console.log(`| ${cells.join(' | ')} |`);
}

const data = mkdtempSync(join(tmpdir(), 'selvage-smooth-'));
const service = await serve(['--data', data, '--solvers', '1', '--shutdown-grace', '0']);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(240_000);
  await page.goto(`${service.url}/#key=${service.apiKey}`);
  await page.getByRole('link', { name: 'Marker' }).click();
  await fill(page);
  await page.getByText('Search', { exact: true }).press('Enter');
  await page.getByLabel('Time limit').fill(String(searchSeconds));
  await page.getByRole('button', { name: /^Nest/ }).click();
  const parts = page.locator('.parts .part');
  await parts.nth(count - 1).waitFor({ state: 'attached' });
  console.log(`${await parts.count()} parts; load ${loadavg()[0]!.toFixed(1)}; ${browser.version()}`);
  console.log(
    '|  | frames | median, ms | p95, ms | worst, ms | over 50 ms | longest task, ms | its processor time, ms |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');

  const before = await middleOf(page);
  report('pan while better layouts come', await traced(browser, page, () => circle(page, before, 60)));
  await page.locator('.state-done').waitFor();
  // the figures of the end take some of its room
  const middle = await middleOf(page);
  report('pan', await traced(browser, page, () => circle(page, middle, 60)));
  report('zoom', await traced(browser, page, () => zoom(page, middle)));
  report('zoom in, twelve times', await traced(browser, page, () => zoomIn(page, middle)));
  report('pan, twelve times as near', await traced(browser, page, () => circle(page, middle, 60)));
  const onPart = await placeOfPart(page, middle);
  await page.mouse.click(...onPart);
  await page.locator('.part.selected').waitFor();
  report('drag of a part', await traced(browser, page, () => circle(page, onPart, 120, 90)));
  if ((await page.locator('.part.locked').count()) === 0) throw new Error('the drag has moved no part');
  if ((await page.locator('.part.faulty').count()) === 0) throw new Error('no part is in the way of another');
  const there = [onPart[0] + 120, onPart[1] + 120] as const;
  report('drag of it while parts are in the way', await traced(browser, page, () => circle(page, there, 60, 90)));
} finally {
  await browser.close();
  await service.stop();
  rmSync(data, { recursive: true, force: true });
}
if (late > 0) process.exitCode = 1;
