/** Jobs of the account on the page: listed, opened and cancelled, whoever started them; projects saved by themselves and by link. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { violations } from './axe.js';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { density, done, forgetAll, nest } from './steps.js';

const jobs = suite<Browsed>('jobs of the account');

jobs.before(async (context) => {
  Object.assign(context, await browse());
});
jobs.after(async ({ close }) => close());

const menu = (page: Page) => page.getByRole('button', { name: /^Project: / });
const list = (page: Page) => page.getByRole('list', { name: 'Jobs of your account' });
const height = (page: Page) => page.getByLabel('Height', { exact: true });

const corners = (width: number, height: number) => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
];

async function rest({ service }: Browsed, method: string, path: string, body?: object): Promise<Response> {
  return fetch(`${service.url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Submits a job that goes on without a listener, as a program would. */
async function submitted(context: Browsed, path: string, body: object): Promise<string> {
  const answer = await rest(context, 'POST', path, { ...body, keepSeconds: 600 });
  const reader = answer.body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return (JSON.parse(Buffer.from(value!).toString().split('\n')[0]!) as { jobId: string }).jobId;
}

const triangle = [
  [0, 0],
  [180, 0],
  [0, 260],
];

/** No layout of it is without gaps, so that its search takes its time. */
const parts = {
  polygons: [
    { id: 'gusset', points: triangle, quantity: 9, allowedRotations: [0, 90, 180, 270] },
    { id: 'panel', points: corners(310, 170), quantity: 5 },
  ],
  bins: [{ boundary: { points: corners(3000, 700) } }],
  gravityDirection: 'left',
  minDistance: 4,
  maximumExecutionTime: 30,
};

jobs('a search that a program started is opened in the marker view, and goes on there', async (context) => {
  const { page, link } = context;
  await submitted(context, 'nest', parts);
  await page.goto(link);
  await menu(page).click();
  const row = list(page).getByRole('listitem').first();
  await row.getByText(/^(queued|running, \d+ of 30 s)/).waitFor();
  await screenshot(page, 'jobs');
  assert.equal(await violations(page, 'jobs'), []);
  await row.getByRole('button', { name: /^Marker of / }).click();
  await page.getByRole('button', { name: /^Project: Marker of/ }).waitFor();
  await page.locator('.figures dd').first().waitFor();
  assert.ok((await density(page)) > 40, 'the layout is shown');
  assert.is(await page.getByLabel('Between parts').inputValue(), '4');
});

jobs('the list cancels it, and its layout is kept for improvement', async ({ page }) => {
  await menu(page).click();
  const row = list(page).getByRole('listitem').first();
  await row.getByRole('button', { name: /^Cancel Marker of/ }).click();
  await row.getByRole('button', { name: /^Really cancel Marker of/ }).click();
  await row.getByText(/^cancelled, kept until/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Continue from here' }).waitFor();
});

jobs('a job of a project of this browser opens that project', async ({ page }) => {
  const name = await menu(page).textContent();
  await menu(page).click();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('button', { name: 'Project: Project 2' }).waitFor();
  await menu(page).click();
  await list(page)
    .getByRole('button', { name: /^Marker of / })
    .first()
    .click();
  await page.getByRole('button', { name: `Project: ${name}` }).waitFor();
  await menu(page).click();
  const own = page.getByRole('list', { name: 'Projects of this browser' });
  await own.getByRole('button', { name: 'Project 2', exact: true }).waitFor();
  assert.is(await own.getByRole('button', { name: name!, exact: true }).count(), 1);
});

jobs('a lay plan is opened with its lines and files', async (context) => {
  const { page } = context;
  await submitted(context, 'lays', {
    lines: [{ name: 'Panel', quantity: 6, parts: [{ points: corners(500, 400) }] }],
    cloths: [{ colour: 'navy', width: 850 }],
    table: { length: 3000, plies: 10 },
    maximumExecutionTime: 2,
  });
  await page.reload();
  await menu(page).click();
  const row = list(page).getByRole('listitem').first();
  await row.getByText(/^finished/).waitFor();
  await row.getByRole('button', { name: /^Lay plan of / }).click();
  await page.getByRole('rowheader', { name: 'Panel' }).waitFor();
  await page.getByRole('cell', { name: 'navy' }).waitFor();
  await page.getByRole('button', { name: 'Cut plan PDF' }).waitFor();
  await done(page);
  await screenshot(page, 'jobs-lay-plan');
});

jobs('a project is saved by itself where its box is ticked, and a link opens it elsewhere', async (context) => {
  const { page, link, service } = context;
  await page.goto(link.replace('/#', '/?fresh#'));
  await height(page).fill('171');
  await menu(page).click();
  const area = page.getByRole('region', { name: 'Account' });
  await page.getByLabel('Name of the project').fill('Linen bags');
  await page.keyboard.press('Tab');
  await area.getByLabel(/Keep the people/).check();
  await area.getByRole('button', { name: 'Save to account', exact: true }).click();
  await area.getByText(/version 1 in your account, unchanged/).waitFor();
  await area.getByLabel(/Save every change there/).check();
  await page.keyboard.press('Escape');
  await height(page).fill('176');
  await menu(page).click();
  await area.getByText(/version 2 in your account, unchanged/).waitFor();
  const { projects } = (await (await rest(context, 'GET', 'projects')).json()) as {
    projects: { projectId: string; versionNumber: number }[];
  };
  const [{ projectId, versionNumber }] = projects as [(typeof projects)[number]];
  assert.is(versionNumber, 2);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await area.getByRole('button', { name: 'Copy the link to Linen bags' }).click();
  await area.getByText('Copied').waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  assert.is(copied, `${service.url}/#project=${projectId}&organization=personal`);

  await page.goto(`${service.url}/reference`);
  await forgetAll(page);
  await page.goto(copied);
  await page.getByLabel('API key').fill(service.apiKey);
  await page.getByRole('button', { name: 'Project: Linen bags' }).waitFor();
  assert.is(await height(page).inputValue(), '176');
});

jobs('a search that is opened from the list begins again without a warning of its own', async (context) => {
  const { page } = context;
  const small = { id: 'tab', points: corners(20, 15), quantity: 3 };
  await submitted(context, 'nest', {
    polygons: [small],
    bins: [{ boundary: { points: corners(300, 200) } }],
    fabric: { form: 'folded' },
    maximumExecutionTime: 1,
  });
  await menu(page).click();
  const row = list(page).getByRole('listitem').first();
  await row.getByRole('button', { name: /^Marker of / }).click();
  await page.getByRole('button', { name: 'Nest again' }).waitFor();
  await nest(page, () => page.getByRole('button', { name: 'Nest again' }).click());
  assert.equal(await page.locator('.run .notice').allTextContents(), []);
});

jobs('a link to a project that is gone says so', async ({ page, service }) => {
  await page.goto(`${service.url}/?again#project=00000000-0000-4000-8000-000000000000&key=${service.apiKey}`);
  await page
    .getByRole('group', { name: 'Project' })
    .getByText(/No project/)
    .waitFor();
});

jobs('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

(browserPath ? jobs : skipped).run();
