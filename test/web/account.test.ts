/** The account area of the page: who calls, and keys that are made, used and revoked there. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';

const area = suite<Browsed>('the account area');

area.before(async (context) => {
  Object.assign(context, await browse());
});
area.after(async ({ close }) => close());

area('makes a key with scopes, shows it once, and revokes it', async ({ page, link, service, complaints }) => {
  await page.goto(link);
  await page.locator('.key-button.there').click();
  await page.locator('.account > p strong', { hasText: 'demo' }).waitFor();
  await page.getByLabel('Name of a new key').fill('saw');
  await page.getByRole('checkbox', { name: 'nest', exact: true }).check();
  await page.getByRole('button', { name: 'Make a key' }).click();
  const secret = await page.getByLabel('Your new key, shown only now').inputValue();
  await screenshot(page, 'account');

  const account = async () => {
    const answer = await fetch(`${service.url}/api/v1/account`, { headers: { authorization: `Bearer ${secret}` } });
    return { status: answer.status, json: (await answer.json()) as { key?: { scopes: string[] } } };
  };
  assert.equal((await account()).json.key?.scopes, ['nest']);

  await page.keyboard.press('Escape');
  await page.locator('.key-button').click();
  const row = page.locator('.own-keys li', { hasText: 'saw' });
  await row.waitFor();
  assert.is(await page.getByLabel('Your new key, shown only now').count(), 0);
  await row.getByRole('button', { name: 'Revoke saw' }).click();
  await row.getByRole('button', { name: 'Really revoke saw' }).click();
  await row.waitFor({ state: 'detached' });
  assert.is((await account()).status, 401);
  assert.equal(complaints, []);
});

(browserPath ? area : skipped).run();
