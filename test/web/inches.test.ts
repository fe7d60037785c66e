/** Inches and yards on the page: typed and shown, with Letter as the paper. */
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import type { Locator, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readDxf } from '../../src/drawing/dxf-reader.js';
import { pdfTexts } from '../drawing/pdf-texts.js';
import { rectangle } from '../rectangle.js';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { done, go, nest, openSearch, section } from './steps.js';

const inches = suite<Browsed>('inches on the page');

inches.before(async (context) => {
  Object.assign(context, await browse());
});
inches.after(async ({ close }) => close());

/** A board of 10 x 4 inches. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="10in" height="4in" viewBox="0 0 10 4"><rect id="board" width="10" height="4"/></svg>';

interface Setup {
  readonly lengths: string;
  readonly width: string;
  readonly distance: string;
}

interface Run {
  readonly laid: {
    readonly bins: readonly { readonly boundary: { readonly points: readonly { readonly y: number }[] } }[];
  };
  readonly ground: { readonly distance: number; readonly fabric: { readonly repeatX: number } };
}

const value = (page: Page, label: string): Promise<string> => page.getByLabel(label, { exact: true }).inputValue();

async function downloaded(page: Page, name: string, within: Page | Locator = page): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    within.getByRole('button', { name, exact: true }).click(),
  ]);
  return readFileSync(await download.path());
}

inches('the marker converts the typed lengths, and shows its own in inches', async ({ page, link }) => {
  await page.goto(link);
  await go(page, 'Marker');
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  const file = { name: 'board.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.locator('.loaded', { hasText: '1 part' }).waitFor();
  await page.getByRole('radio', { name: 'inches' }).check();
  assert.is(await value(page, 'Width'), '59.055');
  assert.is(await value(page, 'Between parts'), '0.118');
  await page.getByLabel('Width').fill('5');
  await page.getByLabel('Between parts').fill('0.25');
  await page.getByLabel('Stripes, every →').fill('2');
  await page.getByLabel('Rotations', { exact: true }).selectOption({ label: 'along the grain, one way' });
  await openSearch(page);
  await page.getByLabel('Time limit').fill('1');
  await nest(page);
  const { laid, ground } = await section<Run>(page, 'run');
  assert.is(Math.max(...laid.bins[0]!.boundary.points.map(({ y }) => y ?? 0)), 127);
  assert.equal([ground.distance, ground.fabric.repeatX], [6.35, 50.8]);
  assert.match((await page.locator('.figures').textContent())!, /Length10\.00 in/);
  assert.is((await page.locator('.stripes').getAttribute('d'))!.match(/M/g)!.length, 6);
  const paper = page.getByLabel('PDF paper size');
  assert.is(await paper.locator('option:checked').textContent(), 'PDF: full size on Letter');

  const report = await downloaded(page, 'HTML');
  assert.match(report.toString(), /<dt>Length<\/dt><dd>10\.00 in<\/dd>.*<dt>Width<\/dt><dd>5\.00 in<\/dd>/);
  assert.ok((await pdfTexts(await downloaded(page, 'PDF'))).includes('2.00 in = 50.8 mm'));
  const dxf = readDxf((await downloaded(page, 'DXF')).toString());
  assert.is(dxf.unitMm, 25.4);
  const [cut] = dxf.entities.flatMap((each) => (each.kind === 'line' && each.layer === 'CUT' ? [each] : []));
  assert.is(Math.max(...cut!.points(0.01).map(([x]) => x)), 10);
  await page.getByText('SVG, PLT and the report in JSON stay in millimetres.').waitFor();

  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  assert.is(await page.locator('.measured').textContent(), '4.00 in (0.00 in across, 4.00 in down)');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'board' }).focus();
  await page.getByText('(Shift: ½ in)').waitFor();
  await screenshot(page, 'inches-marker');

  await page.reload();
  await done(page);
  assert.is(await value(page, 'Width'), '5');
  const kept = await section<Setup>(page, 'setup');
  assert.equal([kept.lengths, kept.width, kept.distance], ['in', '5', '0.25']);
});

inches('a typed length is the same after the way to the other unit and back, also over a reload', async ({ page }) => {
  const chosen = (unit: 'mm' | 'inches') => page.getByRole('radio', { name: unit, exact: true });
  for (const [from, to, texts] of [
    ['inches', 'mm', ['0.0625', '45.375', '3.015625', '0.001', '60']],
    ['mm', 'inches', ['0.41', '1500', '1.5875', '1423.7', '3.333']],
  ] as const) {
    await chosen(from).check();
    for (const text of texts) {
      await page.getByLabel('Between parts').fill(text);
      await chosen(to).check();
      assert.is.not(await value(page, 'Between parts'), text);
      await page.reload();
      await done(page);
      await chosen(from).check();
      assert.is(await value(page, 'Between parts'), text);
    }
  }
  await page.getByLabel('Between parts').fill('6.35');
  await chosen('inches').check();
  assert.is(await value(page, 'Between parts'), '0.25');

  await go(page, 'Body');
  await page.getByRole('radio', { name: 'in, lb' }).check();
  for (const [label, text] of [
    ['Height', '66.125'],
    ['Weight', '137.3'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text);
    await page.getByRole('radio', { name: 'cm, kg' }).check();
    await page.getByRole('radio', { name: 'in, lb' }).check();
    assert.is(await value(page, label), text);
  }
  const waist = page.getByLabel('Waist girth', { exact: true });
  await waist.fill('29 1/2');
  await page.locator('.measurement', { has: waist }).getByText('measured', { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'cm, kg' }).check();
  assert.is(await waist.inputValue(), '74.93');
  await page.getByRole('radio', { name: 'in, lb' }).check();
  assert.is(await waist.inputValue(), '29.5');
  await waist.fill('');
  await page.getByRole('radio', { name: 'cm, kg' }).check();
  await go(page, 'Marker');
  await chosen('inches').check();
});

inches('the pattern step shows seams and variables in inches, and offers Letter', async ({ page }) => {
  await go(page, 'Pattern');
  await page.getByLabel('Find a pattern').fill('penelope');
  await page.getByRole('button', { name: /Penelope/ }).click();
  const unfit = page.locator('.warning', { hasText: 'the sides of the seam' }).first();
  assert.match((await unfit.textContent())!, /are \d+\.\d\d in and \d+\.\d\d in long/);
  await page.getByRole('button', { name: 'Other patterns' }).click();
  await page.getByLabel('Find a pattern').fill('tote');
  await page.getByRole('button', { name: /Tote bag/ }).click();
  await page.locator('.piece').first().waitFor();
  const handle = page.getByLabel('Handle length', { exact: true });
  const shown = Number(await handle.inputValue());
  await page.getByRole('button', { name: 'PDF on Letter' }).waitFor();
  assert.is(await page.getByRole('button', { name: 'PDF on A4' }).count(), 0);
  await handle.fill('20');
  await page.keyboard.press('Tab');
  assert.is(await handle.inputValue(), '20');
  await handle.fill('20.0625');
  await page.keyboard.press('Tab');
  assert.is(await handle.inputValue(), '20.0625', 'a 16th of an inch is not rounded');
  await handle.fill('20');
  await page.keyboard.press('Tab');
  assert.ok(shown > 15 && shown < 40, `${shown} in`);
  assert.ok((await pdfTexts(await downloaded(page, 'PDF on Letter'))).includes('2.00 in = 50.8 mm'));
  assert.match((await downloaded(page, 'DXF')).toString(), /Units: ENGLISH/);
  const { settings } = await section<{ settings: Record<string, number> }>(page, 'pattern');
  assert.is(Math.round(Object.values(settings)[0]! * 10) / 10, 50.8, 'the pattern itself has centimetres');
});

inches('the order of lays is typed in inches and yards, and sent in metric', async ({ page }) => {
  await go(page, 'Pattern');
  await page.getByRole('button', { name: 'Other patterns' }).click();
  await page.getByLabel('Find a pattern').fill('simon');
  await page.getByRole('button', { name: /^Simon shirt/ }).click();
  await page.getByRole('radio', { name: 'A table of sizes' }).check();
  await page.locator('.nest').first().waitFor();
  await page.locator('.seams summary').click();
  assert.match((await page.locator('.seam-side').first().textContent())!, /: [\d.]+( to [\d.]+)? in$/);
  await page.getByText('Tech pack', { exact: true }).click();
  assert.is(await value(page, 'Fabric width'), '59.055');
  await page.getByLabel('Each nest').fill('0');
  const pack = page.getByRole('group', { name: 'Download the tech pack' });
  assert.match((await downloaded(page, 'HTML', pack)).toString(), /size: Letter[\s\S]*Allowance, in/i);
  const tables = page.getByRole('group', { name: 'Download all sizes' });
  assert.match((await downloaded(page, 'CSV', tables)).toString(), /\r\nfinished,,[^,]+,in,\d/);
  assert.match((await downloaded(page, 'HTML', tables)).toString(), /size: Letter/i);
  assert.ok((await pdfTexts(await downloaded(page, 'PDF', tables))).includes('2.00 in = 50.8 mm'));
  const zip = await downloaded(page, 'DXF and rules', tables);
  const nameEnds = 30 + zip.readUInt16LE(26);
  assert.match(inflateRawSync(zip.subarray(nameEnds)).toString(), /Units: ENGLISH/);
  await go(page, 'Lays');
  assert.is(await value(page, 'Width'), '59.055');
  assert.is(await value(page, 'Price a yard'), '5.486');
  assert.is(await value(page, 'Table length'), '8.749');
  await page.getByLabel('Width', { exact: true }).fill('60');
  await page.getByLabel('Table length').fill('10');
  await page.getByLabel('Rolls, lengths in yd').fill('30 40.5');
  await screenshot(page, 'inches-lays');
  await page.locator('.quantities input').first().fill('2');
  await page.getByLabel('Planning time').fill('2');
  await page.getByRole('button', { name: /^Plan/ }).click();
  await done(page);
  const { order } = await section<{
    order: {
      cloths: { width: number; rolls: { length: number }[] }[];
      table: { length: number };
      minDistance: number;
    };
  }>(page, 'lays');
  assert.is(order.cloths[0]!.width, 1524);
  assert.equal(
    order.cloths[0]!.rolls.map(({ length }) => Math.round(length)),
    [27432, 37033],
  );
  assert.is(Math.round(order.table.length), 9144);
  assert.ok(Math.abs(order.minDistance - 3) < 0.01);
  const notices = await page.locator('.run .notice').allTextContents();
  assert.ok(
    notices.some((notice) => /^"Cuff", .+ and ".+" are laid as drawn/.test(notice)),
    notices.join('; '),
  );
  const plan = (await downloaded(page, 'Cut plan HTML')).toString();
  assert.match(plan, /<p>Cloth [\d.]+ yd; cost/);
  assert.match(plan, /yd on cloth 60\.00 in wide/);

  await go(page, 'Marker');
  await page.getByRole('radio', { name: 'mm', exact: true }).check();
  assert.is(await value(page, 'Width'), '127');
  await go(page, 'Lays');
  assert.is(await value(page, 'Width'), '1524');
  assert.is(await value(page, 'Price a metre'), '6');
  assert.is(await value(page, 'Rolls, lengths in m'), '27.432 37.033');
});

inches('a person in inches brings the page along, and a file keeps the unit of its own', async ({ page }) => {
  await go(page, 'Body');
  await page.getByRole('radio', { name: 'in, lb' }).check();
  await go(page, 'Marker');
  assert.ok(await page.getByRole('radio', { name: 'inches' }).isChecked());
  await page
    .getByLabel('Paste parts')
    .fill(JSON.stringify({ polygons: [{ points: rectangle(4, 4) }], minDistance: 1 }));
  await page.keyboard.press('Tab');
  await page.getByLabel('Length unit').selectOption({ label: 'cm' });
  assert.is(await page.getByRole('group', { name: 'Lengths' }).count(), 0);
  const figures = page.getByRole('group', { name: 'Figures and reports' });
  for (const unit of ['mm', 'inches']) await figures.getByRole('radio', { name: unit }).check();
  assert.is(await value(page, 'Between parts'), '1');
});

inches('a job from elsewhere is opened in inches, and its unit can be told', async (browsed) => {
  const { page, service } = browsed;
  const square = (side: number) => rectangle(side, side);
  const request = {
    polygons: [{ id: 'board', points: square(254) }],
    bins: [{ boundary: { points: square(508) } }],
    minDistance: 6.35,
    edgeDistance: 12.7,
    fabric: { repeatX: 50.8 },
    maximumExecutionTime: 1,
    keepSeconds: 600,
  };
  const answer = await fetch(`${service.url}/api/v1/nest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  await answer.text();
  await page.getByRole('button', { name: /^Project: / }).click();
  const jobs = page.getByRole('list', { name: 'Jobs of your account' });
  await jobs
    .getByRole('button', { name: /^Marker of/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Project: Marker of/ }).waitFor();
  await done(page);
  assert.is(await value(page, 'Between parts'), '0.25');
  assert.is(await value(page, 'From the edge'), '0.5');
  assert.is(await value(page, 'Stripes, every →'), '2');
  assert.match((await page.locator('.figures').textContent())!, /Length10\.00 in/);

  await page.reload();
  await done(page);
  assert.is(await value(page, 'Between parts'), '0.25');
  await nest(page, () => page.getByRole('button', { name: 'Continue from here' }).click());
  const { ground } = await section<Run>(page, 'run');
  assert.equal([ground.distance, ground.fabric.repeatX], [6.35, 50.8]);

  await page.getByLabel('Length unit').selectOption({ label: 'cm' });
  assert.is(await value(page, 'Between parts'), '2.5', 'the distance is of the job, too');
  await page.getByRole('radio', { name: 'mm', exact: true }).check();
  assert.is(await value(page, 'Between parts'), '63.5');
});

inches('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else inches.run();
