/** The cutter on the page: its way is drawn, timed and written into the files; and the stock, its price and its rests. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { rectangle } from '../rectangle.js';
import { violations } from './axe.js';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { done, go, nest, openSearch, paste, section } from './steps.js';

const cutter = suite<Browsed>('the cutter, the stock and the rests of a marker');

cutter.before(async (context) => {
  Object.assign(context, await browse());
});
cutter.after(async ({ close }) => close());

const outline = (...sides: Parameters<typeof rectangle>) => ({ points: rectangle(...sides) });

async function saved(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name, exact: true }).click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

interface Report {
  readonly report: {
    readonly cutting: Record<'length' | 'shared' | 'travel' | 'starts' | 'seconds', number>;
    readonly plainUtilisation: number | null;
  };
}

const cuttingOf = async (page: Page): Promise<Report['report']['cutting']> =>
  (JSON.parse(await saved(page, 'JSON')) as Report).report.cutting;

const figures = (page: Page) => page.locator('.cut-figures');
const commonCuts = (page: Page) => page.locator('.common-cuts').getAttribute('d');
/** Lines that a plotter draws with the knife. */
const plotted = (plt: string): number => [...plt.slice(plt.indexOf('SP1;')).matchAll(/PD/g)].length;
const polylinesToCut = (dxf: string): string[] =>
  dxf.split(/^\s*0\r?\n/m).filter((entity) => /^POLYLINE/.test(entity) && /^CUT\r?$/m.test(entity));

/** Two rectangles one above the other, 2 mm apart. */
const pair = {
  polygons: ['a', 'b'].map((id) => ({ id, ...outline(100, 50) })),
  minDistance: 2,
  edgeDistance: 5,
  allowedRotations: [0],
  maximumExecutionTime: 1,
};

cutter('the kerf moves the cuts outwards, and so two parts share a line', async ({ page, link }) => {
  await page.goto(link);
  await go(page, 'Marker');
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  await paste(page, JSON.stringify(pair));
  await page.locator('.loaded', { hasText: '2 parts' }).waitFor();
  await page.getByLabel('Width').fill('112');
  await nest(page);
  await page.getByLabel('Show the order of the cuts').check();
  await figures(page).getByText('2 cuts of 0.60 m;').waitFor();
  assert.is(await commonCuts(page), '');
  const plain = await page.locator('.cuts').getAttribute('d');
  await page.getByLabel('Kerf').fill('2');
  await figures(page).getByText('0.10 m once for two parts').waitFor();
  assert.is.not(await page.locator('.cuts').getAttribute('d'), plain);
  assert.match((await commonCuts(page))!, /^M/);
  assert.is(await page.locator('.cut-way circle').count(), 2);
  await screenshot(page, 'cutter-common-line');
});

cutter('speeds give the time, which the files tell as well', async ({ page }) => {
  await page.getByLabel('Travel at').fill('200');
  await page.getByText('Give the speed of the cuts for the time.').waitFor();
  await page.getByLabel('Cuts at').fill('100');
  await page.getByLabel('Each start').fill('1');
  await figures(page)
    .getByText(/; about [\d.]+ s\.$/)
    .waitFor();
  const cutting = await cuttingOf(page);
  assert.is(cutting.starts, 2);
  // the cuts go round the corners of the parts
  assert.ok(cutting.shared >= 100 && cutting.shared <= 102, `${cutting.shared} mm once`);
  assert.ok(Math.abs(cutting.seconds - (cutting.length / 100 + cutting.travel / 200 + 2)) < 1e-6);
  const told = Number(/about ([\d.]+) s/.exec((await figures(page).textContent())!)![1]);
  assert.ok(Math.abs(told - cutting.seconds) < 0.1);
  assert.match(await saved(page, 'HTML'), /Time to cut<\/dt><dd>0 min/);
  assert.match(await saved(page, 'SVG'), /id="common-cuts"/);
  assert.is(plotted(await saved(page, 'PLT')), 2);
  const cuts = polylinesToCut(await saved(page, 'DXF'));
  assert.is(cuts.length, 2);
  const isClosed = (entity: string): boolean => /^\s*70\r?\n\s*1\r?$/m.test(entity);
  assert.is(cuts.filter(isClosed).length, 1, 'the second part has an open line');
  assert.equal(await violations(page, 'cutter'), []);
});

