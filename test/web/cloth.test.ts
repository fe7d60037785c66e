/** The cloth of a marker: how it lies, its stripes and zones, and the way of the parts on it. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rectangle } from '../rectangle.js';
import { violations } from './axe.js';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { done, go, nest, openSearch, paste, section } from './steps.js';

const cloth = suite<Browsed>('the cloth of a marker');

cloth.before(async (context) => {
  Object.assign(context, await browse());
});
cloth.after(async ({ close }) => close());

interface Run {
  readonly laid: { readonly polygons: readonly { readonly id: string; readonly foldLine?: object[] }[] };
  readonly best: {
    readonly placements: readonly { readonly id: string; readonly index?: number; readonly rotation: number }[];
  };
}

const part = (page: Page, id: string) => page.getByRole('button', { name: new RegExp(`^${id}(,|$)`) });

async function placeOf(page: Page, id: string): Promise<readonly number[]> {
  const [, x, y] = /translate\((.+)px, (.+)px\)/.exec((await part(page, id).getAttribute('style'))!)!;
  return [Number(x), Number(y)];
}

cloth('folded cloth: pairs in one cut, halves on the fold, drawn in the marker and its files', async (context) => {
  const { page, link } = context;
  await page.goto(link);
  await go(page, 'Pattern');
  await page.getByRole('button', { name: /^Simon shirt/ }).click();
  await page.locator('.piece').first().waitFor();
  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await page.getByText('25 parts').waitFor();
  await page.getByRole('radio', { name: 'Folded' }).check();
  await page.getByText('half of the whole').waitFor();
  await page.getByLabel('Width').fill('720');
  await page.getByLabel('Nap').selectOption({ label: 'one way per garment' });
  await page.getByLabel('Tilt').fill('1');
  await openSearch(page);
  await page.getByLabel('Time limit').fill('2');
  await nest(page);

  assert.is(await page.locator('.fold').count(), 1);
  assert.is(await page.locator('.part.faulty').count(), 0, 'the check knows the fold, the nap and the tilt');
  const figures = (await page.locator('.figures').textContent())!;
  const [, parts, pieces] = /Parts(\d+) of \d+Pieces(\d+)/.exec(figures)!.map(Number);
  assert.ok(pieces! > parts! && pieces! < 2 * parts!, `${pieces} pieces of ${parts} parts`);

  const { laid } = await section<Run>(page, 'run');
  const half = laid.polygons.find(({ foldLine }) => foldLine !== undefined)!.id;
  const grain = part(page, half).locator('.mark-grain');
  assert.match((await grain.getAttribute('d'))!, /^M/, 'the half has the marks of its piece');
  const [x, y] = await placeOf(page, half);
  await part(page, half).press('ArrowDown');
  assert.equal(await placeOf(page, half), [x, y], 'a half stays on the fold');
  await page.keyboard.press('ArrowRight');
  assert.equal(await placeOf(page, half), [x! + 1, y]);
  await page.getByRole('button', { name: 'Undo' }).click();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'SVG', exact: true }).click(),
  ]);
  assert.match(readFileSync(await download.path(), 'utf8'), /id="folds"/);
});

const piecesOf = async (page: Page): Promise<number> =>
  Number(/Pieces(\d+)/.exec((await page.locator('.figures').textContent())!)![1]);

cloth('a single piece lies on a stretch laid open where that is wanted', async ({ page }) => {
  const both = await piecesOf(page);
  await page.getByLabel('Single pieces').selectOption({ label: 'on a stretch laid open' });
  await nest(page);
  const own = await piecesOf(page);
  assert.ok(own < both, `${own} pieces, without the surplus of ${both}`);
  assert.is(await page.locator('.sheet').count(), 2);
  assert.is(await page.locator('.fold').count(), 1, 'the stretch has none');
  assert.equal(await violations(page, 'folded'), []);
  await screenshot(page, 'cloth-folded-1440');
});

/** Measures a rectangle near the lower left of a sheet, by shares of its width and height. */
async function measureOn(page: Page, sheet: number): Promise<void> {
  const boxes = await page.locator('.sheet').evaluateAll((all) =>
    all.map((each) => {
      const { left, top, width, height } = each.getBoundingClientRect();
      return { left, top, width, height };
    }),
  );
  // the stretch is twice as wide as the folded cloth
  const [{ left, top, width, height }] = boxes.sort((a, b) => b.height - a.height).slice(sheet) as [(typeof boxes)[0]];
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await page.locator('.measure').waitFor({ state: 'attached' });
  await page.mouse.click(left + 0.1 * width, top + 0.7 * height);
  await page.mouse.click(left + 0.5 * width, top + 0.95 * height);
}

