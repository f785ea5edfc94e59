import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { inject, vi } from 'vitest';
import { TestBrowser } from '../../packages/server/src/testing/browser.js';
import { hasChromium } from '../../scripts/support/chromium.mjs';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

declare module 'vitest' {
  interface ProvidedContext {
    /** Endpoint of the Chromium that all tests of a run share (vitest.global-setup.ts). */
    browserUrl: string;
  }
}

/** Browser tests are skipped, by name, if there is no browser. */
export { hasChromium as hasBrowser };

/** The browser of all tests. Closing the result closes the contexts opened by it, not the browser. */
export const openBrowser = (): Promise<Browser> => chromium.connect(inject('browserUrl'));

export interface Screen {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
}

export const DESK: Screen = { width: 1_280, height: 800 };
export const PHONE: Screen = { width: 360, height: 740 };

/** Less than a test may take, so that a failure names the awaited state. */
const PATIENCE_MS = 45_000;

/** True when nothing was loading at two checks in a row: data that has just arrived may start another request. */
const ALL_IS_SHOWN = `(async () => {
  for (let paints = 0; paints < 2; paints++) {
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 50)));
    if (document.querySelector('main[aria-busy=true], .mantine-Skeleton-root')) return false;
    if (document.querySelector('main#main') && !document.querySelector('[aria-label="Color scheme"]')) return false;
  }
  return true;
})()`;

/** Notes what a page copies: the clipboard itself belongs to all pages of the browser, also to the pages of tests beside this one. */
const NOTE_COPIES = `if (navigator.clipboard) {
  const write = navigator.clipboard.writeText.bind(navigator.clipboard);
  navigator.clipboard.writeText = (text) => write(text).then(() => { globalThis.copiedText = text; });
}`;

/** The text that the page copied last. Waits until it has copied one. */
export const copiedOn = async (page: Page): Promise<string> => {
  await untilTrue(page, 'globalThis.copiedText !== undefined');
  return page.evaluate<string>('globalThis.copiedText');
};

/**
 * Waits until an expression is true on the page. Playwright's `waitForFunction` evaluates it again on the page itself, where the
 * content security policy forbids that.
 */
export const untilTrue = (page: Page, expression: string): Promise<void> =>
  vi.waitFor(
    async () => {
      if (!(await page.evaluate<boolean>(expression))) throw new Error(`not true on the page: ${expression}`);
    },
    { timeout: PATIENCE_MS },
  );

