import { appOperations } from '@skiptrace/contract/app';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findActions } from '../../money/log/index.js';
import { TestBrowser } from '../../testing/browser.js';
import { runCommand } from '../../testing/process.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { operationOf } from '../acts/act.js';
import { acts } from '../acts/index.js';

let server: TemporaryServer;
beforeEach(async () => {
  server = await temporaryServer();
});
afterEach(() => server.close());

const run = (...words: readonly string[]) => runCommand({ DATA_DIR: server.dataDir, USER: 'ana' }, words);

describe('every act', () => {
  it.each(acts.map((act) => [act.app?.id ?? '', act] as const))(
    'is an operation for operators alone, and a command with the same words and fields: %s',
    async (_, act) => {
      const { says, fields, command } = act;
      const { id, at, body } = operationOf(act);
      const operation = Object.entries(appOperations).find(([name]) => name === id)?.[1];
      expect(operation).toMatchObject({ role: 'operator', isNavigation: false });
      expect(`${operation?.method} ${operation?.path}`).toBe(at);
      const page = await new TestBrowser(server.url).ask(at.replaceAll(/^\w+ |[{}]/g, ''), {
        method: operation?.method ?? '',
        ...(body !== undefined && { json: {} }),
      });
      expect(page.status).toBe(401);
      const words = (command?.name ?? '').split(' ');
      const { code, out } = await run(...words.filter((word) => !word.startsWith('<')), '--help');
      expect(code).toBe(0);
      const help = out.replaceAll(/\s+/g, ' ');
      expect(help).toContain(says);
      for (const [name, { properties = { [name]: {} } }] of Object.entries(fields) as [
        string,
        { properties?: object },
      ][])
        for (const field of Object.keys(properties))
          if (command?.without?.includes(name) !== true && !words.includes(`<${name}>`))
            expect(help).toContain(`--${field} <`);
    },
  );

  it('is logged under the operator in the app, and under the user of the shell as a command', async () => {
    const browser = await server.signedInOperator();
    const asked = { person: { phone: '5552010101' }, reason: 'asked by mail' };
    expect((await browser.ask('/operator/api/suppressions', { json: asked })).status).toBe(200);
    expect((await run('suppress', 'add', '--phone', '5552010102', '--reason', 'asked by mail')).code).toBe(0);
    const { rows } = await findActions(server.service.database, { kinds: ['suppression'], limit: 9 });
    expect(rows.map(({ actor }) => actor)).toEqual(['command:ana', 'operator:Alex']);
  });
});
