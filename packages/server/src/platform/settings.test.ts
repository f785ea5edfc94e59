import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder, type Temporary } from '../testing/temporary.js';
import { ConfigError, readConfig, type Environment } from './config.js';
import { readSettings, SETTINGS } from './settings.js';

let folder: Temporary<string>;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = path.join(folder.value, 'skiptrace.conf');
});
afterEach(() => folder.remove());

const write = (text: string, mode = 0o600) => writeFile(file, text, { mode });
const read = (env: Environment = {}) => readSettings(env, folder.value);
const refusal = (): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'taken';
};

describe('skiptrace.conf', () => {
  it('completes the environment, which wins; an empty variable counts as not set', async () => {
    await write('PORT=4000\nOPT_OUT=on\nWEBHOOKS=on\n');
    const { env, inFile } = read({ PORT: '5000', OPT_OUT: '' });
    expect(readConfig(env)).toMatchObject({ port: 5_000, optOut: 'on', webhooks: 'on' });
    expect([...inFile]).toEqual(['OPT_OUT', 'WEBHOOKS']);
  });

  it('is found by DATA_DIR and by the flag, and need not exist', async () => {
    expect(read()).toMatchObject({ exists: false, file });
    await write('PORT=4000');
    expect(readSettings({ DATA_DIR: folder.value }).env.PORT).toBe('4000');
    await mkdir(path.join(folder.value, 'other'));
    expect(readSettings({ DATA_DIR: folder.value }, path.join(folder.value, 'other')).exists).toBe(false);
  });

  it('takes lines as systemd and shells write them', async () => {
    await write(
      '\uFEFF# of 2026\r\n\r\nOPERATOR_NAME="Acme Homes"\r\nexport TERMS_URL=\'https://example.com/t?a=b\'\r\n  PORT = 4000  \r\nSMTP_URL=smtp://u:p=#w@h\n',
    );
    expect(read().env).toEqual({
      OPERATOR_NAME: 'Acme Homes',
      TERMS_URL: 'https://example.com/t?a=b',
      PORT: '4000',
      SMTP_URL: 'smtp://u:p=#w@h',
    });
  });

  it('refuses names that are no settings, all at once, and says what was meant', async () => {
    await write('PUBLIC_ULR=https://a.example\nport=1\nQUITE_ELSE=1\nAWS_REGION=eu\n');
    const said = refusal();
    expect(said).toContain('PUBLIC_ULR (line 1; did you mean PUBLIC_URL?)');
    expect(said).toContain('port (line 2; did you mean PORT?)');
    expect(said).toContain('QUITE_ELSE (line 3)');
    expect(said).toContain("AWS_REGION (line 4; AWS's own variables are read from the environment alone)");
  });

  it('refuses other lines without quoting them, a setting twice, and DATA_DIR', async () => {
    await write('PORT=1\nmy secret\n');
    expect(refusal()).toMatch(/skiptrace\.conf, line 2 isn't KEY=value\.$/);
    await write('PORT=1\nPORT=2\n');
    expect(refusal()).toContain('sets PORT twice (line 2)');
    await write('DATA_DIR=/x\n');
    expect(refusal()).toContain("DATA_DIR can't be set in the data directory");
  });

  it('warns when others can read secrets in it', async () => {
    await write('PORT=1\n', 0o644);
    await chmod(file, 0o644);
    expect(read().warnings).toEqual([]);
    await write('SMTP_URL=smtp://u:p@h\n');
    expect(read().warnings).toEqual([
      `Other users can read ${file}, which holds SMTP_URL. Run: chmod 600 ${file}`,
    ]);
    await chmod(file, 0o600);
    expect(read().warnings).toEqual([]);
  });
});

describe('the table of settings', () => {
  it('has every variable that the configuration reads, and no other', () => {
    const asked = new Set<string>();
    const recording = (env: Environment) =>
      new Proxy(env, {
        get: (from, name) => {
          asked.add(String(name));
          return from[String(name)];
        },
      });
    const text = 'x'.repeat(32);
    readConfig(
      recording({
        DATABASE_URL: 'postgres://u@h/d',
        STORAGE_URL: 's3://b?endpoint=http://h',
        SMTP_URL: 'smtp://u@h',
        METRICS_PORT: '0',
        SIGNING_SECRET: text,
      }),
    );
    const own = [...asked].filter((name) => !name.startsWith('AWS_'));
    expect(own.sort()).toEqual(Object.keys(SETTINGS).sort());
  });

  it('has every setting of docs/server-reference.md, and no other', async () => {
    const page = await readFile(
      path.join(import.meta.dirname, '../../../../docs/server-reference.md'),
      'utf8',
    );
    const rows = page.split('\n').filter((line) => /^\| `[A-Z_]+`/.test(line));
    const documented = rows.flatMap((row) =>
      [...(row.split(' | ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
    );
    expect([...documented].sort()).toEqual(Object.keys(SETTINGS).sort());
  });
});
