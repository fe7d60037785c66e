/**
 * A finished marker by keys alone, in every width: its rests for the next one, plain cloth beside it, marks, measure; and a link
 * for the members of an organisation.
 */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rectangle } from '../rectangle.js';
import { area, menu, stands } from './account-steps.js';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { button, field, link, radio } from './by-name.js';
import { arrowTo, chooseIn, keepsFocus, newProject, pasteInto, pressOn, typeInto } from './keys.js';
import { seen } from './seen.js';
import { away, back, done, drawn, forgetAll, nest, section } from './steps.js';

const byKeys = suite<Browsed>('a finished marker by keys alone');

byKeys.before(async (context) => {
  Object.assign(context, await browse({ reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] }));
  await context.page.goto(context.link);
});
byKeys.after(async ({ close }) => close());

const figures = (page: Page, text: RegExp) => page.locator('.figures', { hasText: text }).waitFor();

const marked = (id: string, width: number, height: number, y = 0) => ({
  id,
  points: rectangle(width, height),
  matchPoints: [{ name: 'side', at: [0, y] }],
});

/** Two parts whose seam meets in stripes across the roll. */
const striped = {
  polygons: [marked('front', 120, 80, 10), marked('back', 120, 80, 30)],
  match: [{ points: [0, 1].map((index) => ({ index, point: 'side' })), axis: 'x' }],
  fabric: { repeatX: 50 },
  minDistance: 2,
  allowedRotations: [0],
  maximumExecutionTime: 1,
};

/** No layout of them is without gaps, so that a search takes its time. */
const gussets = {
  polygons: Array.from({ length: 9 }, (_, i) => ({
    id: `gusset ${i}`,
    points: [
      [0, 0],
      [45 + i, 0],
      [0, 65 - 2 * i],
    ],
  })),
  minDistance: 2,
  allowedRotations: [0, 90, 180, 270],
};

async function load(page: Page, request: object, count: number): Promise<void> {
  await pasteInto(field(page, 'Paste parts'), JSON.stringify(request));
  await page.keyboard.press('Tab');
  await page.locator('.loaded', { hasText: `${count} part` }).waitFor();
}

const nestByKeys = (page: Page): Promise<void> => nest(page, () => pressOn(button(page, /^Nest/)));

