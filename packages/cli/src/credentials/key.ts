import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Advice, Failure } from '../failures/failure.js';
import { readProblem } from '../failures/system-error.js';
import type { Host, InputStream } from '../host.js';
import { decodeText } from '../json.js';
import { shellWord } from '../terminal/text.js';
import type { Account } from './account.js';

/** Source of a key, as `auth status` shows it. */
export interface FoundKey {
  readonly apiKey: string;
  readonly source: string;
}

/** Reads the key from its source. There is no flag for the key itself, because `ps` shows flags to every user. */
export async function findKey(
  host: Host,
  { keyFrom, profileName, baseUrl }: Pick<Account, 'keyFrom' | 'profileName' | 'baseUrl'>,
): Promise<FoundKey | undefined> {
  switch (keyFrom.kind) {
    case 'file': {
      if (keyFrom.file === '-')
        return { apiKey: checkKey(await readAll(host.stdin), 'Standard input'), source: 'standard input' };
      const file = path.resolve(host.cwd, keyFrom.file);
      return { apiKey: checkKey(await readKeyFile(file), file), source: file };
    }
    case 'environment':
      return {
        apiKey: checkKey(keyFrom.text, 'SKIPTRACE_API_KEY', CORRECT_VARIABLE),
        source: 'SKIPTRACE_API_KEY',
      };
    case 'asked':
      return undefined;
    case 'profile':
      return keyFrom.apiKey === undefined
        ? undefined
        : { apiKey: keyFrom.apiKey, source: `profile ${profileName}` };
    case 'elsewhere':
      throw new Failure('no_api_key', `No API key found for ${baseUrl}.`, {
        hint:
          `The key of profile ${profileName} belongs to ${keyFrom.service} and is sent nowhere else. ` +
          'Keep a key for this service in a profile of its own, or give one by --api-key-file.',
        next: `skiptrace auth login --profile NAME --base-url ${shellWord(baseUrl)}`,
      });
  }
}

/** Logging in doesn't help: the variable wins over the saved key. */
const CORRECT_VARIABLE: Advice = {
  hint: 'Correct SKIPTRACE_API_KEY, or unset it to use the key that "skiptrace auth login" saved.',
};

/** Returns `pc_` and the rest of the key, without the spaces that copying adds. Error messages never repeat the text. */
export function checkKey(
  text: string,
  where: string,
  advice: Advice = { next: 'skiptrace auth login' },
): string {
  const key = text.trim();
  if (key === '') throw new Failure('no_api_key', `${where} holds no API key.`, advice);
  if (!/^pc_[\x21-\x7e]+$/.test(key)) {
    const message = `${where} does not hold an API key: keys begin with pc_ and have no spaces.`;
    throw new Failure('no_api_key', message, advice);
  }
  return key;
}

/**
 * Digest of the key, which tells accounts apart in the stored state. Two keys from the environment, or a
 * profile after a new login, may be two accounts, and one must not get what the other has paid for.
 */
export const accountMark = (key: FoundKey | undefined): string =>
  createHash('sha256')
    .update(`account ${key?.apiKey ?? ''}`)
    .digest('hex');

/** Test keys are recognized by their prefix (openapi.yaml, Test mode). */
export const isTestKey = (key: FoundKey | undefined): boolean => key?.apiKey.startsWith('pc_test_') === true;

/** Explanation if a test key finds no match in a user's own list. */
export const TEST_KEY_FINDS =
  'A test key finds only the made-up owners of the sandbox. For real owners, log in with a live key: skiptrace auth login';

/** `pc_…`, or `pc_test_…` for a test key, and the last four characters. */
export function maskKey(key: string): string {
  const prefix = key.startsWith('pc_test_') ? 'pc_test_…' : 'pc_…';
  return key.length > 16 ? prefix + key.slice(-4) : prefix;
}

export function noKey(next: string): Failure {
  return new Failure('no_api_key', 'No API key found.', {
    hint:
      'Your provider gives you one. On your own server, "skiptrace-server accounts create --name NAME" prints one; to try it out, ' +
      '"npx @skiptrace/server start --demo" does. Log in with it, or set SKIPTRACE_API_KEY or --api-key-file.',
    next,
  });
}

export async function readAll(stream: InputStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer));
  return decodeText(Buffer.concat(chunks));
}

async function readKeyFile(file: string): Promise<string> {
  try {
    return decodeText(await readFile(file));
  } catch (error) {
    if (path.basename(file).startsWith('pc_')) {
      throw new Failure('no_api_key', '--api-key-file takes the name of a file, not the key itself.', {
        hint: 'What stands on a command line can be read by others and is kept in its history: have that key revoked.',
        next: 'skiptrace auth login',
      });
    }
    throw new Failure('no_api_key', `The API key file ${file} can't be read: ${readProblem(error)}.`, {
      hint: 'Check the name behind --api-key-file.',
      cause: error,
    });
  }
}
