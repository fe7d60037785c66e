/** A pattern cutter's way through the page: a body, a pattern, a marker. Each step runs against the live service. */
import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { density, done, drawn, go, nest } from './steps.js';

const flow = suite<Browsed>('the page');

flow.before(async (context) => {
  Object.assign(context, await browse());
});
flow.after(async ({ close }) => close());

const placeholder = (page: Page, label: string): Promise<string | null> =>
  page.getByLabel(label, { exact: true }).getAttribute('placeholder');

async function contentOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

async function downloaded(page: Page, button: Locator): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), content: await contentOf(download) };
}

flow('asks for a key, reports a refused one, and takes the key out of the address', async (context) => {
  const { page, service, link } = context;
  await page.goto(service.url);
  const field = page.getByLabel('API key');
  await field.waitFor();
  await field.fill('selvage_wrong');
  await page.locator('.popover .problem').waitFor();
  assert.match((await page.locator('.popover .problem').textContent())!, /key/i);
  assert.is(await field.getAttribute('aria-invalid'), 'true');

  await page.goto('about:blank');
  await page.goto(link);
  await page.locator('.key-button.there').waitFor();
  assert.is(page.url(), `${service.url}/`);
  assert.is(await page.evaluate(`sessionStorage.getItem('selvage.key')`), service.apiKey);
  assert.is(await page.evaluate(`localStorage.getItem('selvage.key')`), null);
});

flow('shows all 69 measurements with their intervals, in the form and on the figure', async ({ page }) => {
  await page.waitForFunction(() => {
    const values = [...document.querySelectorAll('.callout .value')].map(({ textContent }) => textContent);
    return values.length === 69 && values.every((text) => /^[\d.]+$/.test(text ?? ''));
  });
  assert.is(await page.locator('.measurement').count(), 69);
  const intervals = await page.locator('.callout .range').allTextContents();
  assert.is(intervals.filter((text) => /^ ?[\d.]+ – [\d.]+$/.test(text)).length, 67, 'height and weight are measured');
  const waist = page.getByLabel('Waist girth', { exact: true });
  await waist.focus();
  assert.match((await page.locator('.caption').textContent())!, /Waist girth.*90 % between.*waist level/);
  assert.is(await page.locator('.tape.on circle').count(), 4, 'the line in focus, with its ends, from both sides');
});

flow('lights up the three measurements to take next, and a click leads to their fields', async ({ page }) => {
  const buttons = page.locator('.proposals button');
  await buttons.nth(2).waitFor();
  assert.is(await buttons.count(), 3);
  assert.is(await page.locator('.callout.proposed').count(), 3);
  assert.ok((await page.locator('.tape.proposed').count()) >= 3);
  const name = (await buttons.first().textContent())!;
  await buttons.first().click();
  assert.ok(await page.getByLabel(name, { exact: true }).evaluate((field) => field === document.activeElement));
});

flow('narrows the intervals for Americans, and leaves the values', async ({ page }) => {
  const note = page.locator('#measurement-bicepGirth-note');
  const numbers = async (): Promise<number[]> => ((await note.textContent())!.match(/[\d.]+/g) ?? []).map(Number);
  const before = await numbers();
  const settled = (text: string | null, same: boolean) =>
    page.waitForFunction(
      ([last, isSame]) => (document.querySelector('#measurement-bicepGirth-note')?.textContent === last) === isSame,
      [text, same] as const,
    );
  const shown = await note.textContent();
  const choice = page.getByLabel('Population');
  assert.is(await choice.inputValue(), 'unspecified');
  await choice.selectOption('Americans');
  await settled(shown, false);
  const [value, low, high] = await numbers();
  assert.is(value, before[0]);
  assert.ok(low! > before[1]! && high! < before[2]!, `${before} ${low} ${high}`);
  await choice.selectOption('Anybody');
  await settled(shown, true);
});

