import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RealServer } from './support/processes.js';
import { CTRL_C, hasTerminal, onTerminal, type Step, textOf } from './support/terminal.js';

/** Many processes, each of which a busy machine may keep waiting. */
const LONG = { timeout: 120_000 };

const ROWS = [
  '100 Sandbox Match St,Austin,TX,78701',
  '200 Sandbox Absentee Ave,Dayton,OH,45402',
  '1 Nowhere Ln,Reno,NV,89501',
];
const BALANCE_CENTS = 1_000;

describe.skipIf(!hasTerminal)(
  'the question about money, on a terminal (skipped without python3)',
  LONG,
  () => {
    let server: RealServer;
    let folder: string;
    let account: { accountId: string; apiKey: string };
    let files = 0;
    let paidCents = 0;

    beforeAll(async () => {
      server = RealServer.shared();
      account = await server.account(BALANCE_CENTS);
      folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-prompt-'));
    });
    afterAll(() => rm(folder, { recursive: true, force: true }));

    /** Uploads a new file. `paid` is the charge in cents that the server reports for its job. */
    async function upload(
      steps: readonly Step[],
      more: { columns?: number; env?: Record<string, string> } = {},
    ) {
      const place = `place-${++files}`;
      const name = `${place}.csv`;
      const file = path.join(folder, name);
      // Content of its own: the service recognizes a list that was sent before.
      const rows = ROWS.map((row) => `${row},${place}\n`).join('');
      await writeFile(file, `Property Address,Property City,Property State,Property Zip,Note\n${rows}`);
      const result = await onTerminal({
        words: ['upload', name],
        env: { ...server.environment(account.apiKey, path.join('prompt', place)), ...more.env },
        cwd: folder,
        steps,
        ...(more.columns !== undefined && { columns: more.columns }),
      });
      const job = (await server.jobs(account.apiKey)).find(({ filename }) => filename === name);
      const paid = job?.status === 'preview' ? 0 : (job?.totalChargeCents ?? 0);
      paidCents += paid;
      return { ...result, text: textOf(result.screen), paid, output: file.replace('.csv', '.enriched.csv') };
    }

    const QUESTION = 'Spend $0.08? [y/N] ';
    const COLOR = /\u001b\[(3[0-7]|1|2)m/;

    it.concurrent('is answered with yes: pays once, writes the file, leaves the cursor on the screen', async () => {
      const { code, text, screen, paid, output } = await upload([{ wait: QUESTION }, { type: 'y\r' }], {
        env: { FORCE_COLOR: '1' },
      });
      expect(code).toBe(0);
      expect(text).toContain('2 matches × $0.04 = $0.08 (of 3 that can match)');
      expect(text).toContain('Charged $0.08.');
      expect(text.trimEnd().endsWith(output)).toBe(true);
      expect(paid).toBe(8);
      expect(await readFile(output, 'utf8')).toContain('Matched');
      expect(screen).toMatch(COLOR);
      expect(screen.lastIndexOf('\u001b[?25h')).toBeGreaterThanOrEqual(screen.lastIndexOf('\u001b[?25l'));
    });

    it.concurrent('works on a terminal of 40 columns', async () => {
      const columns = 40;
      const { code, screen, paid } = await upload([{ wait: QUESTION }, { type: '\r' }], { columns });
      expect(code).toBe(5);
      expect(paid).toBe(0);
      // A repainted line has to fit on one line, or each repaint leaves a line behind.
      const painted = screen.split(/[\r\n]|\u001b\[1G/).map(textOf);
      const spinner = painted.filter((line) => line.includes(' … ') || line.includes('[='));
      expect(spinner).not.toEqual([]);
      for (const line of spinner) expect(line.trimEnd().length).toBeLessThanOrEqual(columns);
    });

    // Other answers, and terminals that are not asked, are in upload.test.ts and prompt.test.ts of packages/cli.
    it.concurrent('takes Ctrl-C for no', async () => {
      const { code, text, paid } = await upload([{ wait: QUESTION }, { type: CTRL_C }]);
      expect(code).toBe(130);
      expect(text).toContain('Nothing was charged.');
      expect(text).toMatch(/(?:Next|To approve): skiptrace jobs confirm \S+/);
      expect(paid).toBe(0);
    });

    it.concurrent('is not answered by keys that were typed before it', async () => {
      const steps = [
        { wait: 'different addresses' },
        { type: 'y\ny\n' },
        { wait: QUESTION },
        { pause: 0.3 },
        { type: '\r' },
      ];
      const { code, text, screen, paid } = await upload(steps, { env: { NO_COLOR: '1' } });
      expect(code).toBe(5);
      expect(text).toContain(QUESTION);
      expect(screen).not.toMatch(COLOR);
      expect(paid).toBe(0);
    });

    it('and in all of it, exactly what was agreed to was charged', async () => {
      const { balanceCents } = await server.operator('balance', 'show', account.accountId);
      expect(balanceCents).toBe(BALANCE_CENTS - paidCents);
    });
  },
);
