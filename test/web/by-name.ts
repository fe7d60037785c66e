/** The things of the page by the names that a person reads or hears. */
import type { Locator, Page } from 'playwright-core';

export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name, exact: true });
export const field = (page: Page, name: string): Locator => page.getByLabel(name, { exact: true });
export const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true });
export const radio = (page: Page, name: string): Locator => page.getByRole('radio', { name, exact: true });
