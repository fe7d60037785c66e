/** Recurring actions of a person on the page. */
import type { Page } from 'playwright-core';

export const go = (page: Page, step: string): Promise<void> => page.getByRole('link', { name: step }).click();

/** The density figure, in percent. */
export const density = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.locator('.figures dd').first().textContent())!);

export const done = (page: Page): Promise<void> => page.locator('.state-done').waitFor();

export async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Paste parts').fill(text);
  await page.keyboard.press('Tab');
}