cutter('without common lines each part is cut whole', async ({ page }) => {
  await page.getByLabel('Cut common lines once').uncheck();
  await page.waitForFunction(() => document.querySelector('.common-cuts')?.getAttribute('d') === '');
  const { shared, starts } = await cuttingOf(page);
  assert.equal([shared, starts], [0, 2]);
});

cutter('an amount that cannot be is told, and no file is written by it', async ({ page }) => {
  await page.getByLabel('Kerf').fill('-1');
  await page.getByText('must be 0 or more').waitFor();
  assert.ok(await page.getByRole('button', { name: 'PLT', exact: true }).isDisabled());
  assert.is(await page.locator('.cut-way').count(), 0);
  await page.getByLabel('Kerf').fill('2');
  await page.locator('.cut-way').waitFor();
});

cutter('an opening that the kerf fills is named', async ({ page }) => {
  const ring = { id: 'ring', ...outline(100, 50), holes: [outline(1, 1, 20, 20)] };
  await paste(page, JSON.stringify({ ...pair, polygons: [ring] }));
  await page.locator('.loaded', { hasText: '1 part' }).waitFor();
  await nest(page);
  await page.getByText('not cut, because the kerf of 2 mm fills them: openings of ring').waitFor();
});

cutter('the cutter stays with the project, and follows the unit of the page', async ({ page }) => {
  await page.reload();
  await done(page);
  await page.getByLabel('Show the order of the cuts').check();
  assert.is(await page.getByLabel('Kerf').inputValue(), '2');
  assert.not(await page.getByLabel('Cut common lines once').isChecked());
  await page.getByRole('radio', { name: 'Garments' }).check();
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
});

cutter('the cheapest of several rolls is taken, and its price is shown', async ({ page }) => {
  await paste(page, JSON.stringify({ ...pair, edgeDistance: 0 }));
  await page.locator('.loaded', { hasText: '2 parts' }).waitFor();
  await page.getByLabel('Width', { exact: true }).fill('102');
  await page.getByLabel('Price a m').fill('10');
  await page.getByRole('button', { name: 'Choose among several rolls' }).click();
  await page.getByLabel('Width of roll 2').fill('60');
  await page.getByLabel('Price of roll 2').fill('x');
  await page.getByText('each roll must have a width above 0').waitFor();
  await page.getByLabel('Price of roll 2').fill('4');
  await nest(page);
  const usedBins = async (): Promise<number[]> => {
    const { best } = await section<{ best: { placements: { bin?: number }[] } }>(page, 'run');
    return [...new Set(best.placements.map(({ bin = 0 }) => bin))];
  };
  assert.equal(await usedBins(), [1], '202 mm of 4 are cheaper than 100 mm of 10');
  assert.match((await page.locator('.figures').textContent())!, /Price0\.81/);
  await page.getByLabel('Price of roll 2').fill('6');
  await nest(page);
  assert.equal(await usedBins(), [0]);
  assert.match((await page.locator('.figures').textContent())!, /Price1\.00/);
  await screenshot(page, 'cutter-rolls');
  await page.getByRole('button', { name: 'Remove roll 2' }).click();
});

