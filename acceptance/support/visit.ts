import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser, Person, type Screen } from './browser.js';
import { RealServer } from './processes.js';

export interface Visitor {
  page: Page;
  /** Opens a page by its path and waits until it is whole. */
  open(path: string): Promise<void>;
  axe(): Promise<string[]>;
  isWiderThanScreen(): Promise<boolean>;
}

/** A server with the sandbox's owners and a browser, for all tests of a file. */
export class WebWorld {
  #opened: { server: RealServer; browser: Browser } | undefined;

  /**
   * @param settings of a server of the file's own, which may be killed and has no accounts but the file's; without them
   *   it is the one that all tests share
   */
  constructor(settings?: Readonly<Record<string, string>>) {
    beforeAll(async () => {
      const server = settings === undefined ? RealServer.shared() : await RealServer.create();
      if (settings !== undefined) {
        server.settings = settings;
        await server.start('--sandbox');
      }
      this.#opened = { server, browser: await openBrowser() };
    });
    afterAll(async () => {
      await this.#opened?.browser.close();
      if (settings !== undefined) await this.#opened?.server.remove();
    });
  }

  get server(): RealServer {
    return this.#world().server;
  }

  /** A new browser context, without cookies. It is closed with the browser, after the tests of the file. */
  person(screen?: Screen): Promise<Person> {
    const { server, browser } = this.#world();
    return Person.at(browser, server.url, screen);
  }

  async killServer(): Promise<void> {
    await this.server.stop('SIGKILL');
  }

  /** Starts the killed server again, on the port it had: pages that are open go on asking there. */
  async restartServer(): Promise<void> {
    const { port } = new URL(this.server.url);
    await this.server.start('--sandbox', '--port', port);
  }

  /** A person who is signed in walks through pages; what a page complained about meanwhile fails the test. */
  async visit(
    { apiKey, ...screen }: { apiKey: string } & Screen,
    walk: (visitor: Visitor) => Promise<void>,
  ): Promise<void> {
    const person = await this.person(screen);
    try {
      await person.signIn(apiKey);
      await walk({
        page: person.page,
        open: async (path) => {
          await person.goto(path);
          await person.settled();
        },
        axe: () => person.axe(),
        isWiderThanScreen: () => person.isWiderThanScreen(),
      });
      expect(person.complaints).toEqual([]);
    } finally {
      await person.close();
    }
  }

  #world() {
    if (this.#opened === undefined) throw new Error('only within a test');
    return this.#opened;
  }
}

/** A file of owners: two owners, with a column that is not imported, and a row without a house number. */
export const COUNTY = [
  'Situs Address,Situs City,Situs State,Situs Zip,Owner Name,SSN,Cell',
  '1 Elm St,Austin,TX,78701,Jane Roe,123-45-6789,5125550142',
  '2 Elm St,Austin,TX,78701,John Roe,123-45-6780,',
  'Elm St,Austin,TX,78701,No Number,,',
  '',
].join('\r\n');

/** An operator with a session in a browser of their own. */
export async function signedInOperator(world: WebWorld, screen?: Screen): Promise<Person> {
  const { url } = await world.server.operator('operators', 'sign-in-link', '--name', 'Ana');
  const operator = await world.person(screen);
  await operator.signInAsOperator(String(url));
  return operator;
}
