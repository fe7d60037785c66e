/** Work on a finished marker: parts moved by keys and by pointer, checked at once, kept by the next search. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { done, drawn, go, nest, paste } from './steps.js';

const edit = suite<Browsed>('work on the marker');

edit.before(async (context) => {
  Object.assign(context, await browse());
});
edit.after(async ({ close }) => close());

/** Twelve squares of 50 mm, which fill a roll 100 mm wide for 312 mm at 2 mm between them. */
const request = {
  polygons: Array.from({ length: 12 }, (_, i) => ({
    id: `part ${i}`,
    points: [
      [0, 0],
      [49, 0],
      [49, 49],
      [0, 49],
    ],
  })),
  minDistance: 2,
  allowedRotations: [0],
  maximumExecutionTime: 1,
};

const part = (page: Page, id: string) => page.getByRole('button', { name: new RegExp(`^${id}(,|$)`) });

/** Place and angle of a part, mm and degrees. */
async function placeOf(page: Page, id: string): Promise<readonly number[]> {
  const style = (await part(page, id).getAttribute('style'))!;
  const [, x, y, angle] = /translate\((.+)px, (.+)px\) rotate\((.+)deg\)/.exec(style)!;
  return [Number(x), Number(y), Number(angle)];
}

const isFaulty = async (page: Page, id: string): Promise<boolean> =>
  /overlaps or lies too near/.test((await part(page, id).getAttribute('aria-label'))!);

edit('arrow keys move a part, which is locked, checked at once and measured', async ({ page, link }) => {
  await page.goto(link);
  await go(page, 'Marker');
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  await paste(page, JSON.stringify(request));
  await page.locator('.loaded', { hasText: '12 parts' }).waitFor();
  await page.getByLabel('Width').fill('100');
  await nest(page);
  await page.getByText('Click a part to move it.').waitFor();
  const [x, y] = await placeOf(page, 'part 0');
  const length = await page.locator('.figures').textContent();

  await part(page, 'part 0').focus();
  await page.keyboard.press('Shift+ArrowRight');
  assert.equal(await placeOf(page, 'part 0'), [x! + 10, y, 0]);
  assert.ok(await isFaulty(page, 'part 0'), 'its neighbour is 2 mm away');
  assert.match((await part(page, 'part 0').getAttribute('aria-label'))!, /locked/);
  assert.is(
    await page.getByRole('group', { name: 'Download the best layout' }).count(),
    0,
    'no files of a faulty layout',
  );
  await page.keyboard.press('Control+z');
  assert.equal(await placeOf(page, 'part 0'), [x, y, 0]);
  assert.is(await isFaulty(page, 'part 0'), false);
  await page.getByRole('group', { name: 'Download the best layout' }).waitFor();
  await page.keyboard.press('Control+Shift+z');
  assert.ok(await isFaulty(page, 'part 0'));
  await page.getByRole('button', { name: 'Undo' }).click();

  await part(page, 'part 0').focus();
  await page.keyboard.press('r');
  assert.is((await placeOf(page, 'part 0'))[2], 90);
  assert.is(await isFaulty(page, 'part 0'), false, 'a square turns in its place');
  assert.match((await page.locator('.edit-bar .warning').textContent())!, /90° is none of the allowed rotations/);
  await page.keyboard.press('Control+z');
  assert.is(await page.locator('.figures').textContent(), length);
});

edit('the keys work on a Russian keyboard, and with Caps Lock', async ({ page }) => {
  const angle = async (): Promise<number> => (await placeOf(page, 'part 0'))[2]!;
  const isLocked = async () => /locked/.test((await part(page, 'part 0').getAttribute('aria-label'))!);
  const press = (key: string, code: string, more: object = {}) =>
    part(page, 'part 0').dispatchEvent('keydown', { key, code, bubbles: true, cancelable: true, ...more });
  await part(page, 'part 0').focus();
  await press('к', 'KeyR');
  assert.is(await angle(), 90);
  await press('я', 'KeyZ', { ctrlKey: true });
  assert.is(await angle(), 0);
  await press('д', 'KeyL');
  assert.ok(await isLocked());
  await press('L', 'KeyL');
  assert.not(await isLocked(), 'Caps Lock');
  await press('R', 'KeyR');
  assert.is(await angle(), 90, 'Caps Lock alone turns it no other way');
  await press('r', 'KeyR', { shiftKey: true });
  assert.is(await angle(), 0);
  // a German keyboard has its Z where others have the Y
  await press('z', 'KeyY', { ctrlKey: true });
  assert.is(await angle(), 90);
  while (await page.getByRole('button', { name: 'Undo' }).isEnabled())
    await page.getByRole('button', { name: 'Undo' }).click();
});

