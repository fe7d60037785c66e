/** Rules of single pieces of a garment, by their effect on the marker. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { violations } from './axe.js';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { go, nest, openSearch, section } from './steps.js';

const rules = suite<Browsed>('rules of pieces');

rules.before(async (context) => {
  Object.assign(context, await browse());
});
rules.after(async ({ close }) => close());

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Run {
  readonly laid: {
    readonly polygons: readonly {
      readonly id: string;
      readonly points: readonly Point[];
      readonly rotationTolerance?: number;
      readonly quality?: number;
    }[];
  };
  readonly best: {
    readonly placements: readonly { index?: number; position: Partial<Point>; rotation?: number; mirrored?: boolean }[];
  };
}

/** The layout of a finished search that began after the call. */
async function nested(page: Page): Promise<Run> {
  await nest(page);
  return section<Run>(page, 'run');
}

/** The outlines as they lie, by the names of their parts. */
function laidOf({ laid, best }: Run): Map<string, readonly Point[]> {
  return new Map(
    best.placements.map(({ index = 0, position, rotation = 0 }) => {
      const { id, points } = laid.polygons[index]!;
      const [left, top] = [Math.min(...points.map(({ x }) => x)), Math.min(...points.map(({ y }) => y))];
      const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)];
      const placed = points.map(({ x, y }) => ({
        x: (position.x ?? 0) + (x - left) * cos - (y - top) * sin,
        y: (position.y ?? 0) + (x - left) * sin + (y - top) * cos,
      }));
      return [id, placed];
    }),
  );
}

function toLine({ x, y }: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const share = Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - a.x - share * dx, y - a.y - share * dy);
}

/** The least distance of a part from all others. */
function room(run: Run, id: string): number {
  const laid = laidOf(run);
  const own = laid.get(id)!;
  const others = [...laid].filter(([other]) => other !== id).map(([, points]) => points);
  const between = (from: readonly Point[], to: readonly Point[]): number =>
    Math.min(...from.flatMap((point) => to.map((end, i) => toLine(point, to.at(i - 1)!, end))));
  return Math.min(...others.map((points) => Math.min(between(own, points), between(points, own))));
}

rules('a piece of a garment keeps its space and its tilt', async ({ page, link }) => {
  await page.goto(link);
  await go(page, 'Pattern');
  await page.getByRole('button', { name: /^A-line skirt/ }).click();
  await page.locator('.piece').first().waitFor();
  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await page.getByText(/\d parts/).waitFor();
  await page.getByLabel('Rotations').selectOption({ label: 'along the grain, both ways' });
  await openSearch(page);
  await page.getByLabel('Time limit').fill('2');
  const before = await nested(page);
  const front = before.laid.polygons.find(({ id }) => /front/.test(id))!.id;
  assert.ok(room(before, front) < 40, `${room(before, front)} mm without a rule`);

  await page.getByText('Pieces', { exact: true }).click();
  await page.getByLabel('Space around Front').fill('50');
  await page.getByLabel('Tilt of Front, degrees').fill('3');
  await page.getByLabel('Quality that Front needs').fill('2');
  await page.keyboard.press('Tab');
  await page.getByText('Pieces, 1 with rules').waitFor();
  const after = await nested(page);
  assert.ok(room(after, front) >= 49.99, `${room(after, front)} mm with it`);
  assert.is(await page.locator('.part.faulty').count(), 0, 'the check of the page knows the rule');
  const ruled = after.laid.polygons.filter(({ rotationTolerance }) => rotationTolerance === 3).map(({ id }) => id);
  assert.equal(ruled, [front]);
  assert.is(after.laid.polygons.find(({ id }) => id === front)!.quality, 2);
  assert.equal(await violations(page, 'rules of pieces'), []);
  await screenshot(page, 'piece-rules-1440');
});

rules('a number out of range is marked and not taken', async ({ page }) => {
  const tilt = page.getByLabel('Tilt of Front, degrees');
  await tilt.fill('40');
  await page.keyboard.press('Tab');
  assert.is(await tilt.getAttribute('aria-invalid'), 'true');
  const [garment] = await section<{ rules: { rotationTolerance: number }[] }[]>(page, 'garments');
  assert.is(garment!.rules[0]!.rotationTolerance, 3);
  await tilt.fill('');
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => !document.querySelector('[aria-label^="Tilt of Front"][aria-invalid=true]'));
});

rules('a reload and a file keep them, in the unit of the page', async ({ page }) => {
  await page.reload();
  await page.getByText('Pieces, 1 with rules').click();
  assert.is(await page.getByLabel('Space around Front').inputValue(), '50');
  await page.getByRole('radio', { name: 'inches' }).check();
  assert.is(await page.getByLabel('Space around Front').inputValue(), '1.9685');
  await page.getByRole('button', { name: /^Project: / }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save to file' }).click(),
  ]);
  const saved = JSON.parse(readFileSync(await download.path(), 'utf8'));
  assert.equal(saved.garments[0].rules, [{ piece: saved.garments[0].rules[0].piece, spacing: 50, quality: 2 }]);
  const buffer = Buffer.from(JSON.stringify({ ...saved, name: 'Again' }));
  const file = { name: 'again.selvage.json', mimeType: 'application/json', buffer };
  await page.locator('.projects input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Project: Again' }).waitFor();
  await page.getByText('Pieces, 1 with rules').waitFor();
});

rules('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else rules.run();
