/** Parts of one's own on the page, and the search for their layout: its queue, its end, its breaks. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { quadrilaterals } from '../nesting/nest.js';
import { rectangle } from '../rectangle.js';
import { type Browsed, browse, browserPath, skipped } from './browser.js';
import { density, done, drawn, go, paste } from './steps.js';

const search = suite<Browsed>('the search on the page');

search.before(async (context) => {
  Object.assign(context, await browse());
});
search.after(async ({ close }) => close());

const square = { id: 'square', points: rectangle(40, 40) };
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

search('takes parts as JSON, SVG and DXF: pasted, chosen, dropped', async ({ page, link }) => {
  await page.goto(link);
  await go(page, 'Marker');
  await page.getByRole('radio', { name: 'Parts from a file' }).check();
  await paste(page, '{"polygons": [{"id": "a", "pionts": []}, {"points": [[1, "x"]]}]}');
  const problems = page.locator('#paste-problem .problem li');
  await problems.first().waitFor();
  assert.match(
    (await problems.allTextContents()).join(' '),
    /polygons\[0\]\.pionts.*did you mean "points".*polygons\[1\]/,
  );

  await paste(page, 'front, back, 2 sleeves');
  await page.locator('#paste-problem', { hasText: 'neither a JSON request nor an SVG or DXF drawing' }).waitFor();

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

search('lays copies, parts with openings and parts turned over, and continues from a layout', async ({ page }) => {
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
  await drawn(page, 4);
  const first = await density(page);
  await page.getByRole('button', { name: 'Continue from here' }).click();
  await page.locator('.parts .part').first().waitFor();
  await done(page);
  assert.ok((await density(page)) >= first);
});

search('shows the problem of a field beside the field', async ({ page }) => {
  await paste(page, JSON.stringify({ polygons: [square, triangle], bins: [sheet] }));
  await page.locator('.loaded', { hasText: '2 parts' }).waitFor();
  await page.getByLabel('Between parts').fill('-1');
  await page.getByRole('button', { name: /^Nest/ }).click();
  const field = page.locator('.field', { has: page.getByLabel('Between parts') });
  await field.locator('.problem').waitFor();
  assert.match((await field.locator('.problem').textContent())!, /^Between parts is -1\b/);
  const refusal = page.locator('.actions').getByRole('alert');
  await refusal.getByText(/^Between parts is -1\b/).waitFor();
  await page.getByLabel('Between parts').fill('');
  assert.match((await field.locator('.problem').textContent())!, /must be a number/);
  assert.ok(await page.getByRole('button', { name: /^Nest/ }).isDisabled());
  await page.getByLabel('Between parts').fill('1');
  assert.is(await refusal.count(), 0);
});

search('a refused key is told until another one is given', async ({ page, service }) => {
  const refusal = page.locator('.actions').getByRole('alert');
  await page.locator('.key-button').click();
  await page.getByLabel('API key').fill('wrong');
  await page.getByRole('button', { name: /^Nest/ }).press('Enter');
  await refusal.getByText('This key is unknown, revoked or expired').waitFor();
  await page.getByLabel('API key').fill(service.apiKey);
  await refusal.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
});

search('shows the place in the queue, and cancels', async ({ page, service }) => {
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
  await drawn(page, 60);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await done(page);
  assert.not.match((await page.locator('.run').textContent())!, /time limit/);
  assert.match((await page.locator('.state-done').textContent())!, /^Cancelled; the best layout is kept/);
  assert.is(await page.locator('.actions .problem').count(), 0, 'a requested end is not a mistake');
  await drawn(page, 60);
});

search('resumes a stream after a lost connection', async ({ page }) => {
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
  await drawn(page, 60);
  await page.unroute('**/selvage.nest.v1.NestService/Nest');
});

search('cancels a search before its first event, too', async ({ page }) => {
  const nests = '**/selvage.nest.v1.NestService/Nest';
  // The service has the job, and its first event is on the way.
  await page.route(nests, async (route) => {
    const request = route.request();
    const headers = withoutPseudo(await request.allHeaders());
    const body = new Uint8Array(request.postDataBuffer()!);
    const reader = (await fetch(request.url(), { method: 'POST', headers, body })).body!.getReader();
    const { value } = await reader.read();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await reader.cancel();
    await route.fulfill({ status: 200, contentType: 'application/connect+proto', body: Buffer.from(value!) });
  });
  const called = page.waitForRequest('**/CancelNest');
  await page.getByRole('button', { name: /^Nest/ }).click();
  await called;
  await page.locator('.state-done', { hasText: /^Cancelled; the best layout is kept/ }).waitFor();
  assert.is(await page.locator('.actions .problem').count(), 0);
  await drawn(page, 60);
  await page.unroute(nests);
});

search('says that it waits while the account has no room, and goes on', async ({ page }) => {
  const nests = '**/selvage.nest.v1.NestService/Nest';
  const refusal = JSON.stringify({ error: { code: 'resource_exhausted', message: 'Too many open jobs' } });
  // the last message of a stream: its flags, its length, its text
  const body = Buffer.concat([Buffer.from([2, 0, 0, 0, refusal.length]), Buffer.from(refusal)]);
  let hasRoom = false;
  await page.route(nests, (route) =>
    hasRoom ? route.continue() : route.fulfill({ status: 200, contentType: 'application/connect+proto', body }),
  );
  await page.getByRole('button', { name: /^Nest/ }).click();
  await page.locator('.state', { hasText: 'Waiting for room' }).waitFor();
  hasRoom = true;
  await page.locator('.parts .part').first().waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await done(page);
  await page.unroute(nests);
});

search('holds a drawing still under a hand that moves it; better layouts show once it rests', async ({ page }) => {
  const polygons = quadrilaterals(90).map((points, i) => ({ id: `q${i}`, points }));
  const bins = [{ boundary: { points: rectangle(300, 9000) } }];
  await paste(page, JSON.stringify({ polygons, bins, allowedRotations: [0, 90, 180], maximumExecutionTime: 10 }));
  await page.locator('.loaded', { hasText: '90 parts' }).waitFor();
  await page.getByRole('button', { name: /^Nest/ }).click();
  await page.locator('.parts .part').first().waitFor();
  const box = (await page.locator('.drawing-view').boundingBox())!;
  await page.mouse.move(box.x + 9, box.y + 9);
  await page.mouse.down();
  await page.mouse.move(box.x + 29, box.y + 29);
  const places = () =>
    page.locator('.parts .part').evaluateAll((parts) => parts.map((part) => part.getAttribute('style')).join());
  const held = await places();
  const first = await density(page);
  await page.waitForFunction(
    (old) => Number.parseFloat(document.querySelector('.figures dd')!.textContent!) > old,
    first,
  );
  assert.is(await places(), held);
  await page.mouse.up();
  await page.waitForFunction((old) => {
    const parts = [...document.querySelectorAll('.parts .part')];
    return parts.map((part) => part.getAttribute('style')).join() !== old;
  }, held);
  await done(page);
  await drawn(page, 90);
});

function withoutPseudo(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => !/^(:|host$|content-length$|accept-encoding$)/.test(name));
  return Object.fromEntries(kept);
}

search('complained of nothing', ({ complaints }) => {
  assert.equal(complaints, []);
});

if (browserPath === null) skipped.run();
else search.run();