edit(
  'each part is judged anew when another one comes near or leaves, also while others are in the way',
  async ({ page }) => {
    const press = async (id: string, ...keys: string[]): Promise<void> => {
      await part(page, id).focus();
      for (const key of keys) await page.keyboard.press(key);
    };
    const faults = async (): Promise<readonly string[]> => {
      const labels = await page
        .locator('.part.faulty')
        .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')!.split(',')[0]!));
      return labels.sort();
    };
    const length = await page.locator('.figures').textContent();
    await press('part 0', 'Shift+ArrowRight');
    const first = await faults();
    assert.ok(first.length > 0);
    await press('part 7', 'Shift+ArrowDown');
    const both = await faults();
    for (const id of first) assert.ok(both.includes(id), `${id} stays in the way`);
    assert.ok(both.length > first.length, both.join());
    await press('part 0', 'Shift+ArrowLeft');
    const second = await faults();
    assert.equal(
      second,
      both.filter((id) => !first.includes(id)),
    );
    await press('part 7', 'Shift+ArrowUp');
    assert.equal(await faults(), []);
    for (let i = 0; i < 4; i++) await page.keyboard.press('Control+z');
    assert.equal(await faults(), []);
    assert.is(await page.locator('.figures').textContent(), length);
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Control+Shift+z');
    assert.equal(await faults(), both, 'a way of undo and redo gives the same');
    for (let i = 0; i < 2; i++) await page.keyboard.press('Control+z');
    assert.is(await page.locator('.part.locked').count(), 0);
  },
);

edit('a pointer drags a selected part, and a search goes on around it', async ({ page }) => {
  const before = await placeOf(page, 'part 3');
  const box = (await part(page, 'part 3').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.click(x, y);
  await page.locator('.edit-name', { hasText: 'part 3' }).waitFor();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y, { steps: 3 });
  await page.mouse.up();
  const after = await placeOf(page, 'part 3');
  assert.ok(after[0]! > before[0]! + 1, 'it follows the pointer');
  assert.is(after[1], before[1]);
  assert.ok(await isFaulty(page, 'part 3'));
  await page.getByText('around the locked parts, or undo.').waitFor();
  await screenshot(page, 'edit');

  await page.reload();
  await done(page);
  await part(page, 'part 3').waitFor();
  assert.equal(await placeOf(page, 'part 3'), after, 'a reload keeps the change');
  assert.ok(await isFaulty(page, 'part 3'));
  await page.getByText('around the locked parts.').waitFor();
  await nest(page, () => page.getByRole('button', { name: 'Improve around locked parts' }).click());
  await part(page, 'part 3, locked').waitFor();
  const improved = await placeOf(page, 'part 3');
  assert.ok(Math.abs(improved[0]! - after[0]!) < 1e-3 && Math.abs(improved[1]! - after[1]!) < 1e-3);
  assert.is(await page.locator('.part.faulty').count(), 0);
  await drawn(page, 12);
});

const ids = request.polygons.map(({ id }) => id);
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' }).click();
const redo = (page: Page) => page.getByRole('button', { name: 'Redo' }).click();
const lockedCount = (page: Page): Promise<number> => page.locator('.part.locked').count();

async function placesOf(page: Page): Promise<ReadonlyMap<string, readonly number[]>> {
  const all = await Promise.all(ids.map(async (id) => [id, await placeOf(page, id)] as const));
  return new Map(all);
}

edit(
  'a new search keeps the locked parts in their places, and undo brings back the layout before it',
  async ({ page }) => {
    const before = await placesOf(page);
    await part(page, 'part 7').press('l');
    await page.getByLabel('Width').fill('160');
    await nest(page);
    await drawn(page, 12);
    const after = await placesOf(page);
    assert.ok(Math.max(...[...after.values()].map(([, y]) => y!)) > 60, 'the wider roll has three rows');
    for (const id of ['part 3', 'part 7']) {
      assert.match((await part(page, id).getAttribute('aria-label'))!, /locked/);
      const [from, to] = [before.get(id)!, after.get(id)!];
      assert.ok(Math.abs(from[0]! - to[0]!) < 1e-3 && Math.abs(from[1]! - to[1]!) < 1e-3, `${id} moved`);
    }
    assert.is(await page.locator('.part.faulty').count(), 0);

    await undo(page);
    assert.equal(await placesOf(page), before);
    assert.is(await lockedCount(page), 2);
    await redo(page);
    assert.equal(await placesOf(page), after);
    await undo(page);
    await undo(page);
    assert.is(await lockedCount(page), 1, 'the steps before the search are there, too');
    await redo(page);
    await redo(page);
    assert.equal(await placesOf(page), after);
  },
);

