/** An order with parts of several materials: a tab for each, with its own cloth, search, layout and files. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { violations } from './axe.js';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { done, go, openSearch, section } from './steps.js';

const materials = suite<Browsed>('several materials');

materials.before(async (context) => {
  Object.assign(context, await browse());
});
materials.after(async ({ close }) => close());

interface Run {
  readonly jobId: string;
  readonly laid: { readonly bins: readonly { readonly boundary: { readonly points: readonly { y?: number }[] } }[] };
  readonly ground: { readonly title: string; readonly fabric?: { readonly repeatX?: number } };
  readonly best: { readonly placements: readonly object[] } | null;
}

interface Marker {
  readonly material: string;
  readonly setup: Record<string, string>;
  readonly run: Run | null;
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });

const width = ({ laid }: Run): number => Math.max(...laid.bins[0]!.boundary.points.map(({ y = 0 }) => y));

/** All three have a layout, and none is searched for any more. */
async function allDone(page: Page): Promise<void> {
  for (const name of ['fabric', 'lining', 'interfacing'])
    await page.getByRole('tab', { name: new RegExp(`^${name} ?[\\d.]+ %$`) }).waitFor({ timeout: 240_000 });
}

materials('each material has cloth of its own, and all are nested in one go', async ({ page, link }) => {
  await page.goto(link);
  await go(page, 'Pattern');
  await page.getByLabel('Find a pattern').fill('tote');
  await page.getByRole('button', { name: /Tote bag/ }).click();
  await page.locator('.piece').first().waitFor();
  await page.getByLabel('Handles', { exact: true }).selectOption({ label: 'padded' });
  await page.locator('.canvas[aria-busy="false"]').waitFor();
  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await tab(page, 'interfacing').waitFor();
  assert.equal(await page.getByRole('tab').locator('strong').allTextContents(), ['fabric', 'interfacing', 'lining']);
  await openSearch(page);
  await page.getByLabel('Time limit').fill('2');
  await page.getByLabel('Width').fill('1200');
  await page.getByLabel('Stripes, every →').fill('50');

  await tab(page, 'lining').click();
  assert.is(await page.getByLabel('Material', { exact: true }).inputValue(), 'lining');
  assert.is(await page.getByLabel('Width').inputValue(), '1200', 'begins as the marker shown before');
  assert.is(await page.getByLabel('Stripes, every →').inputValue(), '', 'and plain');
  await page.getByLabel('Width').fill('1000');
  await page.getByLabel('Material', { exact: true }).selectOption('interfacing');
  await page.getByLabel('Width').fill('900');
  await page.getByLabel('Nap').selectOption({ label: 'one way' });

  await page.getByRole('button', { name: 'Nest all 3 materials' }).click();
  // the other searches go on while this one is shown
  await tab(page, 'lining').click();
  await allDone(page);
  await done(page);
  const shown = await section<Run>(page, 'run');
  const others = await section<Marker[]>(page, 'markers');
  assert.equal([shown.ground.title, width(shown)], ['Marker lining', 1000]);
  assert.equal(
    others.map(({ material, run }) => [material, width(run!), run!.ground.fabric?.repeatX ?? null]),
    [
      ['fabric', 1200, 50],
      ['interfacing', 900, null],
    ],
  );
  assert.ok([shown, ...others.map(({ run }) => run!)].every(({ best }) => best!.placements.length > 0));
});

materials('a tab has its layout, its figures and its files', async ({ page }) => {
  const figures = async (name: string): Promise<string> => {
    await tab(page, name).click();
    await page.getByRole('tabpanel', { name: `Marker of ${name}` }).waitFor();
    const state = (await tab(page, name).locator('span').textContent())!;
    assert.match((await page.locator('.figures').textContent())!, new RegExp(`^Density${state.replace('.', '\\.')}`));
    const [, shown, all] = /Parts(\d+) of (\d+)/.exec((await page.locator('.figures').textContent())!)!;
    assert.is(shown, all);
    await page
      .locator('.parts .part')
      .nth(Number(all) - 1)
      .waitFor({ state: 'attached' });
    assert.is(await page.locator('.parts .part').count(), Number(all));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'HTML', exact: true }).click(),
    ]);
    assert.is(download.suggestedFilename(), `marker-${name}.html`);
    return readFileSync(await download.path(), 'utf8');
  };
  const reports = [await figures('fabric'), await figures('lining'), await figures('interfacing')];
  assert.ok(
    reports.every((report, i) => report.includes(['1200', '1000', '900'][i]!)),
    'the widths of the cloths',
  );
  assert.is(await page.locator('.stripes').count(), 0);
  await tab(page, 'fabric').click();
  await page.locator('.stripes').waitFor({ state: 'attached' });
});

materials('the work on one marker waits while another is shown', async ({ page }) => {
  await tab(page, 'lining').click();
  await page.locator('.part[role=button]').first().focus();
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.keyboard.press('Control+Shift+Z');
  await tab(page, 'fabric').click();
  assert.ok(await page.getByRole('button', { name: 'Undo' }).isDisabled());
  await tab(page, 'lining').click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo' }).and(page.locator(':disabled')).waitFor();
});

