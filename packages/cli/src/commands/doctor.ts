import { randomUUID } from 'node:crypto';
import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../context.js';
import { maskKey, noKey } from '../credentials/key.js';
import { credentialsFile } from '../credentials/profiles.js';
import { Failure } from '../failures/failure.js';
import { writingIn } from '../failures/system-error.js';
import type { CommandInput } from '../input.js';
import { renderJson } from '../json.js';
import { reach } from '../reach.js';
import { readConfig, settingOf, type SettingName, SETTINGS } from '../settings/config.js';
import { stateDirectory, makePrivateFolder } from '../settings/private-file.js';
import { createPaint, plain } from '../terminal/text.js';
import { VERSION } from '../version.js';

interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly error?: unknown;
}

export async function run(_input: CommandInput, context: Context): Promise<void> {
  const { console } = context;
  const findings: Finding[] = [];
  for (const [check, look] of CHECKS) {
    // Without a key or a server this request would fail and show nothing new.
    if (check === 'answers' && findings.some((one) => !one.ok && ['service', 'key'].includes(one.check)))
      continue;
    findings.push(
      await look(context).then(
        (detail) => ({ check, ok: true, detail }),
        (error: unknown) => ({ check, ok: false, detail: messageOf(error), error }),
      ),
    );
  }
  const wrong = findings.find(({ ok }) => !ok);
  const shown = findings.map(({ check, ok, detail }) => ({ check, ok, detail }));
  if (context.json && !wrong) return console.data(renderJson(shown, context.json));
  if (!context.json) {
    const paint = createPaint(context.terminal.outputColor);
    await console.painted(
      shown
        .map(
          // The failure that ends the command is printed once, with advice.
          ({ check, ok, detail }) =>
            `${ok ? paint.green('✓') : paint.red('✗')} ${check.padEnd(10)} ${check === wrong?.check ? 'see the error below' : plain(detail)}\n`,
        )
        .join(''),
    );
  }
  // The first problem decides the exit code.
  if (wrong) throw wrong.error;
}

const messageOf = (error: unknown) => plain(error instanceof Error ? error.message : String(error));

const CHECKS: readonly (readonly [string, (context: Context) => Promise<string>])[] = [
  ['version', ({ host }) => Promise.resolve(`skiptrace ${VERSION} on ${host.platform}`)],
  ['settings', settingsCheck],
  ['service', serviceCheck],
  ['key', keyCheck],
  ['key file', keyFileCheck],
  ['state', stateCheck],
  ['temporary', temporaryCheck],
  ['answers', answerCheck],
];

/** Checks the service without a key, so that a missing key and a missing server are told apart. */
async function serviceCheck(context: Context): Promise<string> {
  const reached = await reach(context.baseUrl, context);
  if (!reached.isThere) throw reached.cause;
  return `${context.baseUrl} answers${clockWords(reached.date, context)}`;
}

/** Compares the clocks. A wrong clock makes certificates look expired, and stored state too old or too new. */
function clockWords(date: string, { host }: Context): string {
  const theirs = Date.parse(date);
  if (Number.isNaN(theirs)) return '';
  const seconds = Math.round((host.clock.now() - theirs) / 1000);
  if (Math.abs(seconds) <= CLOCK_SECONDS) return ', and the clocks agree';
  const relation = seconds > 0 ? 'ahead of' : 'behind';
  return `, but this clock is ${Math.abs(seconds)} s ${relation} the server's. Set the clock of one of them`;
}

/** Tolerance: the Date header has whole seconds, and the answer takes a moment to arrive. */
const CLOCK_SECONDS = 60;

async function keyCheck(context: Context): Promise<string> {
  const found = await context.findKey();
  if (!found) throw noKey(context.receipt.suggest('auth', 'login'));
  return `${maskKey(found.apiKey)} from ${found.source}`;
}

async function keyFileCheck({ host }: Context): Promise<string> {
  const file = credentialsFile(host);
  const found = await stat(file).catch(() => undefined);
  if (!found) return 'none';
  if (host.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    throw new Failure('credentials_file', `others can read ${file}. Run: chmod 600 ${file}`);
  }
  return `${file} is private`;
}

async function stateCheck({ host }: Context): Promise<string> {
  const folder = stateDirectory(host);
  await makePrivateFolder(folder);
  await tryWriting(folder);
  return `${folder} is writable`;
}

async function temporaryCheck({ host }: Context): Promise<string> {
  await tryWriting(host.temporaryDirectory);
  return `${host.temporaryDirectory} is writable`;
}

/** Writes content as well: on a full disk an empty file can still be created. */
function tryWriting(folder: string): Promise<void> {
  return writingIn(folder, async () => {
    const file = path.join(folder, `.skiptrace-doctor-${randomUUID()}`);
    try {
      await writeFile(file, 'a test', { mode: 0o600, flag: 'wx' });
    } finally {
      await rm(file, { force: true });
    }
  });
}

async function settingsCheck({ host }: Context): Promise<string> {
  const config = await readConfig(host);
  const names = Object.keys(SETTINGS) as SettingName[];
  const set = names.flatMap((name) => {
    const value = settingOf(host, config, name);
    return value === undefined ? [] : [`${name}=${value}`];
  });
  return set.length === 0 ? 'all defaults' : set.join(', ');
}

/** Lists jobs, which is free and shows both that the service answers and that it accepts the key. */
async function answerCheck(context: Context): Promise<string> {
  const started = context.host.clock.monotonic();
  const client = await context.client();
  await client.jobs.list({ signal: context.signal });
  return `key accepted (${Math.round(context.host.clock.monotonic() - started)} ms)`;
}