edit('a locked part that the next cloth has no room for is named, and undo locks it again', async ({ page }) => {
  const high = [...(await placesOf(page))].find(([id, [, y]]) => y! > 60 && id !== 'part 3' && id !== 'part 7')![0];
  await part(page, high).press('l');
  await page.getByLabel('Width').fill('60');
  await nest(page);
  await drawn(page, 12);
  const told = page.locator('.notice', { hasText: 'No longer locked, because they cannot stay where they lay' });
  assert.match((await told.textContent())!, new RegExp(`: .*${high}\\b`));
  assert.not.match((await part(page, high).getAttribute('aria-label'))!, /locked/);
  await undo(page);
  assert.is(await lockedCount(page), 3);
  assert.is(await told.count(), 0);
  for (let i = 0; i < 3; i++) await undo(page);
  assert.is(await lockedCount(page), 1);
  await page.getByLabel('Width').fill('100');
});

edit('a refused search leaves the layout as it was, with its faults', async ({ page }) => {
  const [x] = await placeOf(page, 'part 3');
  const away = ([id]: readonly [string, readonly number[]]): number => Math.abs(places.get(id)![0]! - x!);
  const places = await placesOf(page);
  const [far, [at]] = [...places].sort((a, b) => away(b) - away(a))[0]!;
  await part(page, far).press(at! < x! ? 'Shift+ArrowRight' : 'Shift+ArrowLeft');
  assert.ok(await isFaulty(page, far));
  const before = await placesOf(page);
  await page.getByLabel('Tilt').fill('99');
  await page.getByRole('button', { name: 'Nest again' }).click();
  await page.locator('#setup-tilt-problem').waitFor();
  await drawn(page, 12);
  assert.equal(await placesOf(page), before);
  assert.ok(await isFaulty(page, far));
  await undo(page);
  assert.equal(await placesOf(page), places);
  assert.is(await lockedCount(page), 1);
  await page.getByLabel('Tilt').fill('0');
});

edit('locked parts in each other’s way stop the next search', async ({ page }) => {
  await part(page, 'part 3').focus();
  await page.keyboard.press('Shift+ArrowUp');
  for (let i = 0; i < 12; i++) await page.keyboard.press('Shift+ArrowUp');
  assert.ok(await isFaulty(page, 'part 3'), 'it lies outside the fabric');
  await page.getByText(/Locked parts overlap, lie too near or leave the fabric/).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Improve around locked parts' }).isDisabled());
  assert.ok(await page.getByRole('button', { name: 'Nest again' }).isDisabled());
  await page.getByRole('button', { name: 'Unlock all 1' }).click();
  assert.is(await page.getByRole('button', { name: 'Continue from here' }).isDisabled(), false);
});

edit('names from right to left, and long ones, leave the figures in their places', async ({ page }) => {
  const square = (id: string, side: number, quantity: number) => ({
    id,
    quantity,
    points: [
      [0, 0],
      [side, 0],
      [side, side],
      [0, side],
    ],
  });
  const long = 'sleeve'.repeat(39);
  const bins = [{ boundary: { points: square('', 100, 1).points } }];
  const polygons = [square('toe אבג', 200, 9), square('sole', 200, 7), square(long, 50, 1)];
  await paste(page, JSON.stringify({ polygons, bins, maximumExecutionTime: 1 }));
  await page.locator('.loaded', { hasText: '17 parts' }).waitFor();
  await nest(page);
  await page.getByRole('group', { name: 'Marker with 1 parts on 1 sheet', exact: true }).waitFor();
  const told = page.locator('.warning', { hasText: 'No place found for 9 × toe אבג, 7 × sole.' });
  await told.waitFor();
  const lefts = await told.evaluate((line) =>
    ['א', '7', 'sole'].map((wanted) => {
      const texts = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const at = text.textContent!.indexOf(wanted);
        if (at === -1) continue;
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().left;
      }
      return NaN;
    }),
  );
  assert.equal(
    lefts,
    lefts.toSorted((a, b) => a - b),
    'the number stands before its own name',
  );

  await part(page, long).focus();
  await page.setViewportSize({ width: 320, height: 700 });
  const [bar, drawing] = await Promise.all(['.edit-bar', '.drawing'].map((name) => page.locator(name).boundingBox()));
  assert.ok(bar!.y + bar!.height <= drawing!.y + drawing!.height + 1, JSON.stringify([bar, drawing]));
});

edit('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else edit.run();
