/**
 * The work of a cutter by keys alone, in every width: cloth, several materials, a zone of lower quality, and a project under the
 * account.
 */
import type { Locator, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { api, area, listed, menu, stands } from './account-steps.js';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { arrowTo, chooseIn, keepsFocus, newProject, pasteInto, pressOn, tabTo, typeInto } from './keys.js';
import { seen } from './seen.js';
import { away, back, done, drawn, nest } from './steps.js';

const byKeys = suite<Browsed>('work by keys alone');

byKeys.before(async (context) => {
  Object.assign(context, await browse({ reducedMotion: 'reduce' }));
  await context.page.goto(context.link);
});
byKeys.after(async ({ close }) => close());

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
/** A part of 40 mm by 20 mm. */
const flag = (id: string) => ({
  id,
  points: [
    [0, 0],
    [40, 10],
    [0, 20],
  ],
});

const materials = ['fabric', 'interfacing', 'lining'];

/** The whole of the chosen tab is within the window. */
async function inSight(chosen: Locator): Promise<void> {
  assert.is(await chosen.getAttribute('aria-selected'), 'true');
  const { left, right, width } = await chosen.evaluate((each) => {
    const box = each.getBoundingClientRect();
    return { left: box.left, right: box.right, width: innerWidth };
  });
  assert.ok(left >= 0 && right <= width, `the tab is from ${left} to ${right} of ${width} px`);
}

/** Every material has a layout, and none is searched for any more. */
async function allDone(page: Page): Promise<void> {
  for (const name of materials)
    await page.getByRole('tab', { name: new RegExp(`^${name} ?[\\d.]+ %$`) }).waitFor({ timeout: 240_000 });
  await done(page);
}

for (const [width, height, colorScheme] of [
  [390, 844, 'dark'],
  [768, 1024, 'light'],
  [1440, 900, 'dark'],
] as const) {
  const at = `${width} px, ${colorScheme}`;
  const project = `Totes ${width}`;
  // the service comes back alike in every width, and a search that a kill meets takes its time
  const isKilled = width === 390;
  const through = isKilled ? 'a kill of the service and a reload' : 'a reload';

  byKeys(`${at}: a new project and a pattern`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await newProject(page);
    await pressOn(menu(page));
    await typeInto(field(page, 'Name of the project'), project);
    await page.keyboard.press('Enter');
    await button(page, `Project: ${project}`).waitFor();
    await page.keyboard.press('Escape');
    await keepsFocus(page);
    await pressOn(page.getByRole('link', { name: 'Pattern' }));
    await typeInto(field(page, 'Find a pattern'), 'tote');
    await pressOn(page.getByRole('button', { name: /Tote bag/ }));
    await page.locator('.piece').first().waitFor();
    await keepsFocus(page);
    await chooseIn(field(page, 'Handles'), 'padded');
    await page.locator('.canvas[aria-busy="false"]').waitFor();
    await pressOn(button(page, 'Add to the marker'));
    await tab(page, 'interfacing').waitFor();
    await keepsFocus(page);
  });

  byKeys(`${at}: the cloth of each material, and all are nested`, async ({ page }) => {
    await typeInto(field(page, 'Width'), '700');
    await arrowTo(page.getByRole('radio', { name: 'Folded' }));
    await typeInto(field(page, 'Stripes, every →'), '50');
    await typeInto(field(page, 'First stripe →'), '20');
    await typeInto(field(page, 'Tilt'), '1');
    await chooseIn(field(page, 'Nap'), 'one way');
    await pressOn(page.getByText('Search', { exact: true }));
    await typeInto(field(page, 'Time limit'), '1');
    await seen(page, `keys-cloth-${width}`);

    await tabTo(tab(page, 'fabric'));
    await page.keyboard.press('End');
    assert.is(await tab(page, 'lining').getAttribute('aria-selected'), 'true');
    await keepsFocus(page);
    await typeInto(field(page, 'Width'), '1000');
    await arrowTo(page.getByRole('radio', { name: 'Open', exact: true }));
    await nest(page, () => pressOn(button(page, 'Nest all 3 materials')));
    await allDone(page);
    await keepsFocus(page);
    await seen(page, `keys-lining-${width}`);
    assert.is(await page.locator('.fold').count(), 0);
    await tabTo(tab(page, 'lining'));
    await page.keyboard.press('Home');
    await page.locator('.fold').waitFor({ state: 'attached' });
    await page.locator('.stripes').waitFor({ state: 'attached' });
    await page.getByText('The tilt has no effect on 2 parts: half parts on a fold').waitFor();
    assert.is(await page.locator('.part.faulty').count(), 0);
  });

  byKeys(`${at}: a zone of lower quality, through ${through}`, async (context) => {
    const { page, kill } = context;
    await pressOn(button(page, 'Measure'));
    for (const key of ['ArrowRight', 'Enter', 'ArrowDown', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    await pressOn(button(page, 'Lower quality here'));
    await field(page, 'Quality of zone 1').waitFor();
    await keepsFocus(page);
    await typeInto(field(page, 'Quality of zone 1'), '3');
    await typeInto(field(page, 'Time limit'), isKilled ? '8' : '1');
    const search = () => pressOn(button(page, 'Only fabric'));
    if (isKilled) {
      await search();
      await page.locator('.state-running').waitFor();
      await kill();
      await away(page).waitFor();
      await back(context);
    } else await nest(page, search);
    await allDone(page);
    await page.locator('.zone').waitFor({ state: 'attached' });
    await seen(page, `keys-zone-${width}`);

    await tabTo(tab(page, 'fabric'));
    await page.keyboard.press('End');
    await page.reload();
    await done(page);
    await inSight(tab(page, 'lining'));
    await tabTo(tab(page, 'lining'));
    await page.keyboard.press('Home');
    assert.is(await field(page, 'Quality of zone 1').inputValue(), '3');
    assert.equal(
      [await field(page, 'Width').inputValue(), await field(page, 'First stripe →').inputValue()],
      ['700', '20'],
    );
    assert.ok(await page.getByRole('radio', { name: 'Folded' }).isChecked());
    await pressOn(button(page, 'Remove zone 1'));
    await field(page, 'Quality of zone 1').waitFor({ state: 'detached' });
    await keepsFocus(page);
  });

  byKeys(`${at}: the project is saved to the account, over another copy, and deleted there`, async (context) => {
    const { page } = context;
    const save = button(page, 'Save to account');
    await pressOn(menu(page));
    await stands(page, /in this browser alone/);
    await pressOn(save);
    await stands(page, /version 1 in your account, unchanged/);
    await keepsFocus(page);
    const [copy] = await listed(context);
    await api(context, 'PATCH', `/${copy!.projectId}`, { name: 'Theirs' }, { 'if-match': '"1"' });
    await pressOn(area(page).getByLabel(/Keep the people/), 'Space');
    await pressOn(save);
    await area(page).getByRole('alert').filter({ hasText: 'version 2 of Theirs' }).waitFor();
    await keepsFocus(page);
    await seen(page, `keys-account-${width}`);
    await pressOn(button(page, 'Replace theirs'));
    await stands(page, /version 3 in your account, unchanged/);
    await keepsFocus(page);
    const [replaced] = await listed(context);
    assert.equal([replaced!.name, replaced!.holdsPeople], [project, true]);

    await pressOn(button(page, `Delete ${project} from your account`));
    await button(page, `Really delete ${project} from your account`).waitFor();
    await page.keyboard.press('Enter');
    await stands(page, /in this browser alone/);
    await keepsFocus(page);
    await page.keyboard.press('Escape');
    assert.ok(await menu(page).evaluate((element) => element === document.activeElement));
    assert.equal(await listed(context), []);
  });

  byKeys(`${at}: parts of a file with rules of their own, on sheets of two sizes`, async ({ page }) => {
    await arrowTo(page.getByRole('radio', { name: 'Parts from a file' }));
    await pasteInto(field(page, 'Paste parts'), JSON.stringify({ polygons: [flag('a'), flag('b')] }));
    await page.keyboard.press('Tab');
    await page.locator('.loaded', { hasText: '2 parts' }).waitFor();
    await keepsFocus(page);
    await pressOn(page.getByText('Copies, rotations and rules of each part'));
    await typeInto(field(page, 'Copies of a'), '3');
    await typeInto(field(page, 'Rotations of a, degrees'), '90');
    await arrowTo(page.getByRole('radio', { name: 'Sheets' }));
    await typeInto(field(page, 'Width'), '100');
    await typeInto(field(page, 'Height'), '60');
    await pressOn(button(page, 'Add sheets of another size'));
    await typeInto(field(page, 'Width of size 2'), '70');
    await page.locator('.sheet-size', { hasText: 'WidthHeightNumberPrice' }).waitFor();
    await arrowTo(page.getByRole('radio', { name: 'Open', exact: true }));
    await seen(page, `keys-sheets-${width}`);
    await nest(page, () => pressOn(button(page, /^Nest/)));
    await drawn(page, 4);
    await keepsFocus(page);
    const turns = await page
      .getByRole('button', { name: /^a(,|$)/ })
      .evaluateAll((all) => all.map((part) => /rotate\((.+?)deg/.exec(part.getAttribute('style')!)![1]));
    assert.equal(turns, ['90', '90', '90']);
    assert.is(await page.locator('.part.faulty').count(), 0);
  });

  byKeys(`${at}: a key of one's own is made and revoked`, async ({ page }) => {
    const menuButton = page.locator('.key-button');
    await pressOn(menuButton);
    await page.locator('.account > p strong', { hasText: 'demo' }).waitFor();
    await typeInto(field(page, 'Name of a new key'), 'saw');
    await pressOn(page.getByRole('checkbox', { name: 'nest', exact: true }), 'Space');
    await pressOn(button(page, 'Make a key'));
    await field(page, 'Your new key, shown only now').waitFor();
    await keepsFocus(page);
    await seen(page, `keys-key-${width}`);
    await pressOn(button(page, 'Revoke saw'));
    await button(page, 'Really revoke saw').waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.own-keys li', { hasText: 'saw' }).waitFor({ state: 'detached' });
    await keepsFocus(page);
    await page.keyboard.press('Escape');
    assert.ok(await menuButton.evaluate((element) => element === document.activeElement));
  });
}

byKeys('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

(browserPath ? byKeys : skipped).run();
