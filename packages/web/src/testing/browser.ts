// Real Chromium for tests: pages are walked as a person would. Whatever a page breaks fails the test, noticed or not:
// an error nobody caught, something the content security policy forbids.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import chromiumFiles from '@sparticuz/chromium';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import type { AxeResults } from 'axe-core';
import type { RealServer } from './real-server.js';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Those of @sparticuz/chromium take the sandbox of origins away, which is what some tests are about. */
const ARGUMENTS = [
  '--headless=shell',
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--use-gl=angle',
  '--use-angle=swiftshader',
];

/** One for all test files of a worker; it ends with the worker's process. */
const shared = globalThis as { skiptraceBrowser?: Promise<Browser> };

function browser(): Promise<Browser> {
  shared.skiptraceBrowser ??= chromiumFiles
    .executablePath()
    .then((executablePath) => chromium.launch({ executablePath, args: ARGUMENTS, headless: true }));
  return shared.skiptraceBrowser;
}

export interface Visit {
  /** API key to sign in with; without it nobody is signed in. */
  apiKey?: string;
  /** Of the window, in CSS pixels. */
  width?: number;
  colorScheme?: 'light' | 'dark';
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  /** Opens a page by its path and waits until its heading and data are there. */
  open(path: string): Promise<void>;
  /** What axe finds of serious or critical impact, as sentences. */
  axe(): Promise<string[]>;
  /** By how many CSS pixels the page is wider than the window. */
  overflow(): Promise<number>;
  /** Sum of all layout shifts that no press of a key or button caused (CLS). */
  layoutShift(): Promise<number>;
}

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>;

/** A key signs in once for each server; its visitors share the session. */
const signedIn = new Map<string, Cookies>();

/** A visitor in a window without a past. What broke on a page while `walk` ran is an error. */
export async function visit(
  server: RealServer,
  { apiKey, width = 1_280, colorScheme = 'light' }: Visit,
  walk: (visitor: Visitor) => Promise<void>,
): Promise<void> {
  const context = await (
    await browser()
  ).newContext({
    baseURL: server.url,
    viewport: { width, height: 800 },
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(10_000);
  const faults: string[] = [];
  context.on('weberror', (fault) => faults.push(`uncaught: ${fault.error().message}`));
  context.on('console', (message) => {
    if (/Content[ -]Security[ -]Policy/i.test(message.text())) faults.push(message.text());
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(watchLayout);
    if (apiKey !== undefined) await signIn(page, server, apiKey);
    await walk({
      page,
      context,
      open: async (path) => {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'detached' });
      },
      axe: () => axe(page),
      overflow: () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      layoutShift: () => page.evaluate(() => (globalThis as Shifting).layoutShift ?? 0),
    });
  } finally {
    await context.close();
  }
  if (faults.length > 0) throw new Error(`The page broke: ${faults.join('; ')}`);
}

async function signIn(page: Page, server: RealServer, apiKey: string): Promise<void> {
  const name = `${server.url} ${apiKey}`;
  const known = signedIn.get(name);
  if (known !== undefined) return page.context().addCookies(known);
  await page.goto('/app/sign-in');
  await page.getByLabel(/^API key/).fill(apiKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/app');
  signedIn.set(name, await page.context().cookies());
}

type Shifting = typeof globalThis & { layoutShift?: number };

/** Runs in the page, before its own code. */
function watchLayout(): void {
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
    })[]) {
      const all = globalThis as Shifting;
      if (!entry.hadRecentInput) all.layoutShift = (all.layoutShift ?? 0) + entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Given to the browser by its debugger, for the content security policy allows no script but the app's. */
async function axe(page: Page): Promise<string[]> {
  const debug = await page.context().newCDPSession(page);
  const { result } = await debug.send('Runtime.evaluate', {
    expression: `${axeSource}; axe.run(document).then((found) => JSON.stringify(found.violations))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await debug.detach();
  return (JSON.parse(String(result.value)) as AxeResults['violations'])
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
