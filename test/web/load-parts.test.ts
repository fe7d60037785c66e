/** Dropped and pasted content: unreadable content leaves the loaded parts in place, and the page reports omissions. */
import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dxfSource, entity, square } from '../drawing/dxf-source.js';
import { rectangle } from '../rectangle.js';
import { type Browsed, browse, browserPath, screenshot, skipped } from './browser.js';
import { nest, paste, section } from './steps.js';

const loading = suite<Browsed>('loading parts');

loading.before(async (context) => {
  Object.assign(context, await browse());
});
loading.after(async ({ close }) => close());

const svg = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm" viewBox="0 0 100 100">${content}</svg>`;

const drop = (page: Page, content: string, name: string): Promise<void> =>
  page.evaluate(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(content)}], ${JSON.stringify(name)}));
    document.querySelector('.canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  })()`);

const loaded = async (page: Page): Promise<string> => (await page.locator('.loaded').textContent())!;

loading('lists the omissions of a drawing in one line', async ({ page, link }) => {
  await page.goto(link);
  await page.getByRole('link', { name: 'Marker' }).click();
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  await drop(page, svg('<rect width="30" height="40"/><text>a</text><text>b</text><image/>'), 'front.svg');
  await page.locator('.loaded', { hasText: 'left out: 2 text, 1 image' }).waitFor();
  assert.match(await loaded(page), /^front1 part(?!s)/);
});

loading('offers the sizes of a graded DXF, and reads the chosen one', async ({ page }) => {
  const label = (content: string) => entity('TEXT', [8, '1'], [10, 0], [20, 0], [40, 5], [1, content]);
  const piece = (size: string, side: number) => [
    ...square(side, 0, 0, [8, '1']),
    ...label('Piece Name: Front'),
    ...label(`Size: ${size}`),
    ...label('Sample Size: M'),
  ];
  const blocks = { S: piece('S', 50), M: piece('M', 60), L: piece('L', 70) };
  await drop(page, dxfSource([], { blocks }), 'graded.dxf');
  const choice = page.getByLabel('Size', { exact: true });
  await choice.waitFor();
  await page.getByLabel('Width').fill('900');
  assert.equal(await choice.locator('option').allTextContents(), ['S', 'M', 'L', 'all of them']);
  assert.is(await choice.inputValue(), 'M');
  assert.is(await page.locator('.loaded .notice').count(), 0);

  const sides = async (): Promise<number[]> => {
    const { request } = await section<{ request: { polygons: { points: { x?: number }[] }[] } }>(page, 'parts');
    return request.polygons.map(({ points }) => Math.max(...points.map(({ x = 0 }) => x)));
  };
  assert.equal(await sides(), [60]);
  await choice.selectOption('all of them');
  await page.locator('.loaded', { hasText: 'graded3 parts' }).waitFor();
  assert.equal(await sides(), [50, 60, 70]);
  await page.reload();
  assert.is(await choice.inputValue(), 'all');
  await choice.selectOption('L');
  await page.locator('.loaded', { hasText: /^graded1 part(?!s)/ }).waitFor();
  assert.equal(await sides(), [70]);
  assert.is(await page.getByLabel('Width').inputValue(), '900', 'the fabric stays as it was set');

  await drop(page, svg('<rect width="30" height="40"/><text>a</text><text>b</text><image/>'), 'front.svg');
  await page.locator('.loaded', { hasText: 'front' }).waitFor();
  assert.is(await choice.count(), 0);
});

loading('keeps the loaded parts, whatever rubbish comes after them', async ({ page }) => {
  const before = await loaded(page);
  const rubbish: [content: string, name: string, sentence: string][] = [
    ['front, back, 2 sleeves', 'list.txt', 'neither a JSON request nor an SVG or DXF drawing'],
    ['{"polygons": []}', 'empty.json', 'The file has no parts'],
    ['{"polygons": [{"points": [[0, 0], [1, 1]]}]}', 'flat.json', 'polygons[0] has fewer than 3 points'],
    ['{"polygons": ', 'torn.json', 'The JSON is not valid'],
    ['{"format": "selvage-project", "version": 1}', 'work.selvage.json', 'The menu of the project opens it'],
    ['[]', 'list.json', 'object'],
    ['<html><body>no</body></html>', 'page.svg', 'not <svg>'],
    [svg('<text>only</text>'), 'text.svg', 'no closed outline; left out: 1 text'],
    ['0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nEOF\n', 'empty.dxf', 'no closed outline'],
    ['AutoCAD Binary DXF\r\n\u001a\u0000', 'binary.dxf', 'binary DXF'],
    ['%PDF-1.7 \u0000\u0001', 'x.pdf', 'neither a JSON request nor an SVG or DXF drawing'],
  ];
  for (const [content, name, sentence] of rubbish) {
    await drop(page, content, name);
    await page.locator('#paste-problem', { hasText: sentence }).waitFor();
    assert.is(await loaded(page), before, name);
    await paste(page, svg('<rect width="30" height="40"/><text>a</text><text>b</text><image/>'));
    await page.locator('#paste-problem .problem').waitFor({ state: 'detached' });
    await drop(page, svg('<rect width="30" height="40"/><text>a</text><text>b</text><image/>'), 'front.svg');
    await page.locator('.loaded', { hasText: 'front' }).waitFor();
  }
  await paste(page, 'front, back');
  await page.locator('#paste-problem', { hasText: 'neither a JSON request' }).waitFor();
  assert.is(await loaded(page), before);
});

loading('each part has copies, rotations, flips and a priority of its own', async ({ page }) => {
  await page.getByText('Copies, rotations and rules of each part').click();
  const name = (await page.locator('.part-table tbody th').first().getAttribute('title'))!;
  const nest = page.getByRole('button', { name: /^Nest/ });
  const copies = page.getByLabel(`Copies of ${name}`);
  for (const refused of ['0', '100000', '2.5', '']) {
    await copies.fill(refused);
    await page.keyboard.press('Tab');
    await page.locator('.part-table .problem', { hasText: /^a whole number, 1 to 10,000$/ }).waitFor();
    assert.is(await copies.inputValue(), refused);
    assert.is(await copies.getAttribute('aria-invalid'), 'true');
    assert.ok(await nest.isDisabled(), refused);
  }
  await copies.fill('3');
  await page.keyboard.press('Tab');
  assert.is(await page.locator('.part-table .problem').count(), 0);
  assert.not.ok(await nest.isDisabled());
  await page.getByLabel(`Priority of ${name}`).fill('12');
  await page.keyboard.press('Tab');
  await page.locator('.part-table .problem', { hasText: /^a whole number, 0 to 9$/ }).waitFor();
  await page.getByLabel(`Priority of ${name}`).fill('9');
  await page.getByLabel(`Rotations of ${name}`).fill('0, 45');
  await page.getByLabel(`${name} may be flipped`).check();
  await page.locator('.loaded', { hasText: '3 parts' }).waitFor();
  const { request } = await section<{ request: { polygons: object[] } }>(page, 'parts');
  const { quantity, priority, allowedRotations, mirror } = request.polygons[0] as Record<string, unknown>;
  assert.equal(
    { quantity, priority, allowedRotations, mirror },
    {
      quantity: 3,
      priority: 9,
      allowedRotations: [0, 45],
      mirror: true,
    },
  );
  const rotations = page.getByLabel(`Rotations of ${name}`);
  await rotations.fill('a quarter');
  await page.keyboard.press('Tab');
  assert.is(await rotations.getAttribute('aria-invalid'), 'true');
  assert.is(await rotations.inputValue(), 'a quarter');
  await screenshot(page, 'part-table');
});

loading(
  'a request keeps the changes of its parts over a reload, and leaves no refused number to the next file',
  async ({ page }) => {
    const square = (id: string) => ({ id, points: rectangle(50, 50) });
    const unfold = () => page.getByText('Copies, rotations and rules of each part').click();
    await paste(page, JSON.stringify({ polygons: [square('front'), square('back')] }));
    await page.locator('.loaded', { hasText: '2 parts' }).waitFor();
    await page.getByLabel('Copies of front').fill('3');
    await page.getByLabel('Rotations of back').fill('0, 45');
    await page.keyboard.press('Tab');
    await page.locator('.loaded', { hasText: '4 parts' }).waitFor();
    await page.reload();
    await page.locator('.loaded', { hasText: '4 parts' }).waitFor();
    await unfold();
    assert.is(await page.getByLabel('Rotations of back').inputValue(), '0, 45');

    await page.getByLabel('Rotations of back').fill('a quarter');
    await page.keyboard.press('Tab');
    const nest = page.getByRole('button', { name: /^Nest/ });
    await page.getByText('Check the fields marked in red.').waitFor();
    assert.ok(await nest.isDisabled());
    await paste(page, JSON.stringify({ polygons: [square('left'), square('right')] }));
    await page.locator('.loaded', { hasText: '2 parts' }).waitFor();
    assert.is(await page.getByLabel('Rotations of right').inputValue(), '');
    assert.not.ok(await nest.isDisabled());
  },
);

loading('the search has every decimal of a file, in each unit', async ({ page }) => {
  const wanted = { rotations: [0, 33.333], tilt: 0.375, distance: 0.003, edge: 0.0004, repeatX: 0.0125 };
  const request = {
    polygons: [{ id: 'a', points: rectangle(0.1, 0.1), quantity: 3, spacing: 0.004, allowedRotations: [12.345] }],
    bins: [{ boundary: { points: rectangle(2, 0.15) } }],
    minDistance: wanted.distance,
    edgeDistance: wanted.edge,
    allowedRotations: wanted.rotations,
    rotationTolerance: wanted.tilt,
    fabric: { repeatX: wanted.repeatX, matchTolerance: 0.001 },
    remnants: { leastWidth: 0.0625 },
    gravityDirection: 'left',
    maximumExecutionTime: 1,
  };
  await paste(page, JSON.stringify(request));
  await page.locator('.loaded', { hasText: '3 parts' }).waitFor();
  await page.getByLabel('Length unit').selectOption('m');
  assert.is(await page.getByLabel('Rotations of a, degrees').inputValue(), '12.345');
  await page.getByRole('radio', { name: 'Cloth' }).check();
  assert.is(await page.getByLabel('Space around a').inputValue(), '0.004');
  await nest(page);
  const { ground } = await section<{ ground: object }>(page, 'run');
  const { distance, edge, tilt, rotations, fabric } = ground as typeof wanted & { fabric: { repeatX: number } };
  assert.equal({ rotations, tilt, distance, edge, repeatX: fabric.repeatX }, wanted);
  assert.is((await section<{ restWidth: string }>(page, 'setup')).restWidth, '0.0625');
});

loading('complains of nothing in the console', ({ complaints }) => {
  assert.equal(complaints, []);
});

(browserPath ? loading : skipped).run();
