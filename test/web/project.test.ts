/** The project of the page: stored at every change, in a file, and beside other projects. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { done, drawn, go, nest, openSearch } from './steps.js';

/** The members of a project's file that the tests change. */
interface Saved {
  version: number;
  people: { gender: string; typed: Record<string, string> }[];
  setup: Record<string, string>;
  garments: { quantity: number }[];
  run: { best: { placements: { index: number }[] } };
}

interface Worked extends Browsed {
  /** Text of the project's file. */
  saved: string;
  /** Parts of its marker. */
  parts: number;
}

const project = suite<Worked>('the project');

project.before(async (context) => {
  Object.assign(context, await browse());
});
project.after(async ({ close }) => close());

const height = (page: Page) => page.getByLabel('Height', { exact: true });
const menu = (page: Page) => page.getByRole('button', { name: /^Project: / });
const list = (page: Page) => page.getByRole('list', { name: 'Projects of this browser' });

async function openFile(page: Page, content: string): Promise<void> {
  const file = { name: 'work.selvage.json', mimeType: 'application/json', buffer: Buffer.from(content) };
  await page.locator('.projects input[type=file]').setInputFiles(file);
}

project('a reload right after a change, in each step, loses nothing', async ({ page, link }) => {
  await page.goto(link);
  await height(page).fill('181');
  await page.reload();
  assert.is(await height(page).inputValue(), '181');

  await go(page, 'Pattern');
  await page.getByLabel('Find a pattern').fill('tote');
  await page.getByRole('button', { name: /Tote bag/ }).click();
  const handle = page.getByLabel('Handle length', { exact: true });
  await handle.fill('63');
  await page.keyboard.press('Tab');
  await page.reload();
  assert.is(await handle.inputValue(), '63');

  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await openSearch(page);
  await page.getByLabel('Time limit').fill('1');
  await page.getByLabel('Width').fill('1234');
  await page.reload();
  assert.is(await page.getByLabel('Width').inputValue(), '1234');
  await nest(page);
});

project('the project outlives its tab, and a second tab begins another one', async (worked) => {
  const { page, context, link } = worked;
  await menu(page).click();
  await page.getByLabel('Name of the project').fill('Spring bags');
  await page.keyboard.press('Escape');
  const second = await context.newPage();
  await second.goto(link);
  await second.getByRole('button', { name: 'Project: Project 1' }).waitFor();
  assert.is(await height(second).inputValue(), '168');
  await height(second).fill('150');
  await second.close();
  await page.locator('.parts .part').first().waitFor();
  worked.parts = await page.locator('.parts .part').count();
  await page.goto('about:blank');
  const third = await context.newPage();
  await third.goto(link);
  await menu(third).click();
  const names = list(third).locator('li button:first-child');
  await names.nth(1).waitFor();
  assert.equal(await names.allTextContents(), ['Project 1', 'Spring bags']);
  await list(third).getByRole('button', { name: 'Spring bags', exact: true }).click();
  await third.getByRole('button', { name: 'Project: Spring bags' }).waitFor();
  await go(third, 'Marker');
  await done(third);
  // the drawing has a file of its own, which a fresh tab loads after the figures
  await drawn(third, worked.parts);
  await third.close();
});

project('a file holds the whole project, and opens as a further one', async (context) => {
  const { page, link, parts } = context;
  await page.goto(link);
  await menu(page).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save to file' }).click(),
  ]);
  assert.is(download.suggestedFilename(), 'spring-bags.selvage.json');
  context.saved = readFileSync(await download.path(), 'utf8');
  const document = JSON.parse(context.saved) as Saved;
  assert.is(document.version, 1);
  assert.equal(document.people[0]!.typed, { height: '181', weight: '62' });

  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('button', { name: 'Project: Project 2' }).waitFor();
  await menu(page).click();
  await openFile(page, context.saved.replace('Spring bags', 'Summer bags'));
  await page.getByRole('button', { name: 'Project: Summer bags' }).waitFor();
  await go(page, 'Body');
  assert.is(await height(page).inputValue(), '181');
  await go(page, 'Marker');
  await done(page);
  assert.is(await page.getByLabel('Width').inputValue(), '1234');
  await drawn(page, parts);
});

project('a faulty file is refused with the names of its fields, and changes nothing', async ({ page, saved }) => {
  await menu(page).click();
  const problem = page.locator('.projects .problem');
  const refused = async (change: (document: Saved) => void, sentence: RegExp): Promise<void> => {
    const document = JSON.parse(saved) as Saved;
    change(document);
    await openFile(page, JSON.stringify(document));
    await problem.filter({ hasText: sentence }).waitFor();
  };
  await refused((document) => {
    document.people[0]!.gender = 'other';
    document.setup.widht = '3';
  }, /people\[0\]\.gender: must be one of female, male.*setup\.widht: is not a known name; did you mean "width"/);
  await refused((document) => {
    document.run.best.placements[0]!.index = 99;
  }, /run\.best\.placements\[0\]\.index: 99 is no part/);
  await refused((document) => {
    document.version = 2;
  }, /version: 2 is of a newer page/);
  await refused((document) => {
    document.garments[0]!.quantity = 1.5;
  }, /garments\[0\]\.quantity: must be an integer between 1 and 1000/);
  assert.is(await list(page).locator('li').count(), 4);
});

project('a deleted project is gone from the browser', async ({ page }) => {
  await list(page).getByRole('button', { name: 'Delete Spring bags' }).click();
  await list(page).getByRole('button', { name: 'Really delete Spring bags' }).click();
  await list(page).getByText('Spring bags').waitFor({ state: 'detached' });
  assert.is(await list(page).locator('li').count(), 3);
  await list(page).getByRole('button', { name: 'Delete Summer bags' }).click();
  await list(page).getByRole('button', { name: 'Really delete Summer bags' }).click();
  await page.getByRole('button', { name: /Project: Project/ }).waitFor();
});

project('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else project.run();
