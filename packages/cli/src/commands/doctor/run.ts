import { access, constants, mkdir, stat } from 'node:fs/promises';
import type { Context } from '../../context.js';
import { maskKey } from '../../credentials/key.js';
import { credentialsFile } from '../../credentials/profiles.js';
import { Failure } from '../../failures/failure.js';
import { renderJson } from '../../json.js';
import { stateDirectory } from '../../settings/paths.js';
import { plain } from '../../terminal/text.js';
import { VERSION } from '../../version.js';
import type { CommandInput } from '../command.js';

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
    await console.data(
      shown
        .map(({ check, ok, detail }) => `${ok ? 'ok     ' : 'WRONG  '}${check.padEnd(9)} ${detail}\n`)
        .join(''),
    );
  }
  // The first thing that is wrong decides the exit code.
  if (wrong) throw wrong.error;
}

const messageOf = (error: unknown) => plain(error instanceof Error ? error.message : String(error));

const CHECKS: readonly (readonly [string, (context: Context) => Promise<string>])[] = [
  ['version', ({ host }) => Promise.resolve(`skiptrace ${VERSION} on ${host.platform}`)],
  ['service', ({ baseUrl }) => Promise.resolve(baseUrl)],
  ['key', keyCheck],
  ['key file', keyFileCheck],
  ['state', stateCheck],
  ['answers', answerCheck],
];

async function keyCheck(context: Context): Promise<string> {
  const found = await context.findKey();
  if (!found) throw new Failure('no_api_key', 'none: run "skiptrace auth login"');
  return `${maskKey(found.apiKey)} from ${found.source}`;
}

async function keyFileCheck({ host }: Context): Promise<string> {
  const file = credentialsFile(host);
  const found = await stat(file).catch(() => undefined);
  if (!found) return 'there is none';
  if (host.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    throw new Failure('credentials_file', `others can read ${file}: chmod 600 it`);
  }
  return `${file} is private`;
}

async function stateCheck({ host }: Context): Promise<string> {
  const folder = stateDirectory(host);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await access(folder, constants.W_OK);
  return `${folder} can be written`;
}

/** Listing jobs is free, and shows at once whether the service is there and takes the key. */
async function answerCheck(context: Context): Promise<string> {
  const started = context.host.clock.monotonic();
  const client = await context.client();
  await client.jobs.list({ signal: context.signal });
  return `it takes the key, in ${Math.round(context.host.clock.monotonic() - started)} ms`;
}
