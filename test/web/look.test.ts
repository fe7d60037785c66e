/** The look of the page in light, in dark and on a phone: screenshots, and the findings of axe-core. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { seen } from './seen.js';
import { forgetAll, nest, openSearch } from './steps.js';

const look = suite<Browsed>('the look of the page');

look.before(async (context) => {
  Object.assign(context, await browse());
});
look.after(async ({ close }) => close());

/** Every state of the page that a person stays in. */
async function walk(page: Page, link: string, name: string): Promise<void> {
  // a page of the same origin that stores nothing, so that the walk begins like a first visit
  await page.goto(new URL('/openapi.json', link).href);
  await forgetAll(page);
  await page.goto(link);
  await page.locator('.measurement .note', { hasText: '–' }).first().waitFor();
  await page.getByLabel('Waist girth', { exact: true }).focus();
  await seen(page, `body-${name}`);
  await page.getByRole('button', { name: 'Project: Project 1' }).click();
  await page.locator('.projects li').first().waitFor();
  await seen(page, `project-${name}`);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Pattern' }).click();
  await page.locator('.patterns li').first().waitFor();
  await seen(page, `patterns-${name}`);
  await page.getByRole('button', { name: /^Simon shirt/ }).click();
  await page.locator('.piece').first().waitFor();
  await seen(page, `pattern-${name}`);

  await page.getByRole('radio', { name: 'A table of sizes' }).check();
  await page.locator('.nest').first().waitFor();
  await seen(page, `sizes-${name}`);
  await page.locator('.seams summary').click();
  await page.locator('.seams button').first().click();
  await seen(page, `seams-${name}`);
  await page.locator('.seams summary').click();
  await page.getByText('Tech pack', { exact: true }).click();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const table = {
    name: 'women.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('size,gender,waistGirth\nS,female,x\n'),
  };
  await page.locator('.table-upload input[type=file]').setInputFiles(table);
  await page.getByRole('button', { name: 'Store the table' }).click();
  await page.locator('.table-upload .problem').waitFor();
  await seen(page, `upload-${name}`);
  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await page.locator('.sizes-cut input').first().waitFor();
  await seen(page, `sizes-to-cut-${name}`);
  await page.getByRole('button', { name: 'Remove Simon shirt' }).click();
  await page.getByRole('link', { name: 'Pattern' }).click();
  await page.getByRole('radio', { name: 'One person' }).check();
  await page.locator('.piece').first().waitFor();

  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await page.getByText('25 parts').waitFor();
  await page.getByRole('link', { name: 'Lays' }).click();
  await page.locator('.quantities input').first().fill('12');
  await seen(page, `lays-${name}`);
  await page.getByRole('link', { name: 'Marker' }).click();
  await openSearch(page);
  await page.getByLabel('Time limit').fill('2');
  await seen(page, `garments-${name}`);
  await nest(page);
  await seen(page, `marker-${name}`);

  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  await page.getByRole('button', { name: /linen set/ }).click();
  await page.locator('.loaded', { hasText: '111 parts' }).waitFor();
  await page.getByLabel('Between parts').fill('');
  await page.getByRole('button', { name: /^Key/ }).click();
  await seen(page, `parts-${name}`);

  await page.keyboard.press('Escape');
  await page.getByLabel('Between parts').fill('3');
  await page.getByLabel('Time limit').fill('30');
  await page.getByRole('button', { name: /^Nest/ }).click();
  await page.locator('.parts .part').first().waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('.state-done', { hasText: 'Cancelled' }).waitFor();
  await seen(page, `cancelled-${name}`);
}

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

for (const [width, height, colorScheme] of [
  [390, 844, 'light'],
  [390, 844, 'dark'],
  [768, 1024, 'light'],
  [768, 1024, 'dark'],
  [1280, 800, 'light'],
] as const) {
  look(`${width} px wide, ${colorScheme}`, async ({ page, link }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await walk(page, link, `${width}-${colorScheme}`);
    const chart = await page.locator('.chart').boundingBox();
    assert.ok(chart!.width > 280, `the chart is ${chart!.width} px wide`);
    const files = await page.getByRole('button', { name: 'PLT' }).boundingBox();
    assert.ok(files!.y + files!.height <= height || width < 760, 'the files are in sight without scrolling');
  });
}

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

look('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else look.run();
