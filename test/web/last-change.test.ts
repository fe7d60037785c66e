/** Changes right before a tab closes: the next page of the browser stores them, in the project itself. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { section } from './steps.js';

const lastChange = suite<Browsed>('a change right before the tab closes');

const height = (page: Page) => page.getByLabel('Height', { exact: true });
const weight = (page: Page) => page.getByLabel('Weight', { exact: true });

declare global {
  interface Window {
    /** Lets the tab know which locks are held. */
    answerLocks(): void;
    /** Makes the database silent from here on. */
    stopReading(): void;
  }
}

lastChange.before(async (context) => {
  Object.assign(context, await browse());
});
lastChange.after(async ({ close }) => close());

/** A new tab. The database takes its changes, but the tab never hears of it, and it hears late that no other tab is there. */
async function deafTab({ context, link, service }: Browsed): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${service.url}/favicon.svg`);
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        localStorage.clear();
        indexedDB.deleteDatabase('selvage').onsuccess = resolve;
      }),
  );
  await page.addInitScript(() => {
    Object.defineProperty(IDBTransaction.prototype, 'oncomplete', { set() {} });
    const { query } = navigator.locks;
    const answered = new Promise<void>((resolve) => {
      window.answerLocks = resolve;
    });
    navigator.locks.query = async () => {
      await answered;
      return query.call(navigator.locks);
    };
    window.stopReading = () => {
      IDBObjectStore.prototype.get = () => ({}) as IDBRequest;
    };
  });
  await page.goto(link);
  await height(page).waitFor();
  return page;
}

/** The browser has stored a typed value of the first person. */
async function stored(page: Page, value: string): Promise<void> {
  for (;;) {
    const [person] = await section<readonly { typed: Record<string, string> }[]>(page, 'people').catch(() => []);
    if (person && Object.values(person.typed).includes(value)) return;
  }
}

/** The names of the browser's projects after the tab has closed, and the values in the one that a further tab opens. */
async function afterwards({ context, link }: Browsed, tab: Page) {
  await tab.close({ runBeforeUnload: true });
  const next = await context.newPage();
  await next.goto(link);
  await height(next).waitFor();
  const names = await next.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        indexedDB.open('selvage').onsuccess = ({ target }) => {
          const database = (target as IDBOpenDBRequest).result;
          database.transaction('projects').objectStore('projects').getAll().onsuccess = (event) => {
            database.close();
            resolve((event.target as IDBRequest<{ name: string }[]>).result.map(({ name }) => name));
          };
        };
      }),
  );
  const values = [await height(next).inputValue(), await weight(next).inputValue()];
  await next.close();
  return { names, values };
}

lastChange('of which the database took one and not the next', async (browsed) => {
  const tab = await deafTab(browsed);
  await height(tab).fill('177');
  await stored(tab, '177');
  await tab.evaluate(() => window.stopReading());
  await weight(tab).fill('71');
  assert.equal(await afterwards(browsed, tab), { names: ['Project 1'], values: ['177', '71'] });
});

lastChange('of which the database took one before the tab knew that it is alone, and one after', async (browsed) => {
  const tab = await deafTab(browsed);
  await height(tab).fill('178');
  await stored(tab, '178');
  await tab.evaluate(() => window.answerLocks());
  // The tab asks for its lock once it has heard of the others.
  await tab.waitForFunction(async () => ((await navigator.locks.query()).held ?? []).length > 0);
  await weight(tab).fill('72');
  await stored(tab, '72');
  assert.equal(await afterwards(browsed, tab), { names: ['Project 1'], values: ['178', '72'] });
});

lastChange('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

(browserPath ? lastChange : skipped).run();
