/** A pattern cutter's way through the page: a body, a pattern, a marker; each step against the running service. */
import { readFileSync } from 'node:fs';
import type { Download, Locator, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Browsed, browse, browserPath, skipped } from './browser.js';

const flow = suite<Browsed>('the page');

flow.before(async (context) => {
  Object.assign(context, await browse());
});
flow.after(async ({ close }) => close());

const placeholder = (page: Page, label: string): Promise<string | null> =>
  page.getByLabel(label, { exact: true }).getAttribute('placeholder');

const go = (page: Page, step: string): Promise<void> => page.getByRole('link', { name: step }).click();

async function contentOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

async function downloaded(page: Page, button: Locator): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: download.suggestedFilename(), content: await contentOf(download) };
}

/** Of the density figure, in percent. */
const density = async (page: Page): Promise<number> =>
  Number.parseFloat((await page.locator('.figures dd').first().textContent())!);

const done = (page: Page): Promise<void> => page.locator('.state-done').waitFor();

flow('asks for a key, tells that one is refused, and takes the one of the address out of it', async (context) => {
  const { page, service, link } = context;
  await page.goto(service.url);
  const field = page.getByLabel('API key');
  await field.waitFor();
  await field.fill('selvage_wrong');
  await page.locator('.popover .problem').waitFor();
  assert.match((await page.locator('.popover .problem').textContent())!, /key/i);
  assert.is(await field.getAttribute('aria-invalid'), 'true');

  await page.goto('about:blank');
  await page.goto(link);
  await page.locator('.key-button.there').waitFor();
  assert.is(page.url(), `${service.url}/`);
  assert.is(await page.evaluate(`sessionStorage.getItem('selvage.key')`), service.apiKey);
  assert.is(await page.evaluate(`localStorage.getItem('selvage.key')`), null);
});

flow('shows all 69 measurements with their intervals, in the form and on the figure', async ({ page }) => {
  await page.waitForFunction(() => {
    const values = [...document.querySelectorAll('.callout .value')].map(({ textContent }) => textContent);
    return values.length === 69 && values.every((text) => /^[\d.]+$/.test(text ?? ''));
  });
  assert.is(await page.locator('.measurement').count(), 69);
  const intervals = await page.locator('.callout .range').allTextContents();
  assert.is(intervals.filter((text) => /^ ?[\d.]+ – [\d.]+$/.test(text)).length, 67, 'height and weight are measured');
  const waist = page.getByLabel('Waist girth', { exact: true });
  await waist.focus();
  assert.match((await page.locator('.caption').textContent())!, /Waist girth.*90 % between.*waist level/);
  assert.is(await page.locator('.tape.on circle').count(), 4, 'the line in focus, with its ends, from both sides');
});

flow('has a line on the figure for whatever a tape measures', async ({ page }) => {
  const without = await page.evaluate(async () => {
    const names: string[] = [];
    for (const input of document.querySelectorAll<HTMLInputElement>('.measurement input')) {
      input.focus();
      await new Promise(requestAnimationFrame);
      const paths = [...document.querySelectorAll<SVGPathElement>('.tape.on path')];
      if (!paths.some((path) => path.getTotalLength() > 1)) names.push(input.id);
    }
    return names;
  });
  assert.equal(without, ['measurement-weight', 'measurement-age']);
});

