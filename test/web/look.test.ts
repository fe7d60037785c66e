/** The look of the page in light, in dark and on a phone: screenshots, and the findings of axe-core. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { walk } from './look-walk.js';
import { seen } from './seen.js';
import { forgetAll, go, nest, openSearch } from './steps.js';

const look = suite<Browsed>('the look of the page');

look.before(async (context) => {
  Object.assign(context, await browse());
});
look.after(async ({ close }) => close());

look('in light', async ({ page, link }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await walk(page, link, 'light');
});

look('in dark', async ({ page, link }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await walk(page, link, 'dark');
});

look('on a phone', async ({ page, link }) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 740 });
  await walk(page, link, 'phone');
});

look('follows two fingers', async ({ page, context }) => {
  const fingers = await context.newCDPSession(page);
  await fingers.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map((at, id) => ({ ...at, id })) });
  const scale = async (): Promise<number> => {
    const transform = await page.locator('.drawing-view svg > g').getAttribute('transform');
    return Number(/scale\(([\d.e-]+)\)/.exec(transform!)![1]);
  };
  await page.keyboard.press('Escape');
  const before = await scale();
  await touch('touchStart', { x: 160, y: 200 }, { x: 200, y: 240 });
  for (let i = 1; i <= 5; i++)
    await touch('touchMove', { x: 160 - 8 * i, y: 200 - 8 * i }, { x: 200 + 8 * i, y: 240 + 8 * i });
  await touch('touchEnd');
  // The next frame draws the move of the fingers.
  await page.waitForFunction(
    ([least, most]) => {
      const transform = document.querySelector('.drawing-view svg > g')?.getAttribute('transform') ?? '';
      const now = Number(/scale\(([\d.e-]+)\)/.exec(transform)?.[1]);
      return now > least! && now < most!;
    },
    [2 * before, 4 * before],
  );
  await page.getByRole('button', { name: 'Fit to view' }).click();
  await page.locator(`.drawing-view svg > g[transform$="scale(${before})"]`).waitFor({ state: 'attached' });
});

look('uses plain words, and names assumed measurements', async ({ page, link }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(new URL('/openapi.json', link).href);
  await forgetAll(page);
  await page.goto(link);
  await page.locator('.callout', { hasText: /^Height 168 assumed$/ }).waitFor();
  await page.getByRole('link', { name: 'Pattern' }).click();
  await page.getByRole('button', { name: /^Simon shirt/ }).click();
  await page.getByText('The height and the weight of Person 1 are assumed').waitFor();
  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await page.getByText('Person 1 (height and weight assumed), 25 parts').waitFor();
  await openSearch(page);
  await page.getByLabel('Time limit').fill('1');
  await nest(page);
  const notices = await page.locator('.run .notice').allTextContents();
  assert.ok(notices.includes('The time limit of 1 s was reached'), notices.join('; '));
  assert.ok(
    notices.some((notice) => /^"Cuff", "Sleeve placket overlap" and "Sleeve placket underlap" are laid/.test(notice)),
    notices.join('; '),
  );
  assert.not.match(notices.join(' '), /\[\d|[a-z][A-Z]/);

  await page.getByRole('link', { name: 'Body' }).click();
  await page.getByLabel('Height', { exact: true }).fill('171');
  await page.locator('.callout', { hasText: /^Height 171$/ }).waitFor();
  await page.getByRole('link', { name: 'Pattern' }).click();
  await page.getByText('The weight of Person 1 is assumed').waitFor();
  await page.getByRole('link', { name: 'Body' }).click();
  await page.getByLabel('Weight', { exact: true }).fill('');
  await page.getByRole('link', { name: 'Pattern' }).click();
  await page.locator('.piece').first().waitFor();
  assert.is(await page.getByText(/is assumed|are assumed/).count(), 0);
});

look('on a small window in dark, chosen by the button', async ({ page, link }) => {
  await page.setViewportSize({ width: 900, height: 640 });
  await page.goto(link);
  const button = page.getByRole('button', { name: /^Colours/ });
  await button.click();
  await button.click();
  assert.is(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await page.locator('.measurement .note', { hasText: '–' }).first().waitFor();
  await seen(page, 'body-small');
});

look('tells each choice from the others, in the colours of a system with high contrast, too', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await go(page, 'Marker');
  await page.getByRole('button', { name: 'Marks' }).waitFor();
  const choices = [
    ['.steps a[aria-current]', '.steps a:not([aria-current])'],
    ['.segments input:checked + span', '.segments input:not(:checked) + span'],
    ['.marker-tools [aria-pressed="true"]', '.marker-tools [aria-pressed="false"]'],
  ] as const;
  for (const forcedColors of ['none', 'active'] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, forcedColors });
      for (const pair of choices) {
        const ratio = await page.evaluate(farthest, pair);
        assert.ok(ratio >= 3, `${pair[0]} in ${colorScheme}, forced colours ${forcedColors}: ${ratio}`);
      }
    }
  await page.emulateMedia({ forcedColors: 'none' });
});

/** The largest contrast between two elements, of their grounds or of their edges (on the ground of a parent). */
function farthest([chosen, other]: readonly [string, string]): number {
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
  const light = (element: Element, edge: string): number => {
    pen.clearRect(0, 0, 1, 1);
    const grounds = [];
    for (let at: Element | null = element; at; at = at.parentElement)
      grounds.unshift(getComputedStyle(at).backgroundColor);
    for (const color of [...grounds, edge]) {
      pen.fillStyle = color;
      pen.fillRect(0, 0, 1, 1);
    }
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b! + 0.05;
  };
  const [a, b] = [document.querySelector(chosen)!, document.querySelector(other)!];
  const edges = [() => 'transparent', (element: Element) => getComputedStyle(element).borderBottomColor];
  const ratios = edges.map((edge) => {
    const [one, two] = [light(a, edge(a)), light(b, edge(b))];
    return Math.max(one, two) / Math.min(one, two);
  });
  return Math.max(...ratios);
}

look('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else look.run();
