/**
 * The service is killed in the middle of a task of the page, and starts again with its data. The page tells so, comes back by
 * itself, and has lost nothing.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { violations } from './axe.js';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { away, back, done, drawn, go, paste } from './steps.js';

const killed = suite<Browsed>('the service killed in the middle');

killed.before(async (context) => {
  Object.assign(context, await browse());
});
killed.after(async ({ close }) => close());

const part = (id: string, width: number, height: number) => ({
  id,
  points: [
    [0, 0],
    [width, 0],
    [0, height],
  ],
});

killed('a search: it is resumed, and its best layout never goes away', async (context) => {
  const { page, link, kill } = context;
  await page.goto(link);
  await go(page, 'Marker');
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  const polygons = Array.from({ length: 30 }, (_, i) => part(`part ${i}`, 60 + 3 * i, 80 + 2 * i));
  await paste(page, JSON.stringify({ polygons, allowedRotations: [0, 90, 180], maximumExecutionTime: 25 }));
  await page.locator('.loaded', { hasText: '30 parts' }).waitFor();
  await page.getByLabel('Width').fill('700');
  await page.getByRole('button', { name: /^Nest/ }).click();
  await page.locator('.parts .part').first().waitFor();
  await kill();
  await page.locator('.state', { hasText: 'Connection lost; reconnecting' }).waitFor();
  await away(page).waitFor();
  await drawn(page, 30);
  assert.equal(await violations(page, 'away'), []);
  await back(context);
  await page.reload();
  await done(page);
  await drawn(page, 30);
  assert.is(await page.locator('.actions .problem').count(), 0);
});

killed('a cancel: the search ends as soon as the service is back', async (context) => {
  const { page, kill } = context;
  await page.getByRole('button', { name: /^Nest/ }).click();
  await page.locator('.state-running').waitFor();
  await page.locator('.parts .part').first().waitFor();
  await kill();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('This ends as soon as the service answers.').waitFor();
  await back(context);
  await page.getByText('Cancelled; the best layout is kept').waitFor();
  assert.is(await page.locator('.actions .problem').count(), 0);
});

killed('measurements: typed without a service, they are inferred as soon as it is back', async (context) => {
  const { page, kill } = context;
  await go(page, 'Body');
  await page.locator('.callout').first().waitFor();
  const waist = page.getByLabel('Waist girth', { exact: true });
  const before = await waist.getAttribute('placeholder');
  await kill();
  await page.getByLabel('Chest girth', { exact: true }).fill('121');
  await away(page).waitFor();
  await back(context);
  await page.waitForFunction(
    (text) => document.querySelector<HTMLInputElement>('#measurement-waistGirth')!.placeholder !== text,
    before,
  );
  assert.is(await page.getByLabel('Chest girth', { exact: true }).inputValue(), '121');
});

killed('a project that saves itself: the change is in the account afterwards', async (context) => {
  const { page, kill, service } = context;
  const height = page.getByLabel('Height', { exact: true });
  await go(page, 'Body');
  const menu = page.getByRole('button', { name: /^Project: / });
  await menu.click();
  await page.getByLabel(/Keep the people and their\s+measurements there/).check();
  await page.getByRole('button', { name: 'Save to account', exact: true }).click();
  await page.getByText(/version 1 in your account, unchanged/).waitFor();
  await page.getByLabel('Save every change there by itself').check();
  await page.keyboard.press('Escape');
  await kill();
  await height.fill('187');
  await page.locator('.project-button.troubled').waitFor();
  await back(context);
  await page.locator('.project-button:not(.troubled)').waitFor();
  await menu.click();
  await page.getByText(/version 2 in your account, unchanged/).waitFor();
  await page.keyboard.press('Escape');
  const headers = { authorization: `Bearer ${service.apiKey}` };
  const { projects } = (await (await fetch(`${service.url}/api/v1/projects`, { headers })).json()) as {
    projects: { projectId: string }[];
  };
  const kept = await (await fetch(`${service.url}/api/v1/projects/${projects[0]!.projectId}`, { headers })).text();
  assert.match(kept, '187');
});

killed('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else killed.run();
