// Takes the picture of the page in README.md: a shirt for one person, nested for some seconds in a real browser.
//
//     npm run build:web && node scripts/draw-page.mjs
//
// CHROMIUM names another browser than /usr/bin/chromium.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const picture = 'docs/images/page.png';
const data = mkdtempSync(join(tmpdir(), 'selvage-page-'));
const args = ['dist/src/cli/main.js', 'serve', '--json', '--port', '0', '--data', data];
const service = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
const [line] = await new Promise((resolve) => createInterface(service.stdout).once('line', (text) => resolve([text])));
const { url, apiKey } = JSON.parse(line);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/#key=${apiKey}`);
  await page.getByRole('link', { name: 'Pattern' }).click();
  await page.getByLabel('Find a pattern').fill('simon shirt');
  await page.getByRole('button', { name: /Simon shirt/ }).click();
  await page.getByRole('button', { name: 'Add to the marker' }).click();
  await page.getByText('Search', { exact: true }).click();
  await page.getByLabel('Time limit').fill('15');
  await page.getByRole('button', { name: /^Nest/ }).click();
  await page.locator('.state-running').waitFor();
  await page.locator('.state-done').waitFor({ timeout: 120_000 });
  await page.locator('.panel').evaluate((panel) => panel.scrollTo(0, 0));
  await page.screenshot({ path: picture });
  console.log(picture);
} finally {
  await browser.close();
  service.kill('SIGTERM');
  await new Promise((resolve) => service.once('exit', resolve));
  rmSync(data, { recursive: true, force: true });
}
