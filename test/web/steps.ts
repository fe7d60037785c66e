/** Recurring actions of a person on the page. */
import type { Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import type { Browsed } from './browser.js';

export const go = (page: Page, step: string): Promise<void> => page.getByRole('link', { name: step }).click();

/** By keys: the form above may grow while drafts come in, and a click would then miss. */
export const openSearch = (page: Page): Promise<void> => page.getByText('Search', { exact: true }).press('Enter');

/** The density figure, in percent. */
export const density = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.locator('.figures dd').first().textContent())!);

/** The run has ended. On a busy machine a plan of seconds waits long for its solvers. */
export const done = (page: Page): Promise<void> => page.locator('.state-done').waitFor({ timeout: 240_000 });

/** Searches to the end. A short search may end between two looks at its state, so the call is waited for. */
export async function nest(
  page: Page,
  press = () => page.getByRole('button', { name: /^Nest/ }).click(),
): Promise<void> {
  const asked = page.waitForRequest((request) => /\/Nest(Patterns)?$/.test(request.url()));
  await press();
  await asked;
  await done(page);
  await page.locator('.part[role=button]').first().waitFor();
}

/** There is a plan of lays. */
export const planned = (page: Page): Promise<void> =>
  page.locator('.lay-markers li').first().waitFor({ timeout: 240_000 });

/** Goes from the pictures of the patterns to an order of A-line skirts in the sizes 36 and 38. */
export async function orderSkirts(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^A-line skirt/ }).click();
  await go(page, 'Lays');
  await page.getByLabel('Size table').selectOption('EN 13402-3 women');
  await page.getByLabel('From', { exact: true }).selectOption('36');
  await page.getByLabel('To', { exact: true }).selectOption('38');
}

/** The layout is drawn with so many parts. Its drawing has a file of its own, which may come after the figures. */
export async function drawn(page: Page, parts: number): Promise<void> {
  const outlines = page.locator('.parts .part');
  await outlines.nth(parts - 1).waitFor({ state: 'attached' });
  assert.is(await outlines.count(), parts);
}

export async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Paste parts').fill(text);
  await page.keyboard.press('Tab');
}

/** Forgets the projects and the key. The page itself must not be open. */
export const forgetAll = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    sessionStorage.clear();
    await new Promise((resolve) => {
      indexedDB.deleteDatabase('selvage').onsuccess = resolve;
    });
  });

/** A stored section of the open project. */
export const section = <T>(page: Page, name: string): Promise<T> =>
  page.evaluate(
    (of) =>
      new Promise<T>((resolve) => {
        indexedDB.open('selvage').onsuccess = ({ target }) => {
          const database = (target as IDBOpenDBRequest).result;
          const store = database.transaction('sections').objectStore('sections');
          store.get([sessionStorage.getItem('selvage.project')!, of]).onsuccess = (event) => {
            database.close();
            resolve(JSON.parse((event.target as IDBRequest<string>).result) as T);
          };
        };
      }),
    name,
  );

/** The line that the page shows while the service does not answer. */
export const away = (page: Page) => page.getByText('The service does not answer. Your work stays in this browser');

/** Starts the killed service again, and waits until the page has noticed. */
export async function back({ page, startAgain }: Browsed): Promise<void> {
  await startAgain();
  await away(page).waitFor({ state: 'detached' });
}
