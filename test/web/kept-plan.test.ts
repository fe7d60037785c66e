/** A plan of yesterday: the project keeps the layouts of its markers, whether or not the service still has their jobs. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { largestDocument } from '../../src/projects/document.js';
import { api, area, listed, menu, stands } from './account-steps.js';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { forgetJobs } from './forgotten.js';
import { done, go, orderSkirts, planned, section } from './steps.js';

/** The members of a project's file that the tests read and change. */
interface Saved {
  name: string;
  lays: { layouts?: { shapes: string; markers: { jobId: string; layout: string }[] } };
}

interface Planned extends Browsed {
  shown: Shown;
  saved: Saved;
}

interface Shown {
  readonly pictures: readonly (string | null)[];
  readonly dxf: string;
  readonly plan: string;
}

const kept = suite<Planned>('the layouts of a lay plan');

kept.before(async (context) => {
  Object.assign(context, await browse());
});
kept.after(async ({ close }) => close());

async function downloaded(page: Page, press: () => Promise<void>): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return readFileSync(await file.path(), 'utf8');
}

/** The markers as the plan and its files show them, without the time of the files. */
async function shownPlan(page: Page): Promise<Shown> {
  const pictures = page.locator('img.lay-picture');
  await pictures.nth((await page.locator('.lay-markers > li').count()) - 1).waitFor();
  const files = page.getByRole('group', { name: 'Download Marker 1' });
  const dxf = await downloaded(page, () => files.getByRole('button', { name: 'DXF' }).click());
  const plan = await downloaded(page, () => page.getByRole('button', { name: 'Cut plan HTML' }).click());
  return {
    pictures: await pictures.evaluateAll((all) => all.map((picture) => picture.getAttribute('src'))),
    dxf,
    plan: plan.replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?( UTC)?/g, 'then'),
  };
}

async function openFile(page: Page, document: Saved): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(document));
  const input = page.locator('.projects input[type=file]');
  await input.setInputFiles({ name: 'plan.selvage.json', mimeType: 'application/json', buffer });
}

async function opened(page: Page, document: Saved): Promise<void> {
  await openFile(page, document);
  await page.getByRole('button', { name: `Project: ${document.name}` }).waitFor();
}

kept('are shown after the service has forgotten them, and go into the same files', async (context) => {
  const { page, link } = context;
  await page.goto(link);
  await go(page, 'Pattern');
  await orderSkirts(page);
  await page.getByLabel('Size 36 in navy').fill('8');
  await page.getByLabel('Size 38 in navy').fill('12');
  await page.getByText('Nap, stripes and tilt').click();
  await page.getByLabel('Stripes, every →').fill('40');
  await page.getByLabel('Planning time').fill('4');
  await page.getByRole('button', { name: 'Plan the lays' }).click();
  await planned(page);
  await done(page);
  context.shown = await shownPlan(page);
  // as soon as the browser has stored them
  await stored(page);
  await forgetJobs(page);
  await page.reload();
  await planned(page);
  assert.equal(await shownPlan(page), context.shown);
  await screenshot(page, 'lays-forgotten');
});

async function stored(page: Page): Promise<void> {
  for (;;) {
    if ((await section<Saved['lays']>(page, 'lays')).layouts) return;
  }
}

kept('go into the file of the project, and come back with it', async (context) => {
  const { page } = context;
  await menu(page).click();
  const text = await downloaded(page, () => page.getByRole('button', { name: 'Save to file' }).click());
  context.saved = JSON.parse(text) as Saved;
  await opened(page, { ...context.saved, name: 'From a file' });
  await planned(page);
  assert.equal(await shownPlan(page), context.shown);
});

kept('are refused where they are damaged', async ({ page, saved }) => {
  const layouts = saved.lays.layouts!;
  await menu(page).click();
  for (const [faulty, sentence] of [
    [{ ...layouts, shapes: '' }, /lays\.layouts: 0 is no shape; there are 0/],
    [{ ...layouts, shapes: '!' }, /lays\.layouts: /],
    [{ ...layouts, markers: undefined }, /lays\.layouts\.markers: is required/],
  ] as const) {
    await openFile(page, { ...saved, lays: { ...saved.lays, layouts: faulty as typeof layouts } });
    await page.locator('.projects .problem').filter({ hasText: sentence }).waitFor();
  }
  await page.keyboard.press('Escape');
});

kept('go to the account, and come back from there', async (context) => {
  const { page } = context;
  await menu(page).click();
  await area(page).getByRole('button', { name: 'Save to account', exact: true }).click();
  await stands(page, /version 1 in your account, unchanged/);
  const [copy] = await listed(context);
  assert.ok((await documentOf(context, copy!.projectId)).lays.layouts);
  assert.not.match((await area(page).textContent())!, 'too much for the account');
  await page.keyboard.press('Escape');
});

kept('stay in the browser where they are too large for the account, and the page says so', async (context) => {
  const { page, saved } = context;
  const bytes = (value: object) => Buffer.byteLength(JSON.stringify(value, null, 2));
  const parts = { title: 'Long notes', notes: [''], graded: null, drawn: false, request: {} };
  const large = { ...saved, name: 'Large', people: undefined, parts };
  // With half of the layouts it would fit.
  const room = largestDocument - bytes(large) + bytes(saved.lays.layouts!) / 2;
  parts.notes = ['x'.repeat(room)];
  await menu(page).click();
  await opened(page, large);
  await menu(page).click();
  await area(page).getByRole('button', { name: 'Save to account', exact: true }).click();
  await stands(page, /version 1 in your account, unchanged/);
  await area(page).getByText('too much for the account').waitFor();
  await screenshot(page, 'layouts-too-large');
  const copy = (await listed(context)).find(({ name }) => name === 'Large');
  const { lays, name } = await documentOf(context, copy!.projectId);
  assert.equal([name, lays.layouts], ['Large', undefined]);
  await page.reload();
  await planned(page);
  assert.equal(await shownPlan(page), context.shown);
});

async function documentOf(context: Browsed, projectId: string): Promise<Saved> {
  const { document } = (await (await api(context, 'GET', `/${projectId}`)).json()) as { document: string };
  return JSON.parse(document) as Saved;
}

kept('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

(browserPath ? kept : skipped).run();
