/** Two tabs with one project: both tell so, and where both change it, neither loses its work. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { done, go, paste, section } from './steps.js';

/** As in a duplicated tab: the same project, in the same state. */
async function opensAlso({ context, service }: Browsed, of: Page): Promise<Page> {
  const project = await of.evaluate(() => sessionStorage.getItem('selvage.project'));
  const key = await of.evaluate(() => sessionStorage.getItem('selvage.key'));
  const second = await context.newPage();
  // a document of the same origin that is not the page
  await second.goto(`${service.url}/favicon.svg`);
  await second.evaluate(
    ([id, secret]) => {
      sessionStorage.setItem('selvage.project', id!);
      sessionStorage.setItem('selvage.key', secret!);
    },
    [project, key],
  );
  await second.goto(service.url);
  await height(second).waitFor();
  return second;
}

const height = (page: Page) => page.getByLabel('Height', { exact: true });
const weight = (page: Page) => page.getByLabel('Weight', { exact: true });
const menu = (page: Page) => page.getByRole('button', { name: /^Project: / });
const named = (page: Page, name: string) => page.getByRole('button', { name: `Project: ${name}`, exact: true });
const list = (page: Page) => page.getByRole('list', { name: 'Projects of this browser' });

/** The browser has stored a typed value of the first person. */
async function stored(page: Page, value: string): Promise<void> {
  for (;;) {
    const [person] = await section<readonly { typed: Record<string, string> }[]>(page, 'people');
    if (Object.values(person!.typed).includes(value)) return;
  }
}

async function rename(page: Page, name: string): Promise<void> {
  await menu(page).click();
  await page.getByLabel('Name of the project').fill(name);
  await page.keyboard.press('Escape');
  await named(page, name).waitFor();
}

async function open(page: Page, name: string): Promise<void> {
  await menu(page).click();
  await list(page).getByRole('button', { name, exact: true }).click();
  await named(page, name).waitFor();
}