materials('the tabs follow the arrow keys, and look right on every width', async ({ page }) => {
  await tab(page, 'fabric').click();
  await page.keyboard.press('ArrowRight');
  assert.is(await tab(page, 'interfacing').getAttribute('aria-selected'), 'true');
  await page.keyboard.press('End');
  assert.is(await tab(page, 'lining').getAttribute('aria-selected'), 'true');
  await page.keyboard.press('ArrowRight');
  assert.is(await tab(page, 'fabric').getAttribute('aria-selected'), 'true');
  for (const [size, height] of [
    [1440, 900],
    [768, 1024],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width: size, height });
    await page.locator('.parts .part').first().waitFor();
    assert.ok(await tab(page, 'fabric').isVisible());
    assert.equal(await violations(page, `materials at ${size}`), []);
    await screenshot(page, `materials-${size}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
});

materials('a reload keeps every marker, and a search that is not shown goes on', async ({ page }) => {
  await go(page, 'Pattern');
  await page.getByRole('button', { name: 'Other patterns' }).click();
  await page.getByLabel('Find a pattern').fill('simon');
  await page.getByRole('button', { name: /^Simon shirt/ }).click();
  await page.locator('.piece').first().waitFor();
  // its search takes all of its time, as that of a few rectangles need not
  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await page.locator('.garments li').nth(1).getByText(/parts/).waitFor();
  await openSearch(page);
  for (const name of ['lining', 'fabric']) {
    await tab(page, name).click();
    await page.getByLabel('Time limit').fill('25');
  }
  await page.getByRole('button', { name: 'Only fabric' }).click();
  await page.getByRole('tab', { name: /^fabric ?[\d.]+ % …$/ }).waitFor();
  await tab(page, 'lining').click();
  await page.locator('.state-done').waitFor();
  await page.reload();
  await done(page);
  assert.is(await tab(page, 'lining').getAttribute('aria-selected'), 'true');
  assert.is(await page.getByLabel('Width').inputValue(), '1000');
  await page.getByRole('tab', { name: /^fabric ?[\d.]+ % …$/ }).waitFor();
  await tab(page, 'fabric').click();
  await page.locator('.state-running').waitFor();
  assert.is(await page.getByLabel('Stripes, every →').inputValue(), '50');
  await page.getByRole('button', { name: 'Cancel fabric' }).click();
  await page.locator('.state-done', { hasText: 'Cancelled' }).waitFor();
  await allDone(page);
});

materials('a faulty cloth is shown, and all others are nested', async ({ page }) => {
  await tab(page, 'interfacing').click();
  await page.getByLabel('Width').fill('wide');
  await openSearch(page);
  for (const name of ['lining', 'fabric']) {
    await tab(page, name).click();
    await page.getByLabel('Time limit').fill('1');
  }
  const before = (await section<Run>(page, 'run')).jobId;
  await page.getByRole('button', { name: 'Nest all 3 materials again' }).click();
  await page.getByText('“wide” is not a number').waitFor();
  assert.is(await tab(page, 'interfacing').getAttribute('aria-selected'), 'true');
  await page.getByLabel('Width').fill('900');
  await allDone(page);
  await tab(page, 'fabric').click();
  assert.is.not((await section<Run>(page, 'run')).jobId, before);
});

materials('a file holds all markers, and is refused with the fault of one', async ({ page }) => {
  await page.getByRole('button', { name: /^Project: / }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save to file' }).click(),
  ]);
  const saved = JSON.parse(readFileSync(await download.path(), 'utf8')) as { name: string; markers: Marker[] };
  assert.equal(saved.markers.map(({ material }) => material).sort(), ['interfacing', 'lining']);
  const open = async (document: object): Promise<void> => {
    const file = {
      name: 'work.selvage.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(document)),
    };
    await page.locator('.projects input[type=file]').setInputFiles(file);
  };
  const faulty = structuredClone(saved);
  (faulty.markers[1]!.setup as Record<string, unknown>).width = 3;
  (faulty.markers[0]!.run!.best!.placements[0] as { index: number }).index = 99;
  await open(faulty);
  await page.locator('.projects .problem', { hasText: 'markers[1].setup.width: must be a text' }).waitFor();
  await open({ ...faulty, markers: [faulty.markers[0]] });
  await page.locator('.projects .problem', { hasText: 'markers[0].run.best.placements[0].index: 99' }).waitFor();

  await open({ ...saved, name: 'Bags' });
  await page.getByRole('button', { name: 'Project: Bags' }).waitFor();
  await allDone(page);
  await tab(page, 'interfacing').click();
  assert.is(await page.getByLabel('Nap').inputValue(), 'marker');
});

materials('the list of jobs opens the tab of the job', async ({ page }) => {
  await tab(page, 'fabric').click();
  await page.getByRole('button', { name: 'Only fabric' }).click();
  await page.getByRole('button', { name: 'Cancel fabric' }).waitFor();
  await done(page);
  await tab(page, 'lining').click();
  await page.getByRole('button', { name: /^Project: / }).click();
  const rows = page.getByRole('list', { name: 'Jobs of your account' }).getByRole('button', { name: /^Marker of/ });
  await rows.first().click();
  await page.getByRole('tab', { selected: true, name: /^fabric/ }).waitFor();
  await done(page);
  await allDone(page);
});

materials('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

(browserPath ? materials : skipped).run();