flow('follows what is typed, converts units, and tells of a field what is wrong with it', async ({ page }) => {
  const before = await placeholder(page, 'Bust arc front');
  await page.getByLabel('Chest girth', { exact: true }).fill('104,5');
  await page.waitForFunction(
    (value) => document.querySelector<HTMLInputElement>('#measurement-bustArcFront')?.placeholder !== value,
    before,
  );
  assert.ok(Number(await placeholder(page, 'Bust arc front')) > Number(before));

  const row = page.locator('.measurement', { has: page.locator('#measurement-hipGirth') });
  await page.getByLabel('Hip girth', { exact: true }).fill('wide');
  assert.match((await row.locator('.problem').textContent())!, /“wide” is not a number/);
  await page.getByLabel('Hip girth', { exact: true }).fill('-3');
  await row.locator('.problem', { hasText: /^Hip girth/ }).waitFor();
  await page.getByLabel('Hip girth', { exact: true }).fill('300');
  await row.locator('.warning', { hasText: /^Hip girth/ }).waitFor();
  const hips = page.locator('.tape.measured path:not(.touch)');
  const breadth = await hips.evaluateAll((lines) =>
    Math.max(...lines.map((line) => (line as SVGPathElement).getBBox().width)),
  );
  assert.ok(breadth < 50, 'no figure is drawn with what no body has');
  await page.getByLabel('Hip girth', { exact: true }).fill('');
  await row.locator('.warning').waitFor({ state: 'detached' });

  await page.getByRole('radio', { name: 'in, lb' }).check();
  assert.is(await page.getByLabel('Height', { exact: true }).inputValue(), '66.14');
  await page.waitForFunction(
    () => Number(document.querySelector<HTMLInputElement>('#measurement-waistGirth')?.placeholder) < 40,
  );
  await page.getByRole('radio', { name: 'cm, kg' }).check();
  assert.is(await page.getByLabel('Height', { exact: true }).inputValue(), '168');
});

flow('drafts a pattern and follows its sliders', async ({ page }) => {
  await go(page, 'Pattern');
  await page.getByLabel('Find a pattern').fill('a-line');
  await page.getByRole('button', { name: /A-line skirt/ }).click();
  await page.locator('.piece').first().waitFor();
  assert.is(await page.locator('.piece').count(), 4);
  await page.locator('summary', { hasText: 'Measurements' }).click();
  assert.match((await page.locator('.variable', { hasText: 'Waist girth' }).textContent())!, /predicted/);

  const slider = page.getByLabel('Skirt length as a slider');
  const before = await page.locator('.piece .cut').first().getAttribute('d');
  await slider.focus();
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
  assert.is(await page.getByLabel('Skirt length', { exact: true }).inputValue(), '72');
  await page.waitForFunction((path) => document.querySelector('.piece .cut')?.getAttribute('d') !== path, before);
  await page.locator('.canvas[aria-busy="false"]').waitFor();

  await page.getByLabel('Skirt length', { exact: true }).fill('900');
  await page.keyboard.press('Tab');
  await page.locator('.variable', { hasText: 'Skirt length' }).locator('.problem').waitFor();
  await page.getByRole('button', { name: 'Reset Skirt length' }).click();
  await page.locator('.variable .problem').waitFor({ state: 'detached' });

  const files = page.getByRole('group', { name: 'Download' });
  const svg = await downloaded(page, files.getByRole('button', { name: 'SVG' }));
  assert.is(svg.name, 'a-line-skirt.svg');
  assert.match(svg.content.toString(), /<svg /);
  const pdf = await downloaded(page, files.getByRole('button', { name: 'PDF', exact: true }));
  assert.match(pdf.content.toString('latin1'), /^%PDF-/);
  const dxf = await downloaded(page, files.getByRole('button', { name: 'DXF' }));
  assert.match(dxf.content.toString('latin1'), /^\s*(0|999)\r?\n/);
});