flow('offers the populations of the account, and predicts the sizes of their people', async ({ page, service }) => {
  const person = { gender: 'female', unit: 'metric', height: 168, weight: 62, hipGirth: 112 };
  const { status } = await fetch(`${service.url}/api/v1/populations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'curlers', people: Array.from({ length: 13 }, () => person) }),
  });
  assert.is(status, 200);
  const hip = page.getByLabel('Hip girth', { exact: true });
  const before = Number(await hip.getAttribute('placeholder'));
  const choice = page.getByLabel('Population');
  await choice.focus();
  await choice.getByRole('option', { name: 'curlers' }).waitFor({ state: 'attached' });
  await choice.selectOption('curlers');
  const isShown = (wider: boolean) =>
    page.waitForFunction(
      ([shown, isWider]) =>
        Number(document.querySelector<HTMLInputElement>('#measurement-hipGirth')!.placeholder) > shown + 2 === isWider,
      [before, wider] as const,
    );
  await isShown(true);
  await choice.selectOption('Anybody');
  await isShown(false);
});

flow('has a line on the figure for every measurement of a tape', async ({ page }) => {
  const without = await page.evaluate(async () => {
    const names: string[] = [];
    for (const input of document.querySelectorAll<HTMLInputElement>('.measurement input')) {
      input.focus();
      await new Promise(requestAnimationFrame);
      const paths = [...document.querySelectorAll<SVGPathElement>('.tape.on path')];
      if (!paths.some((path) => path.getTotalLength() > 1)) names.push(input.id);
    }
    return names;
  });
  assert.equal(without, ['measurement-weight', 'measurement-age']);
});

flow('follows the typing, converts units, and shows the problem of a field', async ({ page }) => {
  const before = await placeholder(page, 'Bust arc front');
  await page.getByLabel('Chest girth', { exact: true }).fill('104,5');
  await page.waitForFunction(
    (value) => document.querySelector<HTMLInputElement>('#measurement-bustArcFront')?.placeholder !== value,
    before,
  );
  assert.ok(Number(await placeholder(page, 'Bust arc front')) > Number(before));

  const row = page.locator('.measurement', { has: page.locator('#measurement-hipGirth') });
  for (const text of ['wide', '1,045', '0x64']) {
    await page.getByLabel('Hip girth', { exact: true }).fill(text);
    await row.locator('.problem', { hasText: `“${text}” is not a number` }).waitFor();
  }
  await page.getByLabel('Hip girth', { exact: true }).fill('-3');
  await row.locator('.problem', { hasText: /^Hip girth/ }).waitFor();
  await page.getByLabel('Hip girth', { exact: true }).fill('300');
  await row.locator('.warning', { hasText: /^Hip girth/ }).waitFor();
  const hips = page.locator('.tape.measured path:not(.touch)');
  const breadth = await hips.evaluateAll((lines) =>
    Math.max(...lines.map((line) => (line as SVGPathElement).getBBox().width)),
  );
  assert.ok(breadth < 50, 'no figure is drawn from an impossible value');
  await page.getByLabel('Hip girth', { exact: true }).fill('');
  await row.locator('.warning').waitFor({ state: 'detached' });

  await page.getByRole('radio', { name: 'in, lb' }).check();
  assert.is(await page.getByLabel('Height', { exact: true }).inputValue(), '66.14');
  await page.waitForFunction(
    () => Number(document.querySelector<HTMLInputElement>('#measurement-waistGirth')?.placeholder) < 40,
  );
  await page.getByRole('radio', { name: 'cm, kg' }).check();
  assert.is(await page.getByLabel('Height', { exact: true }).inputValue(), '168');
});

flow('drafts a pattern and follows its sliders', async ({ page }) => {
  await go(page, 'Pattern');
  await page.getByLabel('Find a pattern').fill('a-line');
  await page.getByRole('button', { name: /A-line skirt/ }).click();
  await page.locator('.piece').first().waitFor();
  assert.is(await page.locator('.piece').count(), 4);
  await page.locator('summary', { hasText: 'Measurements' }).click();
  assert.match((await page.locator('.variable', { hasText: 'Waist girth' }).textContent())!, /predicted/);

  const slider = page.getByLabel('Skirt length slider');
  const before = await page.locator('.piece .cut').first().getAttribute('d');
  await slider.focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
  assert.is(await page.getByLabel('Skirt length', { exact: true }).inputValue(), '72');
  await page.waitForFunction((path) => document.querySelector('.piece .cut')?.getAttribute('d') !== path, before);
  await page.locator('.canvas[aria-busy="false"]').waitFor();

  await page.getByLabel('Skirt length', { exact: true }).fill('900');
  await page.keyboard.press('Tab');
  await page.locator('.variable', { hasText: 'Skirt length' }).locator('.problem').waitFor();
  await page.getByRole('button', { name: 'Reset Skirt length' }).click();
  await page.locator('.variable .problem').waitFor({ state: 'detached' });

  const files = page.getByRole('group', { name: 'Download' });
  const svg = await downloaded(page, files.getByRole('button', { name: 'SVG' }));
  assert.is(svg.name, 'a-line-skirt.svg');
  assert.match(svg.content.toString(), /<svg /);
  const pdf = await downloaded(page, files.getByRole('button', { name: 'PDF', exact: true }));
  assert.match(pdf.content.toString('latin1'), /^%PDF-/);
  const dxf = await downloaded(page, files.getByRole('button', { name: 'DXF' }));
  assert.match(dxf.content.toString('latin1'), /^\s*(0|999)\r?\n/);
});

flow('nests garments by the keyboard alone, draws every layout, and gives all files', async ({ page }) => {
  await page.getByRole('button', { name: 'Add to the marker' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('8 parts').waitFor();
  await page.getByText('Search', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Time limit').fill('3');
  await page.getByLabel('Between parts').focus();
  await page.keyboard.press('Enter');
  await page.locator('.parts .part').first().waitFor();
  await done(page);
  await drawn(page, 8);
  assert.ok((await density(page)) > 40);
  assert.match((await page.locator('.chart').getAttribute('aria-label'))!, /Density over time: .* in \d+ layouts/);
  // The layout cannot be shorter than the longest piece, so the search ends early.
  assert.match((await page.locator('.run').textContent())!, /^Done|time limit of 3 s/);

  const files = page.getByRole('group', { name: 'Download the best layout' });
  const take = async (name: string) => (await downloaded(page, files.getByRole('button', { name }))).content;
  assert.match((await take('SVG')).toString(), /<svg [\s\S]*1-waistband-1/);
  assert.equal([...(await take('PNG')).subarray(1, 4)], [...Buffer.from('PNG')]);
  assert.match((await take('PDF')).toString('latin1'), /^%PDF-/);
  assert.match((await take('DXF')).toString('latin1'), /CUT/);
  assert.match((await take('PLT')).toString('latin1'), /^IN;/);
  assert.match((await take('HTML')).toString(), /^<!doctype html>[\s\S]*<dt>Utilisation/);
  const layout = JSON.parse((await take('JSON')).toString()) as { placements: unknown[]; unplaced: unknown[] };
  assert.is(layout.placements.length, 8);
  assert.is(layout.unplaced.length, 0);
});

flow('shows the order of the cuts on the final layout', async ({ page }) => {
  await done(page);
  const parts = await page.locator('.part').count();
  await page.getByLabel('Show the order of the cuts').check();
  await page.locator('.cut-way circle').first().waitFor();
  const numbers = await page.locator('.cut-way text').allTextContents();
  assert.ok(numbers.length >= parts, 'every outline, and every opening, has a start');
  assert.equal(numbers.slice(0, 3), ['1', '2', '3']);
  assert.match(
    (await page.locator('.cut-figures').textContent())!,
    /^\d+ cuts of [\d.]+ m.*; [\d.]+ m between them\.$/,
  );
  await screenshot(page, 'cuts');
  await page.getByLabel('Show the order of the cuts').uncheck();
  assert.is(await page.locator('.cut-way').count(), 0);
});

flow('keeps a locked part of a garment cut twice, and names it once the garment is gone', async ({ page }) => {
  const first = page.locator('.part[aria-label^="1-"]').first();
  const id = (await first.getAttribute('aria-label'))!;
  const locked = page.locator(`.part.locked[aria-label^="${id}"]`);
  await first.press('l');
  const place = await locked.getAttribute('style');
  const quantity = page.getByLabel('Quantity of A-line skirt');
  const marked = await page.evaluateHandle(() => ({
    isNestDisabled: new Promise<boolean>((tell) => {
      const drawings = new MutationObserver(() => {
        if (!document.querySelector('.garments .problem')) return;
        drawings.disconnect();
        tell(document.querySelector('button.primary:not(:disabled)') === null);
      });
      drawings.observe(document.body, { childList: true, subtree: true });
    }),
  }));
  await quantity.fill('0');
  await page.keyboard.press('Tab');
  await page.locator('.garments .problem', { hasText: /^a whole number, 1 to 1,000$/ }).waitFor();
  assert.ok(await marked.evaluate(({ isNestDisabled }) => isNestDisabled), 'as soon as the field is marked');
  assert.ok(await page.getByRole('button', { name: 'Nest again' }).isDisabled());
  await screenshot(page, 'refused-quantity');
  await quantity.fill('2');
  await page.keyboard.press('Tab');
  await page.getByText('16 parts').waitFor();
  await page.getByLabel('Time limit').fill('1');
  await nest(page);
  await drawn(page, 16);
  assert.is(await locked.getAttribute('style'), place);

  const told = page.locator('.notice', {
    hasText: `No longer locked, because they cannot stay where they lay: ${id}.`,
  });
  await page.getByRole('radio', { name: 'Folded' }).check();
  await nest(page, () => page.getByRole('button', { name: 'Improve around locked parts' }).click());
  await told.waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  assert.is(await locked.getAttribute('style'), place, 'on the open cloth again');
  await page.getByRole('radio', { name: 'Open' }).check();

  await page.getByLabel('Pattern to add').selectOption('A-line skirt');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Remove A-line skirt' }).first().click();
  await page.getByText('8 parts').waitFor();
  await nest(page);
  await drawn(page, 8);
  await told.waitFor();
  assert.is(await page.locator('.part.locked').count(), 0);
});

flow('names the garments of a person before the person is removed', async ({ page }) => {
  await go(page, 'Body');
  const remove = page.getByRole('button', { name: 'Remove', exact: true });
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await remove.click();
  assert.is(await remove.count(), 0, 'nothing is made for a new person');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByLabel('Person', { exact: true }).selectOption('Person 1');
  await remove.click();
  const warning = page.getByRole('alert');
  assert.is(
    await warning.textContent(),
    'Without Person 1, these fall back to default measurements: A-line skirt, the pattern A-line skirt.',
  );
  await page.getByLabel('Name', { exact: true }).focus();
  await warning.waitFor({ state: 'detached' });
  await remove.click();
  await page.getByRole('button', { name: 'Really remove Person 1' }).click();
  await go(page, 'Marker');
  await page.locator('.garments li', { hasText: 'default measurements' }).waitFor();
});

flow('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else flow.run();
