/** The page in Debian's Chromium, over a service in a process of its own. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Served, serve, temporaryFolder } from '../cli/run-selvage.js';

const wanted = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The browser to test with; null if there is none. */
export const browserPath = existsSync(wanted) ? wanted : null;

/** Stands in for the tests if there is no browser. */
export const skipped = suite('the page in a browser');
skipped(`skipped: there is no browser at ${wanted}; CHROMIUM names another`, () => {
  console.log(`skipped: there is no browser at ${wanted} (CHROMIUM names another)`);
  assert.is(browserPath, null);
});

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Browsed {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly service: Served;
  /** The page with the service's key in the fragment. */
  readonly link: string;
  /** Complaints of the browser. A test must end without any. */
  readonly complaints: readonly string[];
  /** Ends the service by SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again, at its address and with its data. */
  startAgain(): Promise<void>;
  close(): Promise<void>;
}

/** Longest time for any step of the page on a busy machine. */
const patienceMs = 60_000;

export async function browse(options: BrowserContextOptions = {}): Promise<Browsed> {
  const flags = ['--data', temporaryFolder(), '--solvers', '1', '--shutdown-grace', '0'];
  const service = await serve(flags);
  let running: Served | null = service;
  const profile = mkdtempSync(join(tmpdir(), 'selvage-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: browserPath!,
    args,
    viewport: { width: 1440, height: 900 },
    acceptDownloads: true,
    ...options,
  });
  context.setDefaultTimeout(patienceMs);
  const page = context.pages()[0] ?? (await context.newPage());
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error.stack || error)));
  page.on('console', (message) => {
    // A refused call is an answer that the page shows, although the browser lists it as an error.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text());
  });
  return {
    page,
    context,
    service,
    link: `${service.url}/#key=${service.apiKey}`,
    complaints,
    async kill() {
      await running?.stop('SIGKILL');
      running = null;
    },
    async startAgain() {
      running = await serve([...flags, '--port', new URL(service.url).port]);
    },
    async close() {
      await context.close();
      await running?.stop();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

const shots = process.env.SCREENSHOTS ?? join(tmpdir(), 'selvage-screenshots');

export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(shots, { recursive: true });
  const path = join(shots, `${name}.png`);
  await page.screenshot({ path });
  console.log(`screenshot ${path}`);
}