flow('nests garments by the keyboard alone, draws every layout, and gives all files', async ({ page }) => {
  await page.getByRole('button', { name: 'Add to the marker' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('8 parts').waitFor();
  await page.getByText('Search', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Time limit').fill('3');
  await page.getByLabel('Between parts').focus();
  await page.keyboard.press('Enter');
  await page.locator('.parts .part').first().waitFor();
  await done(page);
  assert.is(await page.locator('.parts .part').count(), 8);
  assert.ok((await density(page)) > 40);
  assert.match((await page.locator('.chart').getAttribute('aria-label'))!, /Density over time: .* in \d+ layouts/);
  // As short as the longest piece is as short as can be: then the search ends before its time.
  assert.match((await page.locator('.run').textContent())!, /^Done|time limit of 3 s/);

  const files = page.getByRole('group', { name: 'Download the best layout' });
  const take = async (name: string) => (await downloaded(page, files.getByRole('button', { name }))).content;
  assert.match((await take('SVG')).toString(), /<svg [\s\S]*1-waistband-1/);
  assert.equal([...(await take('PNG')).subarray(1, 4)], [...Buffer.from('PNG')]);
  assert.match((await take('PDF')).toString('latin1'), /^%PDF-/);
  assert.match((await take('DXF')).toString('latin1'), /CUT/);
  assert.match((await take('PLT')).toString('latin1'), /^IN;/);
  const layout = JSON.parse((await take('JSON')).toString()) as { placements: unknown[]; unplaced: unknown[] };
  assert.is(layout.placements.length, 8);
  assert.is(layout.unplaced.length, 0);
});

const square = {
  id: 'square',
  points: [
    [0, 0],
    [40, 0],
    [40, 40],
    [0, 40],
  ],
};
const triangle = {
  id: 'triangle',
  points: [
    [0, 0],
    [50, 0],
    [0, 50],
  ],
};
const sheet = {
  boundary: {
    points: [
      [0, 0],
      [200, 0],
      [200, 200],
      [0, 200],
    ],
  },
};

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel('Paste parts').fill(text);
  await page.keyboard.press('Tab');
}

flow('takes parts as JSON, SVG and DXF: pasted, chosen, dropped', async ({ page }) => {
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  await paste(page, '{"polygons": [{"id": "a", "pionts": []}, {"points": [[1, "x"]]}]}');
  const problems = page.locator('#paste-problem .problem li');
  await problems.first().waitFor();
  assert.match(
    (await problems.allTextContents()).join(' '),
    /polygons\[0\]\.pionts.*did you mean "points".*polygons\[1\]/,
  );

  await paste(page, 'front, back, 2 sleeves');
  await page.locator('#paste-problem', { hasText: 'neither a request as JSON nor a drawing as SVG or DXF' }).waitFor();

  await paste(page, JSON.stringify({ polygons: [square, triangle], bins: [sheet], minDistance: 2 }));
  await page.locator('.loaded', { hasText: '2 parts, 1 sheet' }).waitFor();
  assert.is(await page.getByLabel('Paste parts').inputValue(), '', 'ready for the next ones');
  assert.is(await page.getByLabel('Between parts').inputValue(), '2');
  assert.ok(await page.getByRole('radio', { name: 'From the file' }).isChecked());

  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="100mm" viewBox="0 0 100 100"><rect id="left" width="30" height="40"/><circle id="right" cx="70" cy="50" r="20"/></svg>';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'two.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
  await page.locator('.loaded', { hasText: 'two' }).waitFor();
  assert.match((await page.locator('.loaded').textContent())!, /2 parts/);

  const corners = [
    [0, 0],
    [60, 0],
    [60, 30],
    [0, 30],
  ];
  const vertices = corners.map(([x, y]) => `10\n${x}\n20\n${y}`).join('\n');
  const dxf = `0\nSECTION\n2\nENTITIES\n0\nLWPOLYLINE\n8\nCUT\n90\n4\n70\n1\n${vertices}\n0\nENDSEC\n0\nEOF\n`;
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(dxf)}], 'one.dxf'));
    document.querySelector('.canvas').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  })()`);
  await page.locator('.loaded', { hasText: 'one' }).waitFor();
  assert.match((await page.locator('.loaded').textContent())!, /1 parts?/);
});

flow('lays copies, parts with openings and parts turned over, and goes on from a layout', async ({ page }) => {
  const ring = {
    id: 'ring',
    points: [
      [0, 0],
      [90, 0],
      [90, 90],
      [0, 90],
    ],
    holes: [
      {
        points: [
          [10, 10],
          [80, 10],
          [80, 80],
          [10, 80],
        ],
      },
    ],
  };
  const hook = {
    id: 'hook',
    points: [
      [0, 0],
      [60, 0],
      [60, 20],
      [20, 20],
      [20, 50],
      [0, 50],
    ],
    quantity: 3,
    mirror: true,
  };
  const bins = [
    {
      boundary: {
        points: [
          [0, 0],
          [100, 0],
          [100, 400],
          [0, 400],
        ],
      },
    },
  ];
  await paste(page, JSON.stringify({ polygons: [ring, hook], bins, minDistance: 0, maximumExecutionTime: 2 }));
  await page.locator('.loaded', { hasText: '4 parts, 1 sheet' }).waitFor();
  await page.getByRole('button', { name: /^Nest/ }).click();
  await page.locator('.parts .part').first().waitFor();
  await done(page);
  assert.is(await page.locator('.parts .part').count(), 4);
  const first = await density(page);
  await page.getByRole('button', { name: 'Go on from here' }).click();
  await page.locator('.parts .part').first().waitFor();
  await done(page);
  assert.ok((await density(page)) >= first);
});

flow('shows what the service says of a field at the field', async ({ page }) => {
  await paste(page, JSON.stringify({ polygons: [square, triangle], bins: [sheet] }));
  await page.locator('.loaded', { hasText: '2 parts' }).waitFor();
  await page.getByLabel('Between parts').fill('-1');
  await page.getByRole('button', { name: /^Nest/ }).click();
  const field = page.locator('.field', { has: page.getByLabel('Between parts') });
  await field.locator('.problem').waitFor();
  assert.match((await field.locator('.problem').textContent())!, /minDistance/);
  await page.getByLabel('Between parts').fill('');
  assert.match((await field.locator('.problem').textContent())!, /must be a number/);
  assert.ok(await page.getByRole('button', { name: /^Nest/ }).isDisabled());
  await page.getByLabel('Between parts').fill('1');
});

flow('tells the place in the queue, and cancels', async ({ page, service }) => {
  const busy = new AbortController();
  const parts = Array.from({ length: 60 }, (_, i) => ({ ...triangle, id: `t${i}` }));
  const request = {
    polygons: parts,
    bins: [
      {
        boundary: {
          points: [
            [0, 0],
            [400, 0],
            [400, 9000],
            [0, 9000],
          ],
        },
      },
    ],
  };
  const answer = await fetch(`${service.url}/api/v1/nest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...request, maximumExecutionTime: 30, allowedRotations: [0, 45, 90, 180] }),
    signal: busy.signal,
  });
  await answer.body!.getReader().read();

  await paste(page, JSON.stringify({ ...request, maximumExecutionTime: 30 }));
  await page.locator('.loaded', { hasText: '60 parts' }).waitFor();
  await page.getByRole('button', { name: /^Nest/ }).click();
  await page.locator('.state', { hasText: 'In the queue: next' }).waitFor();
  busy.abort();
  await page.locator('.parts .part').first().waitFor();
  assert.is(await page.locator('.parts .part').count(), 60);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await done(page);
  assert.not.match((await page.locator('.run').textContent())!, /time limit/);
  assert.match((await page.locator('.state-done').textContent())!, /^Cancelled; the best layout stays/);
  assert.is(await page.locator('.actions .problem').count(), 0, 'what was asked for is no mistake');
  assert.is(await page.locator('.parts .part').count(), 60, 'the best layout stays');
});

flow('takes a stream up again after a break of the line', async ({ page }) => {
  // The stream is cut once, after its first layout, as a proxy would.
  let cut = 0;
  await page.route('**/selvage.nest.v1.NestService/Nest', async (route) => {
    cut += 1;
    const request = route.request();
    const abort = new AbortController();
    const answer = await fetch(request.url(), {
      method: 'POST',
      headers: withoutPseudo(await request.allHeaders()),
      body: new Uint8Array(request.postDataBuffer()!),
      signal: abort.signal,
    });
    const { value } = await answer.body!.getReader().read();
    abort.abort();
    await route.fulfill({ status: 200, contentType: 'application/connect+proto', body: Buffer.from(value!) });
  });
  await page.getByRole('button', { name: /^Nest/ }).click();
  await page.locator('.state-reconnecting').waitFor();
  await page.locator('.parts .part').first().waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await done(page);
  assert.is(cut, 1);
  assert.is(await page.locator('.parts .part').count(), 60);
  await page.unroute('**/selvage.nest.v1.NestService/Nest');
});

function withoutPseudo(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !/^(:|host$|content-length$|accept-encoding$)/.test(name));
  return Object.fromEntries(kept);
}

flow('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else flow.run();
