/** A person at the page with a keyboard alone: Tab leads to everything, and the focus is always seen. */
import type { Locator, Page } from 'playwright-core';
import * as assert from 'uvu/assert';
import { menu } from './account-steps.js';

/** More stops than any view has. */
const mostStops = 200;
/** Stops that a held Tab passes before the test looks where it is. A look after every stop took longer than the page itself. */
const stopsAtOnce = 10;

/** Holds Tab until the wanted thing, or one of them, has the focus. No bar may cover it then. */
export async function tabTo(wanted: Locator): Promise<void> {
  const page = wanted.page();
  await wanted.first().waitFor({ state: 'attached' });
  for (let i = 0; i < mostStops; i += stopsAtOnce) {
    await stopAt(wanted);
    await Promise.all(Array.from({ length: stopsAtOnce }, () => page.keyboard.down('Tab')));
    await page.keyboard.up('Tab');
    if (!(await hasFocus(wanted))) continue;
    assert.is(await covering(page), null, `${wanted} has the focus, and something covers it`);
    return;
  }
  assert.unreachable(`no Tab leads to ${wanted}`);
}

/** Goes to a button, a link or a box by Tab, and presses it. */
export async function pressOn(wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(wanted);
  await wanted.page().keyboard.press(key);
}

/** Goes to a field by Tab, which selects its text, and types over it. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.press('Control+a');
  await field.page().keyboard.type(text);
}

/** Goes to a field by Tab, and pastes over its text. */
export async function pasteInto(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  await field.page().keyboard.press('Control+a');
  await field.page().keyboard.insertText(text);
}

/** Goes to a closed list by Tab, and through its entries by the arrow keys. */
export async function chooseIn(list: Locator, label: string): Promise<void> {
  const { keyboard } = list.page();
  const chosen = (): Promise<string> => list.evaluate((each) => (each as HTMLSelectElement).selectedOptions[0]!.label);
  await tabTo(list);
  const entries = await list.locator('option').count();
  await keyboard.press('Home');
  for (let i = 0; i < entries && (await chosen()) !== label; i++) await keyboard.press('ArrowDown');
  assert.is(await chosen(), label);
}

/** Goes to the chosen one of some radio buttons by Tab, and on to another one by the arrow keys. */
export async function arrowTo(radio: Locator): Promise<void> {
  const page = radio.page();
  const chosen = page.locator(`fieldset:has(legend)`).filter({ has: radio }).getByRole('radio', { checked: true });
  await tabTo(chosen);
  for (let i = 0; i < 5 && !(await radio.isChecked()); i++) await page.keyboard.press('ArrowRight');
  assert.ok(await radio.isChecked(), `${radio}: the arrow keys do not lead there`);
}

/** Once a Tab has led to the wanted thing, the page ignores those that follow: a person has let go of the key. */
const stopAt = (wanted: Locator): Promise<void> =>
  wanted.evaluateAll((all) => {
    let pressed = 0;
    const ignore = (event: KeyboardEvent): void => {
      pressed += 1;
      if (pressed === 1 || !all.some((each) => each === document.activeElement)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    addEventListener('keydown', ignore, { capture: true });
    addEventListener('keyup', () => removeEventListener('keydown', ignore, { capture: true }), {
      capture: true,
      once: true,
    });
  });

const hasFocus = (wanted: Locator): Promise<boolean> =>
  wanted.evaluateAll((all) => all.some((each) => each === document.activeElement));

/** The thing over the middle of a focused one; null: a person sees it. */
const covering = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const element = document.activeElement!;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const there = document.elementFromPoint(x, y);
    if (there && (element.contains(there) || element.closest('label')?.contains(there))) return null;
    return `${there?.tagName} ${there?.getAttribute('class')} at ${x}, ${y} of ${innerWidth} x ${innerHeight}`;
  });

/** The focus is on something of the page. A person who has pressed a key that took it away would begin anew at the top. */
export async function keepsFocus(page: Page): Promise<void> {
  const lost = await page.evaluate(() => document.activeElement === document.body);
  assert.not.ok(lost, 'the focus is lost');
}

/** Begins another project by the menu. */
export async function newProject(page: Page): Promise<void> {
  await pressOn(menu(page));
  const opened = page.waitForEvent('load');
  await pressOn(page.getByRole('button', { name: 'New', exact: true }));
  await opened;
}
