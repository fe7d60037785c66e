/** A walk through every state of the page, each looked at. */
import type { Page } from 'playwright-core';
import { seen } from './seen.js';
import { forgetAll, nest, openSearch } from './steps.js';

/** Every state of the page that a person stays in. */
export async function walk(page: Page, link: string, name: string): Promise<void> {
  // a page of the same origin that stores nothing, so that the walk begins like a first visit
  await page.goto(new URL('/openapi.json', link).href);
  await forgetAll(page);
  await page.goto(link);
  await page.locator('.measurement .note', { hasText: '–' }).first().waitFor();
  await page.getByLabel('Waist girth', { exact: true }).focus();
  await seen(page, `body-${name}`);
  await page.getByRole('button', { name: 'Project: Project 1' }).click();
  await page.locator('.projects li').first().waitFor();
  await seen(page, `project-${name}`);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Pattern' }).click();
  await page.locator('.patterns li').first().waitFor();
  await seen(page, `patterns-${name}`);
  await page.getByRole('button', { name: /^Simon shirt/ }).click();
  await page.locator('.piece').first().waitFor();
  await seen(page, `pattern-${name}`);

  await page.getByRole('radio', { name: 'A table of sizes' }).check();
  await page.locator('.nest').first().waitFor();
  await seen(page, `sizes-${name}`);
  await page.locator('.seams summary').click();
  await page.locator('.seams button').first().click();
  await seen(page, `seams-${name}`);
  await page.locator('.seams summary').click();
  await page.getByText('Tech pack', { exact: true }).click();
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const table = {
    name: 'women.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('size,gender,waistGirth\nS,female,x\n'),
  };
  await page.locator('.table-upload input[type=file]').setInputFiles(table);
  await page.getByRole('button', { name: 'Store the table' }).click();
  await page.locator('.table-upload .problem').waitFor();
  await seen(page, `upload-${name}`);
  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await page.locator('.sizes-cut input').first().waitFor();
  await seen(page, `sizes-to-cut-${name}`);
  await page.getByRole('button', { name: 'Remove Simon shirt' }).click();
  await page.getByRole('link', { name: 'Pattern' }).click();
  await page.getByRole('radio', { name: 'One person' }).check();
  await page.locator('.piece').first().waitFor();

  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await page.getByText('25 parts').waitFor();
  await page.getByRole('link', { name: 'Lays' }).click();
  await page.locator('.quantities input').first().fill('12');
  await seen(page, `lays-${name}`);
  await page.getByRole('link', { name: 'Marker' }).click();
  await openSearch(page);
  await page.getByLabel('Time limit').fill('2');
  await seen(page, `garments-${name}`);
  await nest(page);
  await seen(page, `marker-${name}`);

  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  await page.getByRole('button', { name: /linen set/ }).click();
  await page.locator('.loaded', { hasText: '111 parts' }).waitFor();
  await page.getByLabel('Between parts').fill('');
  await page.getByRole('button', { name: /^Key/ }).click();
  await seen(page, `parts-${name}`);

  await page.keyboard.press('Escape');
  await page.getByLabel('Between parts').fill('3');
  await page.getByLabel('Time limit').fill('30');
  await page.getByRole('button', { name: /^Nest/ }).click();
  await page.locator('.parts .part').first().waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('.state-done', { hasText: 'Cancelled' }).waitFor();
  await seen(page, `cancelled-${name}`);
}