cloth('a keep-out lies on the stretch alone, and goes with it', async ({ page }) => {
  await measureOn(page, 1);
  await page.getByText('a keep-out has no fixed place there').waitFor();
  assert.is(await page.getByRole('button', { name: /^Keep parts off/ }).count(), 0);
  await page.keyboard.press('Escape');
  await measureOn(page, 0);
  await page.getByRole('button', { name: 'Keep parts off this rectangle' }).click();
  await page.getByText(/^Keep-out 1 on the stretch laid open:/).waitFor();
  await nest(page);
  assert.is(await page.locator('.keep-out:not(.drawn)').count(), 1);
  assert.is(await page.locator('.part.faulty').count(), 0);
  const { laid } = await section<{ laid: { bins: { open?: boolean; holes?: object[] }[] } }>(page, 'run');
  assert.equal(
    laid.bins.map(({ open = false, holes = [] }) => [open, holes.length]),
    [
      [true, 1],
      [false, 0],
    ],
  );

  await page.getByLabel('Single pieces').selectOption({ label: 'through both layers' });
  await page.getByText('It lies on a stretch laid open, and there is none now. Remove keep-out 1.').waitFor();
  assert.ok(await page.getByRole('button', { name: /^Nest/ }).isDisabled());
  await page.getByRole('button', { name: 'Remove keep-out 1' }).click();
  await nest(page);
  await measureOn(page, 0);
  await page.getByRole('button', { name: 'Keep parts off this rectangle' }).click();
  await page.getByText(/^Keep-out 1 on sheet 1:/).waitFor();
  await page.getByLabel('Single pieces').selectOption({ label: 'on a stretch laid open' });
  await page.getByText('The roll behind the stretch laid open begins').waitFor();
  await page.getByRole('button', { name: 'Remove keep-out 1' }).click();
  await nest(page);
});

cloth('a reload and a file keep the cloth; an older file opens as open cloth', async ({ page }) => {
  await page.reload();
  await done(page);
  await page.locator('.fold').waitFor({ state: 'attached' });
  assert.ok(await page.getByRole('radio', { name: 'Folded' }).isChecked());
  assert.is(await page.locator('.part.faulty').count(), 0);
  await page.getByRole('button', { name: /^Project: / }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save to file' }).click(),
  ]);
  const saved = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
    name: string;
    setup: Record<string, string>;
    run: { ground: Record<string, unknown> };
  };
  assert.is(saved.setup.form, 'folded');
  const open = async (document: typeof saved): Promise<void> => {
    const buffer = Buffer.from(JSON.stringify(document));
    const file = { name: 'work.selvage.json', mimeType: 'application/json', buffer };
    await page.locator('.projects input[type=file]').setInputFiles(file);
    await page.getByRole('button', { name: `Project: ${document.name}` }).waitFor();
    await done(page);
  };
  await open({ ...saved, name: 'Same' });
  assert.ok(await page.getByRole('radio', { name: 'Folded' }).isChecked());
  await page.locator('.fold').waitFor({ state: 'attached' });

  const { form, singles, offsetX, offsetY, ...setup } = saved.setup;
  assert.equal([form, singles, offsetX, offsetY], ['folded', 'open', '', '']);
  const { tilt, fabric, ...ground } = saved.run.ground;
  assert.is(tilt, 1);
  assert.equal(fabric, { form: 2 });
  await page.getByRole('button', { name: /^Project: / }).click();
  await open({ ...saved, name: 'Older', setup, run: { ...saved.run, ground } });
  assert.ok(await page.getByRole('radio', { name: 'Open', exact: true }).isChecked());
  await page.locator('.part').first().waitFor();
  assert.is(await page.locator('.fold').count(), 0);
});

