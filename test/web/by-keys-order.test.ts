/** From a person to an order by keys alone, in every width, in inches and in millimetres: body, sizes, lays, cutter, rolls, jobs. */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rectangle } from '../rectangle.js';
import { menu } from './account-steps.js';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { button, field, link, radio } from './by-name.js';
import { arrowTo, chooseIn, keepsFocus, newProject, pasteInto, pressOn, tabTo, typeInto } from './keys.js';
import { cutOff, seen } from './seen.js';
import { done, nest, planned } from './steps.js';

const byKeys = suite<Browsed>('an order by keys alone');

byKeys.before(async (context) => {
  Object.assign(context, await browse({ reducedMotion: 'reduce' }));
  await context.page.goto(context.link);
});
byKeys.after(async ({ close }) => close());

const measured = (page: Page, name: string) =>
  page.locator('.measurement', { has: field(page, name) }).locator('.note .measured');
const jobs = (page: Page) => page.getByRole('list', { name: 'Jobs of your account' });

async function chooseSizes(page: Page): Promise<void> {
  await chooseIn(field(page, 'Size table'), 'EN 13402-3 women');
  await chooseIn(field(page, 'From'), '36');
  await chooseIn(field(page, 'To'), '38');
}

/** The text of a file that a button gives. */
async function saved(page: Page, file: Locator): Promise<string> {
  const written = page.waitForEvent('download');
  await pressOn(file);
  const text = readFileSync(await (await written).path(), 'utf8');
  await keepsFocus(page);
  return text;
}

/** A rectangle in the unit of so many millimetres. */
const part = (mm: number, id: string, width: number, height: number) => ({
  id,
  points: rectangle(width / mm, height / mm),
});