cutter('the rest of a sheet is drawn, and the next marker is cut from it', async ({ page }) => {
  await page.getByRole('radio', { name: 'Sheets' }).check();
  await page.getByLabel('Width', { exact: true }).fill('300');
  await page.getByLabel('Height', { exact: true }).fill('200');
  await page.getByLabel('Price each').fill('7');
  await page.getByLabel('Keep rests wider than').fill('30');
  await nest(page);
  assert.match((await page.locator('.figures').textContent())!, /Price7\.00/);
  assert.is(await page.locator('.rest').count(), 1);
  assert.match(await saved(page, 'SVG'), /id="remnants"/);
  await screenshot(page, 'cutter-rest');
  const rest = page.getByRole('button', { name: 'Cut the next marker from this rest' });
  await page.locator('.part[role=button]').first().focus();
  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Unlock all 1' }).waitFor();
  assert.match((await page.locator('.figures').textContent())!, /Price7\.00/);
  assert.ok(await rest.isVisible(), 'a lock moves nothing');
  await page.getByRole('button', { name: 'Unlock all 1' }).click();
  assert.ok(await rest.isVisible());
  await page.locator('.part[role=button]').last().focus();
  for (const key of ['r', 'r']) await page.keyboard.press(key);
  assert.is(await page.locator('.part.faulty').count(), 0);
  assert.match((await page.locator('.figures').textContent())!, /Price7\.00/);
  await page.getByText('No rests of this layout are known.').waitFor();
  for (let i = 0; i < 2; i += 1) await page.keyboard.press('Control+z');
  await rest.click();
  assert.ok(await page.getByRole('radio', { name: 'Rests' }).isChecked());
  await page.getByText('1 rest of an earlier marker').waitFor();
  await nest(page);
  const { laid } = await section<{ laid: { bins: { boundary: { points: object[] } }[] } }>(page, 'run');
  assert.is(laid.bins.length, 1);
  assert.ok(laid.bins[0]!.boundary.points.length > 4, 'the first two parts are cut out of it');
  assert.is(await page.locator('.part.faulty').count(), 0);
  assert.match((await page.locator('.figures').textContent())!, /Parts2 of 2/);
  await screenshot(page, 'cutter-next-marker');
  await page.reload();
  await done(page);
  assert.ok(await page.getByRole('radio', { name: 'Rests' }).isChecked());
});

cutter('a drawn zone keeps parts off that need better', async ({ page }) => {
  await page.getByRole('radio', { name: 'Sheets' }).check();
  await page.getByText('Copies, rotations and rules of each part').click();
  await page.getByRole('radio', { name: 'Cloth' }).check();
  await page.getByLabel('Quality that a needs').fill('1');
  await page.getByLabel('Space around b').fill('20');
  await page.getByLabel('Tilt of a, degrees').fill('16');
  await page.keyboard.press('Tab');
  assert.is(await page.getByLabel('Tilt of a, degrees').getAttribute('aria-invalid'), 'true');
  await page.getByLabel('Tilt of a, degrees').fill('');
  await page.keyboard.press('Tab');
  await nest(page);
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await page.locator('.measure').waitFor({ state: 'attached' });
  const box = (await page.locator('.sheet').first().boundingBox())!;
  await page.mouse.click(box.x + 0.02 * box.width, box.y + 0.02 * box.height);
  await page.mouse.click(box.x + 0.6 * box.width, box.y + 0.6 * box.height);
  await page.getByRole('button', { name: 'Lower quality here' }).click();
  await page.getByText(/^Zone 1 on sheet 1:/).waitFor();
  await nest(page);
  assert.is(await page.locator('.zone').count(), 1);
  const { laid, best } = await section<{
    laid: { bins: { zones: { quality: number; boundary: { points: { x?: number; y?: number }[] } }[] }[] };
    best: { placements: { id: string; position: { x?: number; y?: number } }[] };
  }>(page, 'run');
  const [zone] = laid.bins[0]!.zones;
  assert.is(zone!.quality, 2);
  const [right, bottom] = [
    Math.max(...zone!.boundary.points.map(({ x = 0 }) => x)),
    Math.max(...zone!.boundary.points.map(({ y = 0 }) => y)),
  ];
  const at = (id: string) => {
    const { x = 0, y = 0 } = best.placements.find((placement) => placement.id === id)!.position;
    return { x, y };
  };
  assert.ok(at('a').x >= right - 1e-3 || at('a').y >= bottom - 1e-3, 'a lies off the zone');
  const [dx, dy] = [Math.abs(at('a').x - at('b').x), Math.abs(at('a').y - at('b').y)];
  const gap = Math.hypot(Math.max(0, dx - 100), Math.max(0, dy - 50));
  assert.ok(gap >= 20 - 1e-3, `b has ${gap} mm of space`);
  await page.getByLabel('Quality of zone 1').fill('3');
  await page.keyboard.press('Tab');
  await screenshot(page, 'cutter-zone');
  assert.equal(await violations(page, 'zones and rules'), []);
  await page.getByRole('button', { name: 'Remove zone 1' }).click();
});