const board = (id: string, width: number, height: number) => ({ id, points: rectangle(width, height) });

cloth('the cloth of a file fills the form, and is drawn: two folds, stripes, zones', async ({ page }) => {
  const half = (id: string) => ({
    ...board(id, 120, 60),
    foldLine: [
      [0, 0],
      [120, 0],
    ],
    allowedRotations: [0, 180],
  });
  const file = {
    polygons: [half('back'), half('front'), ...['a', 'b', 'c'].map((id) => board(id, 50, 30))],
    bins: [
      {
        boundary: board('', 400, 160),
        zones: [{ boundary: board('', 60, 200), quality: 3 }],
      },
    ],
    fabric: { form: 'tubular', repeatX: 40, offsetX: 10, matchTolerance: 2 },
    gravityDirection: 'left',
    maximumExecutionTime: 1,
  };
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  await paste(page, JSON.stringify(file).replaceAll('"id":"",', ''));
  await page.locator('.loaded', { hasText: '5 parts, 1 sheet' }).waitFor();
  assert.ok(await page.getByRole('radio', { name: 'Tubular' }).isChecked());
  assert.is(await page.getByLabel('Stripes, every →').inputValue(), '40');
  assert.is(await page.getByLabel('First stripe →').inputValue(), '10');
  await nest(page);
  assert.is(await page.locator('.fold').count(), 2);
  assert.is(await page.locator('.zone').count(), 1);
  const isAbove = await page.locator('.zone-word', { hasText: 'quality 3' }).evaluate((word) => {
    const parts = word.ownerDocument.querySelector('.parts')!;
    return (parts.compareDocumentPosition(word) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  });
  assert.ok(isAbove, 'no part lies over the word of a zone');
  const covered = await page.evaluate(() => {
    const [word, ...names] = [...document.querySelectorAll('.zone-word, .part text')]
      .map((each) => each.getBoundingClientRect())
      .reverse();
    return names.filter((name) => {
      const [across, down] = [
        Math.min(name.right, word!.right) - Math.max(name.left, word!.left),
        Math.min(name.bottom, word!.bottom) - Math.max(name.top, word!.top),
      ];
      return across > 1 && down > 1;
    }).length;
  });
  assert.is(covered, 0, 'nor over the name of a part');
  const stripes = (await page.locator('.stripes').getAttribute('d'))!;
  assert.equal(
    [...stripes.matchAll(/M([\d.]+) /g)].map(([, x]) => Number(x)),
    Array.from({ length: 10 }, (_, i) => 10 + 40 * i),
  );
  assert.is(await page.locator('.part.faulty').count(), 0);
  for (const [width, height, colorScheme] of [
    [1440, 900, 'dark'],
    [768, 1024, 'light'],
    [390, 844, 'light'],
    [390, 844, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    assert.equal(await violations(page, `cloth ${width} ${colorScheme}`), []);
    await screenshot(page, `cloth-${width}-${colorScheme}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
});

cloth('one way lays all parts of a file alike, and tells a part that a person turns', async ({ page }) => {
  const polygons = ['a', 'b', 'c', 'd', 'e'].map((id) => board(id, 80, 60));
  await paste(page, JSON.stringify({ polygons, allowedRotations: [90, 270], maximumExecutionTime: 1 }));
  await page.locator('.loaded', { hasText: '5 parts', hasNotText: '1 sheet' }).waitFor();
  assert.ok(await page.getByRole('radio', { name: 'Open', exact: true }).isChecked());
  await page.getByLabel('Width').fill('200');
  await page.getByLabel('Nap').selectOption({ label: 'one way' });
  await nest(page);
  const { best } = await section<Run>(page, 'run');
  assert.is(new Set(best.placements.map(({ rotation }) => rotation)).size, 1);
  assert.is(await page.locator('.part.faulty').count(), 0);
  await part(page, 'a').press('r');
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'a, locked, lies the wrong way' }).waitFor();
  await page.getByText('It lies another way than the parts that must lie like it.').waitFor();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  assert.is(await page.locator('.part.faulty').count(), 0);
});

cloth('parts that a person moves off the stripes are told, and their zones of quality are drawn', async ({ page }) => {
  const seam = (id: string, y: number) => ({ ...board(id, 120, 80), matchPoints: [{ name: 'side', at: [0, y] }] });
  const file = {
    polygons: [
      { ...seam('front', 10), quality: 3, zones: [{ boundary: board('', 60, 120), quality: 1 }] },
      seam('back', 30),
      seam('sleeve', 50),
    ],
    match: [{ points: [0, 1, 2].map((index) => ({ index, point: 'side' })), axis: 'x' }],
    bins: [{ boundary: board('', 900, 100) }],
    fabric: { repeatX: 40 },
    gravityDirection: 'left',
    // Not turned, a part 120 long leaves 40 free after itself, so that a step never brings two too near.
    allowedRotations: [0],
    maximumExecutionTime: 1,
  };
  await paste(page, JSON.stringify(file).replaceAll('"id":"",', ''));
  await page.locator('.loaded', { hasText: '3 parts, 1 sheet' }).waitFor();
  await nest(page);
  assert.is(await page.locator('.part.faulty').count(), 0);
  assert.is(await page.locator('.part .need').count(), 1);
  assert.match((await part(page, 'front').textContent())!, /needs quality 3.*quality 1/);
  await screenshot(page, 'cloth-part-zones');
  assert.equal(await violations(page, 'zones of parts'), []);

  await part(page, 'back').press('ArrowRight');
  await page.getByRole('button', { name: 'back, locked, lies off the pattern' }).waitFor();
  await page.getByText('A part lies off the pattern.').waitFor();
  await page.getByText('its seams do not match those of the other parts').waitFor();
  assert.is(await page.locator('.part.faulty').count(), 1);
  await page.reload();
  await done(page);
  await part(page, 'back').press('ArrowLeft');
  await page.keyboard.press('ArrowRight');
  await page.getByText('A part lies off the pattern.').waitFor();
});

cloth('a garment on stripes brings its matches to the check', async ({ page }) => {
  await page.getByRole('radio', { name: 'Garments' }).check();
  await page.getByLabel('Width').fill('1500');
  await page.getByLabel('Stripes, every →').fill('50');
  await openSearch(page);
  await page.getByLabel('Time limit').fill('2');
  await nest(page);
  assert.is(await page.locator('.part.faulty').count(), 0);
  await screenshot(page, 'cloth-garment-stripes');
  await page.getByText('5 seams on the pattern, off by 0.000 mm at most').click();
  await page.locator('.seams li', { hasText: '1 side right: 0.000 mm →' }).waitFor();
  await part(page, '1-front-right-1').press('ArrowRight');
  await page.locator('.part.faulty[aria-label*="off the pattern"], .part.faulty[aria-label*="too near"]').waitFor();
});

cloth('sheets of several sizes', async ({ page }) => {
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  const polygons = [board('large', 190, 90), board('small', 90, 40), board('other', 90, 40)];
  await paste(page, JSON.stringify({ polygons, minDistance: 0, allowedRotations: [0], maximumExecutionTime: 1 }));
  await page.locator('.loaded', { hasText: '3 parts' }).waitFor();
  await page.getByRole('radio', { name: 'Sheets' }).check();
  await page.getByLabel('Width', { exact: true }).fill('200');
  await page.getByLabel('Height', { exact: true }).fill('100');
  await page.getByRole('button', { name: 'Add sheets of another size' }).click();
  await page.getByLabel('Width of size 2').fill('100');
  await page.getByLabel('Height of size 2').fill('50');
  await page.getByLabel('Number of size 2').fill('x');
  await page.getByText(/each size must have a width/).waitFor();
  assert.ok(await page.getByRole('button', { name: /^Nest/ }).isDisabled());
  await page.getByLabel('Number of size 2').fill('2');
  await nest(page);
  assert.is(await page.locator('.sheet').count(), 3);
  assert.match((await page.locator('.figures').textContent())!, /Parts3 of 3/);
  await screenshot(page, 'cloth-sheets');
  await page.reload();
  await done(page);
  assert.is(await page.getByLabel('Number of size 2').inputValue(), '2');
  await page.getByRole('button', { name: 'Remove size 2' }).click();
  assert.is(await page.getByLabel('Width of size 2').count(), 0);
});

cloth('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else cloth.run();