for (const [width, height, colorScheme, unit] of [
  [390, 844, 'light', 'in'],
  [768, 1024, 'dark', 'mm'],
  [1440, 900, 'light', 'in'],
] as const) {
  const at = `${width} px, ${colorScheme}, ${unit}`;
  const mm = unit === 'in' ? 25.4 : 1;
  /** A length of so many millimetres, as a person types it. */
  const typed = (length: number): string => String(length / mm);

  byKeys(`${at}: a person more, measured, and the figure follows`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await newProject(page);
    await pressOn(link(page, 'Body'));
    await pressOn(button(page, 'Add'));
    await keepsFocus(page);
    await typeInto(field(page, 'Name'), 'Ada');
    await arrowTo(radio(page, unit === 'in' ? 'in, lb' : 'cm, kg'));
    const tall = unit === 'in' ? '66' : '168';
    await typeInto(field(page, 'Height'), tall);
    await measured(page, 'Height').waitFor();
    await typeInto(field(page, 'Find a measurement'), 'waist girth');
    await page.waitForFunction(() => document.querySelectorAll('.measurement').length < 10);
    const predicted = Number(await field(page, 'Waist girth').getAttribute('placeholder'));
    await typeInto(field(page, 'Waist girth'), String(Math.round(predicted + 4)));
    await measured(page, 'Waist girth').waitFor();
    await page.locator('.caption', { hasText: /^Waist girth/ }).waitFor();
    assert.is(await page.getByRole('img', { name: /^The body of Ada/ }).count(), 1);
    const next = page.locator('.proposals button').first();
    const proposed = (await next.textContent())!;
    await tabTo(field(page, 'Find a measurement'));
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await pressOn(next);
    assert.ok(await field(page, proposed).evaluate((each) => each === document.activeElement));
    await seen(page, `keys-body-${width}`);
    await pressOn(button(page, 'Remove'));
    await field(page, 'Person').getByRole('option', { name: 'Ada' }).waitFor({ state: 'detached' });
    await keepsFocus(page);
  });

  byKeys(`${at}: a pattern in the sizes of a table, and of one's own`, async ({ page }) => {
    await pressOn(link(page, 'Pattern'));
    await typeInto(field(page, 'Find a pattern'), 'a-line');
    await pressOn(page.getByRole('button', { name: /^A-line skirt/ }));
    await page.locator('.piece').first().waitFor();
    await arrowTo(radio(page, 'A table of sizes'));
    await chooseSizes(page);
    await page.locator('.drawing svg[aria-label$=" 2 sizes, 36, 38"]').waitFor();
    await page.locator('.canvas[aria-busy="false"]').waitFor();
    const first = page.getByRole('group', { name: 'Sizes to show' }).getByLabel('36', { exact: true });
    await pressOn(first, 'Space');
    assert.is(await page.locator('.nest').first().locator('.size').count(), 1);
    await pressOn(button(page, 'Show all'));
    assert.is(await page.locator('.nest').first().locator('.size').count(), 2);
    await keepsFocus(page);
    const files = page.getByRole('group', { name: 'Download all sizes' });
    const csv = await saved(page, files.getByRole('button', { name: 'CSV' }));
    assert.match(csv, new RegExp(`\\r\\nfinished,,[^,]+,${unit},\\d`));
    await seen(page, `keys-sizes-${width}`);

    await pressOn(button(page, 'Upload'));
    const chooser = page.waitForEvent('filechooser');
    await pressOn(page.locator('.table-upload input[type=file]'), 'Space');
    const content =
      'size,gender,height,waistGirth,hipGirth\nextra-sm.petite,female,160,64,90\nmedium-regular_1,female,168,72,98\n';
    const name = `shop ${width}`;
    await (await chooser).setFiles({ name: `${name}.csv`, mimeType: 'text/csv', buffer: Buffer.from(content) });
    await button(page, 'Store the table').waitFor();
    await pressOn(button(page, 'Store the table'));
    await page.locator('.drawing svg[aria-label*="extra-sm.petite"]').waitFor();
    await page.locator('.canvas[aria-busy="false"]').waitFor();
    await keepsFocus(page);
    await seen(page, `keys-own-sizes-${width}`);
    assert.equal(await cutOff(page.locator('.sizes-range select')), []);
    await chooseSizes(page);
    await page.locator('.drawing svg[aria-label$=" 2 sizes, 36, 38"]').waitFor();
  });

  byKeys(`${at}: an order of it is planned in lays`, async ({ page }) => {
    await pressOn(link(page, 'Lays'));
    await typeInto(field(page, 'Size 36 in navy'), '4');
    await pressOn(button(page, 'Add a colour'));
    await typeInto(field(page, 'Size 38 in colour 2'), '2');
    await typeInto(field(page, 'Planning time'), '1');
    await pressOn(page.getByText('Nap, stripes and tilt'));
    await chooseIn(field(page, 'Nap'), 'one way');
    await seen(page, `keys-order-${width}`);
    await pressOn(button(page, 'Plan the lays'));
    await planned(page);
    await done(page);
    await page.locator('img.lay-picture').first().waitFor();
    await keepsFocus(page);
    assert.match((await page.locator('.figures').textContent())!, /Garments6 of 6/);
    assert.match(await saved(page, button(page, 'Bundles CSV')), /^bundle,lay,marker,garment,/);
    await seen(page, `keys-plan-${width}`);
    await pressOn(button(page, 'Remove colour 2'));
    await field(page, 'Size 38 in colour 2').waitFor({ state: 'detached' });
    await keepsFocus(page);
  });

  byKeys(`${at}: the cheaper of two rolls, and the way of the cutter`, async ({ page }) => {
    await pressOn(link(page, 'Marker'));
    await arrowTo(radio(page, 'Parts from a file'));
    const pair = {
      polygons: [part(mm, 'a', 100, 50), part(mm, 'b', 100, 50)],
      minDistance: 2 / mm,
      allowedRotations: [0],
    };
    await pasteInto(field(page, 'Paste parts'), JSON.stringify(pair));
    await page.keyboard.press('Tab');
    await page.locator('.loaded', { hasText: '2 parts' }).waitFor();
    await chooseIn(field(page, 'Length unit'), unit);
    await typeInto(field(page, 'Width'), typed(102));
    await typeInto(page.getByLabel(/^Price a /), '10');
    await pressOn(button(page, 'Choose among several rolls'));
    await typeInto(field(page, 'Width of roll 2'), typed(60));
    await typeInto(field(page, 'Price of roll 2'), '4');
    await page.locator('.sheet-size', { hasText: 'WidthPrice' }).waitFor();
    await pressOn(page.getByText('Search', { exact: true }));
    await typeInto(field(page, 'Time limit'), '1');
    await nest(page, () => pressOn(button(page, 'Nest')));
    await keepsFocus(page);
    await page.locator('.figures', { hasText: unit === 'in' ? /Price0\.88/ : /Price0\.81/ }).waitFor();
    await pressOn(field(page, 'Show the order of the cuts'), 'Space');
    await page.locator('.cut-figures', { hasText: '2 cuts of' }).waitFor();
    await typeInto(field(page, 'Kerf'), typed(2));
    await page.locator('.common-cuts[d^=M]').waitFor({ state: 'attached' });
    await typeInto(field(page, 'Cuts at'), typed(100));
    await page.locator('.cut-figures', { hasText: /; about [\d.]+ s\.$/ }).waitFor();
    assert.match((await page.locator('.cutter').textContent())!, new RegExp(`Cuts at${unit}/s`));
    await seen(page, `keys-cutter-${width}`);
    await pressOn(field(page, 'Cut common lines once'), 'Space');
    await page.locator('.common-cuts[d=""]').waitFor({ state: 'attached' });
    assert.is((await saved(page, button(page, 'PLT'))).slice(0, 3), 'IN;');
    await pressOn(button(page, 'Remove roll 2'));
    await field(page, 'Width of roll 2').waitFor({ state: 'detached' });
    await keepsFocus(page);
  });

  byKeys(`${at}: a job is cancelled in the list, and another one opened`, async ({ page }) => {
    await typeInto(field(page, 'Time limit'), '300');

    await pressOn(button(page, /^Nest/));
    await page.locator('.state-running').waitFor();
    await pressOn(menu(page));
    await jobs(page)
      .getByText(/^running/)
      .waitFor();
    await pressOn(jobs(page).getByRole('button', { name: /^Cancel Marker of / }));
    await jobs(page)
      .getByRole('button', { name: /^Really cancel Marker of / })
      .waitFor();
    await page.keyboard.press('Enter');
    await jobs(page)
      .getByText(/^cancelled/)
      .first()
      .waitFor();
    await keepsFocus(page);
    await seen(page, `keys-jobs-${width}`);
    await pressOn(
      jobs(page)
        .getByRole('button', { name: /^Lay plan of / })
        .first(),
    );
    await page.getByRole('button', { name: 'Cut plan PDF' }).waitFor();
  });
}

byKeys('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

(browserPath ? byKeys : skipped).run();