cutter('the density stands beside that on plain cloth, on the page and in the report', async ({ page }) => {
  const seam = (id: string, y: number) => ({
    id,
    ...outline(120, 80),
    matchPoints: [{ name: 'side', at: [0, y] }],
  });
  const striped = {
    polygons: [seam('front', 10), seam('back', 30)],
    match: [{ points: [0, 1].map((index) => ({ index, point: 'side' })), axis: 'x' }],
    fabric: { repeatX: 50 },
    minDistance: 2,
    maximumExecutionTime: 1,
  };
  await paste(page, JSON.stringify(striped));
  await page.locator('.loaded', { hasText: '2 parts' }).waitFor();
  await page.getByRole('radio', { name: 'Roll' }).check();
  await page.getByLabel('Width', { exact: true }).fill('100');
  await openSearch(page);
  await nest(page);
  await page.getByRole('button', { name: 'Compare with plain cloth' }).click();
  await page.getByText(/^On plain cloth [\d.]+ % in place of [\d.]+ %: the pattern costs [\d.]+ points\.$/).waitFor();
  const text = (await page.locator('.beside-plain').textContent())!;
  const [plain, own] = [...text.matchAll(/([\d.]+) %/g)].map(([, share]) => Number(share));
  // two parts of 120 mm, one behind the other: 242 mm, or 270 on stripes of 50 mm
  assert.ok(Math.abs(plain! - (100 * 2 * 120 * 80) / (242 * 100)) < 0.2, `${plain} % on plain cloth`);
  assert.ok(Math.abs(own! - (100 * 2 * 120 * 80) / (270 * 100)) < 0.2, `${own} % on stripes`);
  assert.match(await saved(page, 'HTML'), /Utilisation on plain cloth<\/dt><dd>99\.2 %/);
  await screenshot(page, 'cutter-beside-plain');
});

cutter('a roll is as long as the space around its parts and its keep-outs need', async ({ page }) => {
  const placed = async (): Promise<string> => (await page.locator('.figures').textContent())!;
  const polygons = ['a', 'b'].map((id) => ({ id, ...outline(100, 100), spacing: 400 }));
  await paste(page, JSON.stringify({ polygons, maximumExecutionTime: 1 }));
  await page.locator('.loaded', { hasText: '2 parts' }).waitFor();
  await page.getByLabel('Width', { exact: true }).fill('110');
  await nest(page);
  assert.match(await placed(), /Parts2 of 2/);

  await paste(page, JSON.stringify({ polygons: [{ id: 'c', ...outline(500, 500) }], maximumExecutionTime: 1 }));
  await page.locator('.loaded', { hasText: '1 part' }).waitFor();
  await page.getByLabel('Width', { exact: true }).fill('510');
  await nest(page);
  await page.getByRole('button', { name: 'Measure', exact: true }).click();
  await page.locator('.measure').waitFor({ state: 'attached' });
  const box = (await page.locator('.sheet').first().boundingBox())!;
  await page.mouse.click(box.x + 0.02 * box.width, box.y + 0.02 * box.height);
  await page.mouse.click(box.x + 0.9 * box.width, box.y + 0.9 * box.height);
  await page.getByRole('button', { name: 'Keep parts off this rectangle' }).click();
  await nest(page);
  assert.match(await placed(), /Parts1 of 1/);
  await page.getByRole('button', { name: /Remove keep-out/ }).click();
});

cutter('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else cutter.run();