for (const [where, locks] of [
  ['with locks', true],
  ['without locks, over plain HTTP', false],
] as const) {
  const tabs = suite<Browsed>(`two tabs ${where}`);

  tabs.before(async (context) => {
    Object.assign(context, await browse());
    if (!locks)
      await context.context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }));
    await context.page.goto(context.link);
    await height(context.page).fill('181');
  });
  tabs.after(async ({ close }) => close());

  tabs('both tell of each other, until one is closed', async (browsed) => {
    const { page } = browsed;
    const second = await opensAlso(browsed, page);
    assert.is(await height(second).inputValue(), '181');
    for (const each of [page, second]) {
      await each.locator('.project-button.troubled').waitFor();
      await menu(each).click();
      await each.getByText('Another tab has this project open, too.').waitFor();
      await menu(each).click();
    }
    await second.close({ runBeforeUnload: true });
    await page.locator('.project-button:not(.troubled)').waitFor();
  });

  tabs('both change it: the later one goes on with a copy of all its work', async (browsed) => {
    const { page } = browsed;
    const second = await opensAlso(browsed, page);
    await page.locator('.project-button.troubled').waitFor();
    await height(page).fill('190');
    await weight(second).fill('77');
    await named(second, 'Project 1 (copy)').waitFor();
    await second.locator('.project-button.troubled').waitFor();
    await menu(second).click();
    await second.getByText('Another tab has changed “Project 1”. This tab goes on with a copy').waitFor();
    await menu(second).click();
    await second.locator('.project-button:not(.troubled)').waitFor();
    await page.locator('.project-button:not(.troubled)').waitFor();
    // each goes on by itself
    await weight(page).fill('83');
    await stored(page, '83');
    await height(second).fill('150');
    await stored(second, '150');
    const values = async (of: Page) => [await height(of).inputValue(), await weight(of).inputValue()];
    for (const each of [page, second]) {
      await each.reload();
      await height(each).waitFor();
    }
    assert.equal(await values(page), ['190', '83']);
    assert.equal(await values(second), ['150', '77']);
    await named(page, 'Project 1').waitFor();
    await named(second, 'Project 1 (copy)').waitFor();
    await second.close({ runBeforeUnload: true });
  });

  tabs('a change alone, after the other tab has left, is stored in the project itself', async (browsed) => {
    const { page } = browsed;
    const second = await opensAlso(browsed, page);
    await page.locator('.project-button.troubled').waitFor();
    await second.close({ runBeforeUnload: true });
    await page.locator('.project-button:not(.troubled)').waitFor();
    await height(page).fill('171');
    await stored(page, '171');
    await page.reload();
    await named(page, 'Project 1').waitFor();
    assert.is(await height(page).inputValue(), '171');
  });

  tabs('an unchanged tab that is behind goes on with a copy, also when the other one has left', async (browsed) => {
    const { page } = browsed;
    const name = `a${'👗'.repeat(45)}`;
    await rename(page, name);
    const second = await opensAlso(browsed, page);
    await page.locator('.project-button.troubled').waitFor();
    await height(second).fill('160');
    await stored(second, '160');
    await second.close({ runBeforeUnload: true });
    await page.locator('.project-button:not(.troubled)').waitFor();
    await weight(page).fill('90');
    await named(page, `${name} (copy)`).waitFor();
    assert.is(await height(page).inputValue(), '171');
    await open(page, name);
    assert.is(await height(page).inputValue(), '160');
    await rename(page, 'Project 1');
  });

  tabs('a change in the last moment of a shared tab is stored by the next page', async (browsed) => {
    const { page, service } = browsed;
    const second = await opensAlso(browsed, page);
    await page.locator('.project-button.troubled').waitFor();
    const project = await page.evaluate(() => sessionStorage.getItem('selvage.project'));
    await second.evaluate(() => {
      const { get } = IDBObjectStore.prototype;
      // the tab closes before the database has answered
      IDBObjectStore.prototype.get = function (key) {
        const ask = (): void => {
          get.call(this, key).onsuccess = ask;
        };
        ask();
        return {} as IDBRequest;
      };
    });
    await height(second).fill('163');
    await second.goto(`${service.url}/favicon.svg`);
    assert.ok(
      await second.evaluate(() => Object.keys(localStorage).some((name) => name.startsWith('selvage.unsaved'))),
    );
    await page.locator('.project-button:not(.troubled)').waitFor();
    await second.goto(service.url);
    await height(second).waitFor();
    assert.is(await second.evaluate(() => sessionStorage.getItem('selvage.project')), project);
    assert.is(await height(second).inputValue(), '163');
    await second.close({ runBeforeUnload: true });
    await page.locator('.project-button:not(.troubled)').waitFor();
    await page.reload();
    await height(page).waitFor();
    assert.is(await height(page).inputValue(), '163');
  });

  tabs('a further tab begins a project of its own, and cannot delete that of another', async (browsed) => {
    const { page, context, link } = browsed;
    await menu(page).waitFor();
    const third = await context.newPage();
    await third.goto(link);
    await height(third).waitFor();
    const own = await third.evaluate(() => sessionStorage.getItem('selvage.project'));
    assert.is.not(own, await page.evaluate(() => sessionStorage.getItem('selvage.project')));
    await menu(third).click();
    await list(third).locator('li', { hasText: 'in another tab' }).getByText('Project 1', { exact: true }).waitFor();
    assert.ok(await list(third).getByRole('button', { name: 'Delete Project 1', exact: true }).isDisabled());
    await third.close();
  });

  tabs('both follow a search, which is no change: neither goes on with a copy', async (browsed) => {
    const { page } = browsed;
    await go(page, 'Marker');
    await page.getByRole('radio', { name: 'Parts from a file' }).check();
    const polygons = Array.from({ length: 30 }, (_, i) => ({
      points: [
        [0, 0],
        [60 + 3 * i, 0],
        [0, 80 + 2 * i],
      ],
    }));
    await paste(page, JSON.stringify({ polygons, allowedRotations: [0, 90], maximumExecutionTime: 300 }));
    await page.locator('.loaded', { hasText: '30 parts' }).waitFor();
    await page.getByRole('button', { name: /^Nest/ }).click();
    await page.locator('.parts .part').first().waitFor();
    const second = await opensAlso(browsed, page);
    await go(second, 'Marker');
    await second.locator('.state-running').waitFor();
    await second.getByRole('button', { name: 'Cancel' }).click();
    await Promise.all([done(page), done(second)]);
    await go(second, 'Body');
    await height(second).fill('159');
    await stored(second, '159');
    for (const each of [page, second]) assert.is(await menu(each).textContent(), 'Project 1');
    await second.close({ runBeforeUnload: true });
  });

  tabs('complained of nothing', ({ complaints }) => {
    assert.equal(complaints, []);
  });

  (browserPath ? tabs : skipped).run();
  if (!browserPath) break;
}
