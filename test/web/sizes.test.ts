/** A pattern in the sizes of a table on the page: the nested drawing, its files, tables of one's own, seams, mixed markers. */
import { readFileSync } from 'node:fs';
import { fromBinary } from '@bufbuild/protobuf';
import type { Locator, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NestPatternsRequestSchema } from '../../gen/selvage/nest/v1/nest_pb.js';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { done, go, nest, openSearch } from './steps.js';

/** Bytes before a message of a stream: a flag and its length. */
const envelope = 5;

const sizes = suite<Browsed>('sizes on the page');

sizes.before(async (context) => {
  Object.assign(context, await browse());
});
sizes.after(async ({ close }) => close());

async function downloaded(page: Page, button: Locator): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), content: readFileSync(await download.path()) };
}

/** Names of the sizes drawn of the first piece, the lowest first. */
const drawn = (page: Page): Promise<string[]> =>
  page
    .locator('.nest')
    .first()
    .locator('.size')
    .evaluateAll((groups) => groups.map((group) => (group as SVGElement).dataset.size ?? ''));

const switchOf = (page: Page, size: string): Locator =>
  page.getByRole('group', { name: 'Sizes to show' }).getByLabel(size, { exact: true });

const settled = (page: Page): Promise<void> =>
  page.locator('.canvas[aria-label="Pieces in all sizes"][aria-busy="false"]').waitFor();

