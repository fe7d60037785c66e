/** Projects of the page under the account: saved, opened elsewhere, in conflict, without and with people, and deleted. */
import type { Page, Request } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { api, area, type Listed, listed, menu, stands } from './account-steps.js';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';

const projects = suite<Browsed>('projects under the account');

projects.before(async (context) => {
  Object.assign(context, await browse());
});
projects.after(async ({ close }) => close());

const height = (page: Page) => page.getByLabel('Height', { exact: true });
const save = (page: Page) => area(page).getByRole('button', { name: 'Save to account', exact: true }).click();

const lists = '**/selvage.project.v1.ProjectService/ListProjects';

/** Opens the menu, which asks for the account's list. */
async function open(page: Page): Promise<Request> {
  const [request] = await Promise.all([page.waitForRequest(lists), menu(page).click()]);
  return request;
}

const answered = async (request: Request) => (await request.response())!.finished();

async function documentOf(context: Browsed, { projectId }: Listed): Promise<Record<string, unknown>> {
  const { document } = (await (await api(context, 'GET', `/${projectId}`)).json()) as { document: string };
  return JSON.parse(document) as Record<string, unknown>;
}

projects('a project is saved without its people, and with them where the box is ticked', async (context) => {
  const { page, link } = context;
  await page.goto(link);
  await height(page).fill('181');
  await answered(await open(page));
  await page.getByLabel('Name of the project').fill('Spring bags');
  await page.keyboard.press('Tab');
  await stands(page, /in this browser alone/);
  await save(page);
  await stands(page, /version 1 in your account, unchanged/);
  const [first] = await listed(context);
  assert.equal([first!.name, first!.holdsPeople], ['Spring bags', false]);
  assert.not.match(JSON.stringify(await documentOf(context, first!)), '181');

  await area(page)
    .getByLabel(/Keep the people/)
    .check();
  await save(page);
  await stands(page, /version 2 in your account, unchanged/);
  const [second] = await listed(context);
  assert.is(second!.holdsPeople, true);
  assert.match(JSON.stringify((await documentOf(context, second!)).people), '"181"');
  await screenshot(page, 'account-projects');
});

projects('a reload keeps the version, and a change shows as one', async ({ page }) => {
  await page.reload();
  await answered(await open(page));
  await stands(page, /version 2 in your account, unchanged/);
  await page.keyboard.press('Escape');
  await height(page).fill('183');
  // A list that came later would tell of the next test's change before a save is tried.
  await answered(await open(page));
  await stands(page, /version 2 in your account, with changes since/);
});

projects('the trouble of a save outlives a list that was asked for before it', async ({ page }) => {
  const [lists, saves] = ['ListProjects', 'UpdateProject'].map(
    (call) => `**/selvage.project.v1.ProjectService/${call}`,
  );
  let answer = (): void => {};
  const saved = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(lists, async (route) => {
    await saved;
    await route.continue();
  });
  const refusal = { code: 'resource_exhausted', message: 'Too many saves' };
  await page.route(saves, (route) => route.fulfill({ status: 429, json: refusal }));
  await page.keyboard.press('Escape');
  const request = await open(page);
  await save(page);
  const trouble = area(page).getByText('Too many saves');
  await trouble.waitFor();
  answer();
  await answered(request);
  await area(page).getByRole('button', { name: 'Spring bags', exact: true }).waitFor();
  assert.ok(await trouble.isVisible());
  await page.unroute(lists);
  await page.unroute(saves);
});

projects('a copy that changed in between is neither lost nor hidden', async (context) => {
  const { page } = context;
  const [copy] = await listed(context);
  const change = { name: 'Spring totes' };
  await api(context, 'PATCH', `/${copy!.projectId}`, change, { 'if-match': '"2"' });
  await save(page);
  const alert = area(page).getByRole('alert');
  await alert.filter({ hasText: /version 3 of Spring totes.*Yours started from version 2/ }).waitFor();
  assert.is((await listed(context))[0]!.name, 'Spring totes');
  await screenshot(page, 'account-conflict');
  await alert.getByRole('button', { name: 'Open theirs beside yours' }).click();
  await page.getByRole('button', { name: 'Project: Spring totes' }).waitFor();
  assert.is(await height(page).inputValue(), '181');

  await menu(page).click();
  await stands(page, /version 3 in your account, unchanged/);
  const own = page.getByRole('list', { name: 'Projects of this browser' });
  await own.getByRole('button', { name: 'Spring bags', exact: true }).click();
  await page.getByRole('button', { name: 'Project: Spring bags' }).waitFor();
  assert.is(await height(page).inputValue(), '183');
  await menu(page).click();
  await alert.getByRole('button', { name: 'Replace theirs' }).click();
  await stands(page, /version 4 in your account, unchanged/);
  const [replaced] = await listed(context);
  assert.equal([replaced!.name, replaced!.versionNumber], ['Spring bags', 4]);
  assert.match(JSON.stringify((await documentOf(context, replaced!)).people), '"183"');
});

projects('a project deleted from the account stays in the browser, and can be saved anew', async (context) => {
  const { page } = context;
  const [copy] = await listed(context);
  await api(context, 'DELETE', `/${copy!.projectId}`);
  await save(page);
  await area(page).getByText('no longer has this project').waitFor();
  await area(page).getByRole('button', { name: 'Save to account as a new project' }).click();
  await stands(page, /version 1 in your account, unchanged/);
  await area(page).getByRole('button', { name: 'Delete Spring bags from your account' }).click();
  await area(page).getByRole('button', { name: 'Really delete Spring bags from your account' }).click();
  await stands(page, /in this browser alone/);
  assert.equal(await listed(context), []);
  assert.is(await menu(page).textContent(), 'Spring bags');
});

projects('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

(browserPath ? projects : skipped).run();
