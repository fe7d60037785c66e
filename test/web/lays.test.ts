/** An order on the page: quantities, cloths and rolls, a plan that improves live, its files, a reload in the middle, a cancel. */
import { readFileSync } from 'node:fs';
import { fromBinary } from '@bufbuild/protobuf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { PlanLaysRequestSchema } from '../../gen/selvage/lay/v1/lay_pb.js';
import { MarkerDirection } from '../../gen/selvage/nest/v1/nest_pb.js';
import { pdfTexts } from '../drawing/pdf-texts.js';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { done, go, orderSkirts, planned } from './steps.js';

const lays = suite<Browsed>('lay plans on the page');

lays.before(async (context) => {
  Object.assign(context, await browse());
});
lays.after(async ({ close }) => close());

lays('plans an order of two colours, and gives its files', async ({ page, link }) => {
  await page.goto(link);
  await go(page, 'Pattern');
  await orderSkirts(page);
  assert.ok(await page.getByRole('button', { name: 'Plan the lays' }).isDisabled());
  await page.getByRole('button', { name: 'Add a colour' }).click();
  await page.getByLabel('Colour', { exact: true }).last().fill('синий');
  await page.getByLabel('Size 36 in navy').fill('8');
  await page.getByLabel('Size 38 in navy').fill('12');
  await page.getByLabel('Size 38 in синий').fill('4');
  await page.getByLabel('Rolls, lengths in m').first().fill('30 20');
  await page.getByLabel('Planning time').fill('4');
  await page.getByRole('button', { name: 'Plan the lays' }).click();
  await planned(page);
  await done(page);
  await page.locator('img.lay-picture').first().waitFor();
  assert.match((await page.locator('.figures').textContent())!, /Garments24 of 24/);
  assert.match((await page.locator('.lays').first().textContent())!, /^Lay 1 \d+ pl(y|ies) (navy roll 1|синий)/);
  await screenshot(page, 'lays');
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Bundles CSV' }).click(),
  ]);
  assert.match(readFileSync(await csv.path(), 'utf8'), /^bundle,lay,marker,garment,[\s\S]+\n1,1,1,3[68],/);
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Cut plan PDF' }).click(),
  ]);
  const texts = await pdfTexts(readFileSync(await pdf.path()));
  assert.ok(
    texts.some((told) => told.includes('синий')),
    `${texts}`,
  );
});

lays('each marker goes to the cutter as a file', async ({ page }) => {
  const files = page.getByRole('group', { name: 'Download Marker 1' });
  for (const [name, begins] of [
    ['DXF', /^\s*(999|0)\r?\n/],
    ['PLT', /^IN;/],
    ['PDF', /^%PDF-/],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      files.getByRole('button', { name, exact: true }).click(),
    ]);
    assert.is(file.suggestedFilename(), `marker-1.${name.toLowerCase()}`);
    assert.match(readFileSync(await file.path(), 'latin1'), begins);
  }
});

lays('a refused order leaves the plan and its files', async ({ page }) => {
  const colour = page.getByLabel('Colour', { exact: true }).last();
  await colour.fill('navy');
  await page.getByRole('button', { name: 'Plan again' }).click();
  await page.locator('.actions .problem').first().waitFor();
  assert.match((await page.locator('.figures').textContent())!, /Garments24 of 24/);
  assert.ok(await page.getByRole('button', { name: 'Bundles CSV' }).isVisible());
  await page.reload();
  await planned(page);
  await colour.fill('синий');
});

lays('a marker without a layout in the service says so', async ({ page }) => {
  const menu = page.getByRole('button', { name: /^Project: / });
  await menu.click();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save to file' }).click(),
  ]);
  const project = JSON.parse(readFileSync(await saved.path(), 'utf8')) as {
    name: string;
    lays: { plan: { markers: { jobId: string }[] } };
  };
  for (const marker of project.lays.plan.markers) marker.jobId = `nest_${'0'.repeat(24)}`;
  const buffer = Buffer.from(JSON.stringify({ ...project, name: 'Long ago' }));
  const input = page.locator('.projects input[type=file]');
  await input.setInputFiles({ name: 'old.selvage.json', mimeType: 'application/json', buffer });
  await page.getByRole('button', { name: 'Project: Long ago' }).waitFor();
  await page.getByText('Its layout is kept no longer, so there is no picture.').first().waitFor();
  assert.is(await page.locator('.lay-picture').count(), 0);
  await menu.click();
  await page.getByRole('button', { name: project.name, exact: true }).click();
  await page.locator('img.lay-picture').first().waitFor();
});

lays('a nap and stripes are part of the order, and a tilt beyond its range is not planned', async ({ page }) => {
  await page.getByText('Nap, stripes and tilt').click();
  await page.getByLabel('Nap').selectOption('one way');
  await page.getByLabel('Tilt').fill('20');
  assert.ok(await page.getByRole('button', { name: 'Plan again' }).isDisabled());
  await page.getByLabel('Tilt').fill('');
  await page.getByLabel('Stripes, every →').fill('40');
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/PlanLays')),
    page.getByRole('button', { name: 'Plan again' }).click(),
  ]);
  // A streamed request has a flag and its length before the message.
  const { direction, fabric, rotationTolerance } = fromBinary(
    PlanLaysRequestSchema,
    sent.postDataBuffer()!.subarray(5),
  );
  assert.is(direction, MarkerDirection.ONE_WAY);
  assert.equal([fabric?.repeatX, fabric?.repeatY, rotationTolerance], [40, undefined, undefined]);
  await planned(page);
  await done(page);
  await page.locator('img.lay-picture').first().waitFor();
  await screenshot(page, 'lays-nap');
});

lays('a reload in the middle goes on with the plan, and a cancel keeps the best', async ({ page, complaints }) => {
  await page.getByLabel('Planning time').fill('300');
  await page.getByRole('button', { name: 'Plan again' }).click();
  await planned(page);
  await page.reload();
  await planned(page);
  assert.is(await page.getByLabel('Size 38 in navy').inputValue(), '12');
  await page.getByText('Nap, stripes and tilt').click();
  assert.is(await page.getByLabel('Nap').inputValue(), 'marker');
  assert.is(await page.getByLabel('Stripes, every →').inputValue(), '40');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await done(page);
  assert.is(await page.getByRole('status').textContent(), 'Cancelled; the best plan is kept');
  assert.ok(await page.locator('.lay-markers li').first().isVisible());
  assert.equal(complaints, []);
});

(browserPath ? lays : skipped).run();