/** A person with their own browser: no cookies at first, and every error on a page is recorded. */
export class Person {
  /** Complaints of the browser: script errors, and violations of the content security policy. */
  readonly complaints: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly url: string,
  ) {}

  static async at(browser: Browser, url: string, screen: Screen = DESK): Promise<Person> {
    const { width = 1_280, height = 800, colorScheme = 'light' } = screen;
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme,
      reducedMotion: 'reduce',
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(NOTE_COPIES);
    const person = new Person(context, await context.newPage(), url);
    person.#listenTo(person.page);
    context.on('page', (page) => person.#listenTo(page));
    return person;
  }

  goto(where: string): Promise<unknown> {
    return this.page.goto(this.url + where);
  }

  /** Opens another page of the app that is open, as a link there does: half the work of loading the app anew. */
  async walkTo(where: string): Promise<void> {
    const pushed = `history.pushState(null, '', ${JSON.stringify(where)})`;
    await this.page.evaluate(
      `document.activeElement.blur(); ${pushed}; dispatchEvent(new PopStateEvent('popstate'))`,
    );
    // The app moves the focus when it shows the page.
    await untilTrue(this.page, "document.activeElement === document.querySelector('main')");
  }

  /** Begins a session without the sign-in page, and opens no page: faster. */
  signIn(apiKey: string): Promise<void> {
    return this.#begin('/app/api/session', { apiKey });
  }

  /** @param link as `operators sign-in-link` prints it, for any base address */
  signInAsOperator(link: string): Promise<void> {
    return this.#begin('/operator/api/session', {
      token: new URLSearchParams(new URL(link).hash.slice(1)).get('token'),
    });
  }

  async #begin(path: string, proof: object): Promise<void> {
    const { status, set } = await new TestBrowser(this.url).ask(path, { json: proof });
    const [, name, value] = /^([^=]+)=([^;]+);/.exec(set[0] ?? '') ?? [];
    if (name === undefined || value === undefined)
      throw new Error(`the sign-in was answered with ${status} and no cookie`);
    // Browsers accept a Secure cookie from localhost without https; this way of adding one requires https.
    const url = this.url.replace('http:', 'https:');
    await this.context.addCookies([{ name, value, url, httpOnly: true, secure: true, sameSite: 'Strict' }]);
  }

  /** Signs in as a person does. */
  async signInOnPage(apiKey: string): Promise<void> {
    await this.goto('/app/sign-in');
    await this.page.getByLabel('API key').fill(apiKey);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.getByRole('heading', { name: 'Overview' }).waitFor();
  }

  /** @param link as `operators sign-in-link` prints it, for any base address */
  async follow(link: string): Promise<void> {
    const { pathname, hash } = new URL(link);
    await this.goto(pathname + hash);
    await this.page.getByRole('button', { name: 'Continue' }).click();
    await this.page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
  }

  /**
   * Waits until the page shows all its data, and its menus are there. A page that polls, like the one of a
   * running job, settles as well.
   */
  async settled(): Promise<void> {
    await this.page.locator('main:not([aria-busy=true]) h1').first().waitFor();
    await untilTrue(this.page, ALL_IS_SHOWN);
  }

  /** Serious accessibility violations (WCAG 2.1 A and AA), a line each. */
  async axe(): Promise<string[]> {
    if (await this.page.evaluate<boolean>("typeof axe === 'undefined'"))
      await this.page.evaluate(await readFile(axeFile, 'utf8'));
    return this.#violations("['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']");
  }

  /** Contrasts that are too low in the dark color scheme, a line each. Call `axe` first: it loads the script. */
  async contrastInTheDark(): Promise<string[]> {
    await this.page.emulateMedia({ colorScheme: 'dark' });
    await this.page.locator('html[data-mantine-color-scheme=dark]').waitFor();
    // Colors change within a moment.
    await this.page.evaluate('Promise.all(document.getAnimations().map(({ finished }) => finished))');
    const found = await this.#violations("['color-contrast']");
    await this.page.emulateMedia({ colorScheme: 'light' });
    await this.page.locator('html[data-mantine-color-scheme=light]').waitFor();
    return found;
  }

  /** @param rules tags or names of rules, as a JavaScript array */
  async #violations(rules: string): Promise<string[]> {
    const { violations } = await this.page.evaluate<AxeResults>(
      `axe.run({ runOnly: ${rules}, resultTypes: ['violations'] })`,
    );
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  }

  /** True if the page can be scrolled sideways, which is wrong on a phone. */
  isWiderThanScreen(): Promise<boolean> {
    return this.page.evaluate<boolean>('document.documentElement.scrollWidth > window.innerWidth');
  }

  /** Scripts and styles requested before the first paint. */
  filesBeforePaint(): Promise<string[]> {
    return this.page.evaluate<string[]>(`(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      return performance
        .getEntriesByType('resource')
        .filter(({ initiatorType, startTime }) => initiatorType !== 'fetch' && startTime < paint.startTime)
        .map(({ name }) => name);
    })()`);
  }

  close(): Promise<void> {
    return this.context.close();
  }

  #listenTo(page: Page): void {
    page.on('pageerror', (error) => this.complaints.push(`error: ${error.message}`));
    page.on('console', (message) => {
      const text = message.text();
      if (/Content Security Policy|Refused to/i.test(text)) this.complaints.push(text);
    });
  }
}

/** An event of Chromium's trace, as far as it is read here; `tdur` is processor time in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
}

/**
 * Watches the main threads of the page's browser from now on. Tasks are measured in processor time: what else runs on the machine
 * does not make one longer. A page that waits is not seen.
 * @returns ends the watch, with the longest task in milliseconds
 */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const debug = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  debug.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise<void>((resolve) => debug.once('Tracing.tracingComplete', () => resolve()));
  await debug.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
    transferMode: 'ReportEvents',
  });
  return async () => {
    await page.evaluate(LATER_TASKS);
    await debug.send('Tracing.end');
    await complete;
    await debug.detach();
    return longestOf(events);
  };
}

/** The last task of a thread can be without its end in the trace, and so without its time: let it be one of these. */
const LATER_TASKS = `(async () => {
  for (let task = 0; task < 5; task++) await new Promise((done) => setTimeout(done, 20));
})()`;

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`;

function longestOf(events: readonly TraceEvent[]): number {
  const mainThreads = events.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const threads = new Set(mainThreads.map(threadOf));
  const tasks = events.filter(
    (event) =>
      event.name === 'ThreadControllerImpl::RunTask' &&
      event.tdur !== undefined &&
      threads.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error('the trace has no task of a main thread with its processor time');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1_000;
}