sizes('draws a range of a table, and a switch hides a size', async ({ page, link }) => {
  await page.goto(link);
  await go(page, 'Pattern');
  await page.getByRole('button', { name: /^A-line skirt/ }).click();
  await page.getByRole('radio', { name: 'One person' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.nest').first().waitFor();
  await page.getByLabel('Size table').selectOption('EN 13402-3 women');
  await page.getByLabel('From', { exact: true }).selectOption('36');
  await page.getByLabel('To', { exact: true }).selectOption('40');
  await page.getByLabel('To', { exact: true }).locator('option').first().getByText('36').waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.querySelectorAll('.nest')[0]?.querySelectorAll('.size').length === 3);
  await settled(page);
  assert.equal(await drawn(page), ['38', '36', '40'], 'the base size lies below the others');
  assert.is(await page.locator('.nest').count(), 4);
  const label = await page.locator('.drawing svg[role=img]').getAttribute('aria-label');
  assert.match(label!, /^A-line skirt: 4 pieces in 3 sizes, 36, 38, 40$/);

  await page.getByLabel('From', { exact: true }).selectOption('34');
  assert.is(await page.getByLabel('To', { exact: true }).inputValue(), '40', 'an earlier first size keeps the last');
  await page.getByLabel('From', { exact: true }).selectOption('36');
  assert.is(await page.getByLabel('To', { exact: true }).inputValue(), '40');
  await settled(page);

  await switchOf(page, '40').focus();
  await page.keyboard.press('Space');
  assert.equal(await drawn(page), ['38', '36']);
  await page.reload();
  await page.locator('.nest').first().waitFor();
  assert.equal(await drawn(page), ['38', '36'], 'after a reload, too');
  await page.getByRole('button', { name: 'Show all' }).click();
  assert.equal(await drawn(page), ['38', '36', '40']);

  await page.getByLabel('Base size').selectOption('40');
  await page.locator('.size-switches label', { hasText: '40base' }).waitFor();
  assert.equal(await drawn(page), ['40', '36', '38']);
  const widths = await page
    .locator('.nest')
    .first()
    .locator('.cut')
    .evaluateAll((paths) => paths.map((path) => Math.round((path as SVGPathElement).getBBox().width)));
  assert.ok(widths[1]! < widths[2]! && widths[2]! < widths[0]!, `wider with each size: ${widths}`);
});

sizes('sets a variable for every size, and shows a refused one beside it', async ({ page }) => {
  assert.is(await page.locator('summary', { hasText: 'Measurements' }).count(), 0, 'each size has its own');
  const before = await page.locator('.nest .cut').first().getAttribute('d');
  await page.getByLabel('Skirt length', { exact: true }).fill('70');
  await page.keyboard.press('Tab');
  await page.waitForFunction((path) => document.querySelector('.nest .cut')?.getAttribute('d') !== path, before);
  await page.getByLabel('Skirt length', { exact: true }).fill('900');
  await page.keyboard.press('Tab');
  await page.locator('.variable', { hasText: 'Skirt length' }).locator('.problem').waitFor();
  await page.getByRole('button', { name: 'Reset Skirt length' }).click();
  await page.locator('.variable .problem').waitFor({ state: 'detached' });
  await settled(page);
});

sizes('gives every file of the sizes', async ({ page }) => {
  const files = page.getByRole('group', { name: 'Download all sizes' });
  const take = (name: string) => downloaded(page, files.getByRole('button', { name, exact: true }));
  const json = await take('JSON');
  assert.is(json.name, 'a-line-skirt-sizes.json');
  const answer = JSON.parse(json.content.toString()) as { base: string; sizes: { name: string }[]; grade: unknown[] };
  assert.is(answer.base, '40');
  assert.equal(
    answer.sizes.map(({ name }) => name),
    ['36', '38', '40'],
  );
  assert.is(answer.grade.length, 4);
  assert.match((await take('SVG')).content.toString(), /<svg [\s\S]*size-36/);
  const paper = files.getByLabel('PDF paper size');
  const pdfs: Buffer[] = [];
  for (const page of ['PDF: A0', 'PDF: A4', 'PDF: Letter', 'PDF: projector']) {
    await paper.selectOption(page);
    const { content } = await take('PDF');
    assert.match(content.toString('latin1'), /^%PDF-/);
    pdfs.push(content);
  }
  assert.is(new Set(pdfs.map(({ length }) => length)).size, 4, 'each paper has pages of its own');
  const dxf = await take('DXF and rules');
  assert.is(dxf.name, 'a-line-skirt-sizes.zip');
  const names = dxf.content.toString('latin1');
  assert.ok(names.startsWith('PK') && /\.dxf/.test(names) && /\.rul/.test(names));
  assert.match((await take('CSV')).content.toString(), /^table,.*36.*38.*40/);
  assert.match((await take('HTML')).content.toString(), /<html[\s\S]*A-line skirt/);
});

sizes('lights up both edges of a seam by keyboard, and keeps them lit', async ({ page }) => {
  const lit = (): Promise<number[]> =>
    page
      .locator('.lit')
      .evaluateAll((groups) =>
        ['.first', '.second'].map((side) =>
          groups.reduce((sum, group) => sum + group.querySelector<SVGPathElement>(side)!.getTotalLength(), 0),
        ),
      );
  await page.locator('.seams summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const seam = page.locator('.seams button:focus');
  await page.locator('.lit').first().waitFor({ state: 'attached' });
  const text = (await seam.textContent())!;
  const [first, second] = [...text.matchAll(/: ([\d.]+)(?: to [\d.]+)? mm/g)].map(([, mm]) => Number(mm));
  const lengths = await lit();
  assert.ok(first! > 0 && second! > 0, text);
  assert.ok(lengths[0]! >= 3 * first! - 1 && lengths[1]! >= 3 * second! - 1, `${lengths} in three sizes of ${text}`);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  assert.is(await page.locator('.seams button[aria-pressed="true"]').count(), 1);
  assert.equal(await lit(), lengths, 'a pressed seam stays lit without the focus');
  await page.locator('.seams button').nth(1).hover();
  assert.not.equal(await lit(), lengths, 'the seam under the pointer comes first');
  await page.locator('.seams summary').click();
  await page.locator('.lit').first().waitFor({ state: 'detached' });
});

sizes('makes a tech pack, tells its progress, and cancels one', async ({ page }) => {
  await page.getByText('Tech pack', { exact: true }).click();
  const files = page.getByRole('group', { name: 'Download the tech pack' });
  await page.getByLabel('Each nest').fill('31');
  assert.ok(await files.getByRole('button', { name: 'PDF' }).isDisabled());
  await page.getByText('must be between 0 and 30').waitFor();
  await page.getByLabel('Each nest').fill('0.5');
  const told = page.locator('.pack-progress [role=status]');
  const [pack] = await Promise.all([
    downloaded(page, files.getByRole('button', { name: 'HTML' })),
    told.getByText(/^[12] of 3 nests done; size 3\d takes \d\.\d\d m of fabric$/).waitFor(),
  ]);
  assert.is(pack.name, 'a-line-skirt-tech-pack.html');
  assert.match(pack.content.toString(), /<html[\s\S]*EN 13402-3 women/);
  await page.getByLabel('Each nest').fill('0');
  const pdf = await downloaded(page, files.getByRole('button', { name: 'PDF' }));
  assert.match(pdf.content.toString('latin1'), /^%PDF-/);

  await page.getByLabel('Each nest').fill('30');
  await files.getByRole('button', { name: 'PDF' }).click();
  await told.getByText('0 of 3 nests done').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await files.waitFor();
  assert.is(await page.locator('.tech-pack .problem:not(:empty)').count(), 0);
});

sizes('uploads a table as CSV and as JSON, and its next version', async ({ page }) => {
  const file = page.locator('.table-upload input[type=file]');
  const give = (name: string, text: string) =>
    file.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  const table = page.getByLabel('Size table');
  const chosen = (): Promise<string | null> => table.locator('option:checked').textContent();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await give('our-women.csv', 'size,chestGirth,waistGirth,hipGirth\nS,84,wide,92\nM,90,73,98\n');
  await page.getByRole('button', { name: 'Store the table' }).click();
  await page.locator('.table-upload .problem', { hasText: 'waist girth' }).waitFor();
  await give('our-women.csv', 'size,chestGirth,waistGirth,hipGirth\nS,84,67,92\nM,90,73,98\n');
  assert.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'our-women');
  await page.getByLabel('Gender', { exact: true }).selectOption('female');
  await page.getByRole('button', { name: 'Store the table' }).click();
  await page.locator('.size-switches label', { hasText: 'Mbase' }).waitFor();
  assert.is(await chosen(), 'our-women');
  assert.equal(await drawn(page), ['M', 'S']);

  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await give('torn.json', '[{"name": ');
  await page.locator('.table-upload .problem', { hasText: 'The JSON is not valid' }).waitFor();
  await give('next.json', '[{"name": "S", "body": {"gender": "female", "unit": "metric", "waistGrith": 67}}]');
  await page.locator('.table-upload .problem', { hasText: 'waistGirth' }).waitFor();
  const sizesOf = (...names: string[]): string =>
    JSON.stringify(
      names.map((name, i) => ({
        name,
        body: { gender: 'female', unit: 'metric', waistGirth: 67 + 6 * i, hipGirth: 92 + 6 * i },
      })),
    );
  await give('next.json', sizesOf('S', 'M', 'L'));
  await page.getByLabel('Keep as').selectOption('the next version of our-women');
  await page.getByRole('button', { name: 'Store the table' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.nest')[0]?.querySelectorAll('.size').length === 3);
  assert.is(await chosen(), 'our-women');
  assert.is(await table.locator('option', { hasText: 'our-women' }).count(), 1, 'one table, in its next version');
  await page.reload();
  await page.locator('.nest').first().waitFor();
  assert.is(await chosen(), 'our-women');

  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const tableId = await table.inputValue();
  await give('known.json', JSON.stringify({ tableId, name: 'Ours', sizes: JSON.parse(sizesOf('S', 'M', 'L')) }));
  const keptAs = page.getByLabel('Keep as').locator('option:checked');
  await keptAs.getByText('the next version of our-women').waitFor({ state: 'attached' });
  const name = page.getByLabel('Name', { exact: true });
  assert.is(await name.inputValue(), 'Ours');
  await page.getByLabel('Keep as').selectOption('a new table');
  await give('other.csv', 'size,waistGirth\nS,67\n');
  await page.locator('.table-upload .file-button', { hasText: 'other.csv' }).waitFor();
  assert.is(await name.inputValue(), 'other', 'another file has a name of its own');
  await name.fill('Typed');
  await give('known.json', JSON.stringify({ tableId, name: 'Ours', sizes: JSON.parse(sizesOf('S', 'M', 'L')) }));
  await page.locator('.table-upload .file-button', { hasText: 'known.json' }).waitFor();
  assert.is(await name.inputValue(), 'Typed');
  await page.getByRole('button', { name: 'Store the table' }).click();
  await table.locator('option', { hasText: 'Typed' }).waitFor({ state: 'attached' });
  assert.is(await table.locator('option', { hasText: 'our-women' }).count(), 1, 'the new table leaves the other');
  await table.selectOption('our-women');
  await settled(page);
});

sizes('packs a marker of many sizes, each in its quantity', async ({ page }) => {
  await settled(page);
  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await page.getByText('sizes of our-women, 24 parts').waitFor();

  // another field of the row changes while a number is being typed
  const [medium, large] = ['M', 'L'].map((size) => page.getByLabel(`Quantity of A-line skirt in ${size}`));
  await large!.fill('3');
  await medium!.evaluate((field: HTMLInputElement) => {
    field.value = '2';
    field.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await page.getByText('sizes of our-women, 32 parts').waitFor();
  await page.keyboard.press('Tab');
  await page.getByText('sizes of our-women, 48 parts').waitFor();
  await medium!.fill('1');
  await page.getByLabel('Quantity of A-line skirt in L').fill('1');
  await page.keyboard.press('Tab');
  await page.getByText('sizes of our-women, 24 parts').waitFor();
  await page.getByLabel('Quantity of A-line skirt in S').fill('2');
  await page.getByLabel('Quantity of A-line skirt in M').fill('0');
  await page.keyboard.press('Tab');
  await page.getByText('sizes of our-women, 24 parts').waitFor();
  await page.getByLabel('Quantity of A-line skirt in L').fill('0');
  await page.keyboard.press('Tab');
  await page.getByText('sizes of our-women, 16 parts').waitFor();
  await page.getByLabel('Quantity of A-line skirt in S').fill('0');
  await page.keyboard.press('Tab');
  await page.getByText('Give a quantity to a size of each garment.').waitFor();
  await page.getByLabel('Quantity of A-line skirt in M').fill('1');
  await page.getByLabel('Quantity of A-line skirt in L').fill('1');
  await page.keyboard.press('Tab');
  await page.getByText('sizes of our-women, 16 parts').waitFor();
  await openSearch(page);
  await page.getByLabel('Time limit').fill('1');
  await page.getByRole('button', { name: 'Nest' }).click();
  await page.locator('.parts .part').first().waitFor();
  await done(page);
  await page.locator('.parts .part').nth(15).waitFor();
  assert.is(await page.locator('.parts .part').count(), 16);
  const files = page.getByRole('group', { name: 'Download the best layout' });
  const layout = await downloaded(page, files.getByRole('button', { name: 'JSON' }));
  const { placements } = JSON.parse(layout.content.toString()) as { placements: { id: string }[] };
  const named = placements.filter(({ id }) => /-(M|L)(-\d+)?$/.test(id));
  assert.is(named.length, 16, placements.map(({ id }) => id).join(' '));

  await page.getByLabel('Quantity of A-line skirt in S').fill('1');
  await page.getByLabel('Quantity of A-line skirt in L').fill('0');
  await page.keyboard.press('Tab');
  await page.getByText('sizes of our-women, 16 parts').waitFor();
  const asked = page.waitForRequest((request) => request.url().endsWith('/NestPatterns'));
  await nest(page, () => page.getByRole('button', { name: 'Continue with the changed parts' }).click());
  const { warmStart } = fromBinary(NestPatternsRequestSchema, (await asked).postDataBuffer()!.subarray(envelope));
  assert.equal(
    warmStart.map(({ index }) => index).sort((a, b) => a! - b!),
    Array.from({ length: 16 }, (_, i) => i),
    'size S takes the places of size L, and M its own',
  );
  await page.locator('.parts .part').nth(15).waitFor();

  await page.getByLabel('Person or sizes to fit').selectOption('EN 13402-3 men');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('sizes of EN 13402-3 men').waitFor();
  await page.reload();
  await page.getByText('sizes of our-women, 16 parts').waitFor();
});

sizes('says that a range has 60 sizes at most', async ({ page }) => {
  await go(page, 'Pattern');
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const rows = Array.from({ length: 70 }, (_, i) => `N${i},female,${60 + i},${80 + i}`);
  const buffer = Buffer.from(['size,gender,waistGirth,hipGirth', ...rows].join('\n'));
  await page
    .locator('.table-upload input[type=file]')
    .setInputFiles({ name: 'many.csv', mimeType: 'text/csv', buffer });
  await page.getByRole('button', { name: 'Store the table' }).click();
  await page.getByText('At most 60 sizes at a time.').waitFor();
  const last = page.getByLabel('To', { exact: true });
  assert.is(await last.inputValue(), 'N59');
  assert.is(await last.locator('option').last().textContent(), 'N59');
  await page.getByLabel('From', { exact: true }).selectOption('N10');
  assert.is(await last.locator('option').last().textContent(), 'N69');
});

sizes('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else sizes.run();
