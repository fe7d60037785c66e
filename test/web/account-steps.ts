/** The projects of the account, as the page shows them and as the service keeps them. */
import type { Page } from 'playwright-core';
import type { Browsed } from './browser.js';

export const menu = (page: Page) => page.getByRole('button', { name: /^Project: / });
export const area = (page: Page) => page.getByRole('region', { name: 'Account' });

/** The menu tells so of the copy in the account. */
export const stands = (page: Page, sentence: RegExp) =>
  area(page).getByRole('status').filter({ hasText: sentence }).waitFor();

export interface Listed {
  readonly projectId: string;
  readonly name: string;
  readonly versionNumber: number;
  readonly holdsPeople: boolean;
}

/** Calls the service beside the page. */
export function api({ service }: Browsed, method: string, path = '', body?: object, headers = {}): Promise<Response> {
  return fetch(`${service.url}/api/v1/projects${path}`, {
    method,
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

export async function listed(context: Browsed): Promise<Listed[]> {
  return ((await (await api(context, 'GET')).json()) as { projects: Listed[] }).projects;
}