/** Someone with an account: their key, and a call of an administrator. */
async function admin(
  { service }: Browsed,
  call: string,
  body: object,
): Promise<Record<string, Record<string, string>>> {
  const answer = await fetch(`${service.url}/selvage.admin.v1.AdminService/${call}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  assert.is(answer.status, 200, call);
  return (await answer.json()) as Record<string, Record<string, string>>;
}

for (const [width, height, colorScheme] of [
  [390, 844, 'light'],
  [768, 1024, 'dark'],
  [1440, 900, 'light'],
] as const) {
  const at = `${width} px, ${colorScheme}`;
  // the service comes back alike in every width, and a search that a kill meets takes its time
  const isKilled = width === 390;
  const through = isKilled ? 'a kill and a reload' : 'a reload';

  byKeys(`${at}: the rest of a sheet is the cloth of the next marker, through ${through}`, async (context) => {
    const { page, kill } = context;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await newProject(page);
    await pressOn(link(page, 'Marker'));
    await arrowTo(radio(page, 'Parts from a file'));
    await load(page, { ...gussets, maximumExecutionTime: isKilled ? 4 : 1 }, 9);
    await arrowTo(radio(page, 'Sheets'));
    await typeInto(field(page, 'Width'), '300');
    await typeInto(field(page, 'Height'), '200');
    await typeInto(field(page, 'Keep rests wider than'), '30');
    await nestByKeys(page);
    await page.locator('.rest').first().waitFor({ state: 'attached' });
    await pressOn(button(page, /^Cut the next marker from/));
    assert.ok(await radio(page, 'Rests').isChecked());
    await page.getByText(/^\d rests? of an earlier marker$/).waitFor();
    await keepsFocus(page);
    await seen(page, `keys-rests-${width}`);
    if (isKilled) {
      await pressOn(button(page, /^Nest/));
      await page.locator('.state-running').waitFor();
      await kill();
      await away(page).waitFor();
      await back(context);
    } else await nestByKeys(page);
    await done(page);
    await page.reload();
    await done(page);
    await drawn(page, 9);
    assert.ok(await radio(page, 'Rests').isChecked());
    const { laid } = await section<{ laid: { bins: { boundary: { points: object[] } }[] } }>(page, 'run');
    assert.ok(laid.bins[0]!.boundary.points.length > 4, 'the first parts are cut out of it');
    assert.is(await page.locator('.part.faulty').count(), 0);
    await figures(page, /Parts9 of 9/);
  });

  byKeys(`${at}: the density on plain cloth stands beside that on stripes`, async ({ page }) => {
    await load(page, striped, 2);
    await arrowTo(radio(page, 'Roll'));
    await typeInto(field(page, 'Width'), '100');
    await nestByKeys(page);
    await pressOn(button(page, 'Compare with plain cloth'));
    await keepsFocus(page);
    const told = page.getByText(/^On plain cloth [\d.]+ % in place of [\d.]+ %: the pattern costs [\d.]+ points\.$/);
    await told.waitFor();
    await keepsFocus(page);
    assert.match((await told.textContent())!, /^On plain cloth 79\.\d % in place of 71\.\d %/);
    await seen(page, `keys-plain-${width}`);
  });

  byKeys(`${at}: a distance is measured from corner to corner`, async ({ page }) => {
    await load(page, { polygons: [marked('board', 100, 40)], allowedRotations: [0], maximumExecutionTime: 1 }, 1);
    await typeInto(field(page, 'Width'), '60');
    await nestByKeys(page);
    await pressOn(button(page, 'Measure'));
    for (const key of ['ArrowRight', 'Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    const measured = page.locator('.measured');
    assert.is(await measured.textContent(), '100.0 mm (100.0 mm across, 0.0 mm down)');
    await seen(page, `keys-measure-${width}`);
    await page.keyboard.press('Escape');
    await measured.waitFor({ state: 'detached' });
    await page.locator('.marker-tools button:focus', { hasText: 'Measure' }).waitFor();
  });

  byKeys(`${at}: names, grain, notches and fold are on the pieces, and leave them by the switch`, async ({ page }) => {
    await pressOn(link(page, 'Pattern'));
    await typeInto(field(page, 'Find a pattern'), 'a-line');
    await pressOn(page.getByRole('button', { name: /^A-line skirt/ }));
    await page.locator('.piece').first().waitFor();
    await pressOn(button(page, 'Add to the marker'));
    await arrowTo(radio(page, 'Folded'));
    await typeInto(field(page, 'Width'), '750');
    await pressOn(page.getByText('Search', { exact: true }));
    await typeInto(field(page, 'Time limit'), '1');
    await nestByKeys(page);
    const parts = await page.locator('.parts .part').count();
    const mark = (name: string) => page.locator(`.mark-${name}[d^=M]`);
    for (const name of ['grain', 'notch', 'fold']) await mark(name).first().waitFor({ state: 'attached' });
    assert.is(await page.locator('.part text').count(), parts);
    await seen(page, `keys-marks-${width}`);
    const marks = button(page, 'Names and marks');
    await pressOn(marks);
    await page.locator('.marks').first().waitFor({ state: 'detached' });
    assert.is(await page.locator('.part text').count(), 0);
    assert.is(await marks.getAttribute('aria-pressed'), 'false');
    await page.keyboard.press('Space');
    for (const name of ['grain', 'notch', 'fold']) await mark(name).first().waitFor({ state: 'attached' });
    assert.is(await page.locator('.part text').count(), parts);
    await keepsFocus(page);
  });

  byKeys(`${at}: a link opens the project for a member of the organisation, and for nobody else`, async (context) => {
    const { page, service } = context;
    const team = `atelier ${width}`;
    const { organization } = await admin(context, 'CreateOrganization', { name: team });
    const keyOf = async (name: string, isMember: boolean): Promise<string> => {
      const { user } = await admin(context, 'CreateUser', { name: `${name} ${width}` });
      const { organizationId } = organization!;
      if (isMember) await admin(context, 'AddMember', { organizationId, userId: user!.userId });
      const { secret } = await admin(context, 'CreateKey', { userId: user!.userId, name });
      return secret as unknown as string;
    };
    const [ada, ben, eve] = [await keyOf('Ada', true), await keyOf('Ben', true), await keyOf('Eve', false)];
    await pressOn(page.locator('.key-button'));
    await typeInto(page.getByLabel('API key'), ada);
    await page.locator('.account > p strong', { hasText: `Ada ${width}` }).waitFor();
    await chooseIn(page.getByRole('combobox', { name: 'Organisation' }), team);
    await seen(page, `keys-organisation-${width}`);
    await page.keyboard.press('Escape');
    await pressOn(menu(page));
    await stands(page, /in this browser alone/);
    await typeInto(field(page, 'Name of the project'), `Skirts ${width}`);
    await page.keyboard.press('Tab');
    await pressOn(button(page, 'Save to account'));
    await stands(page, /version 1 in your account, unchanged/);
    await pressOn(button(page, `Copy the link to Skirts ${width}`));
    await area(page).getByText('Copied').waitFor();
    await keepsFocus(page);
    await seen(page, `keys-link-${width}`);
    const copied = await page.evaluate(() => navigator.clipboard.readText());

    for (const [key, isMember] of [
      [eve, false],
      [ben, true],
    ] as const) {
      await page.goto(`${service.url}/reference`);
      await forgetAll(page);
      await page.goto(copied);
      await typeInto(page.getByLabel('API key'), key);
      if (isMember) await button(page, `Project: Skirts ${width}`).waitFor();
      else
        await page
          .getByRole('group', { name: 'Project' })
          .getByText(/^The account of this key does not belong/)
          .first()
          .waitFor();
      if (!isMember) {
        await keepsFocus(page);
        assert.is(await page.locator('.popover').count(), 1, 'one menu is open');
      }
      await seen(page, `keys-link-${isMember ? 'member' : 'stranger'}-${width}`);
    }
    await link(page, 'Marker').waitFor();
    await page.goto(`${service.url}/reference`);
    await forgetAll(page);
    await page.goto(context.link);
  });
}

byKeys('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

(browserPath ? byKeys : skipped).run();
