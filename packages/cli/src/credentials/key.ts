import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failures/failure.js';
import type { Host, InputStream } from '../host.js';
import { errorCode } from '../failures/system-error.js';

/** Where a key came from, as `auth status` shows it. */
export interface FoundKey {
  readonly apiKey: string;
  readonly source: string;
}

export interface KeyPlaces {
  /** `--api-key-file`; `-` is standard input. */
  readonly file: string | undefined;
  readonly profile: { readonly name: string; readonly apiKey: string | undefined };
}

/** A file or standard input, then SKIPTRACE_API_KEY, then the profile. There is no flag for the key itself: `ps` shows flags. */
export async function findKey(host: Host, places: KeyPlaces): Promise<FoundKey | undefined> {
  if (places.file === '-')
    return { apiKey: checkKey(await readAll(host.stdin), 'Standard input'), source: 'standard input' };
  if (places.file !== undefined) {
    const file = path.resolve(host.cwd, places.file);
    return { apiKey: checkKey(await readKeyFile(file), file), source: file };
  }
  const fromEnvironment = host.env['SKIPTRACE_API_KEY'];
  if (fromEnvironment !== undefined) {
    return { apiKey: checkKey(fromEnvironment, 'SKIPTRACE_API_KEY'), source: 'SKIPTRACE_API_KEY' };
  }
  const { name, apiKey } = places.profile;
  return apiKey === undefined ? undefined : { apiKey, source: `profile ${name}` };
}

/** `pc_` and what follows it, without the blanks that copying adds. Never repeats what it was given. */
export function checkKey(text: string, where: string): string {
  const key = text.trim();
  if (key === '')
    throw new Failure('no_api_key', `${where} holds no API key.`, { next: 'skiptrace auth login' });
  if (!/^pc_[\x21-\x7e]+$/.test(key)) {
    throw new Failure(
      'no_api_key',
      `${where} does not hold an API key: keys begin with pc_ and have no spaces.`,
      {
        next: 'skiptrace auth login',
      },
    );
  }
  return key;
}

/** `pc_…` and the last four characters. */
export const maskKey = (key: string): string => (key.length > 16 ? `pc_…${key.slice(-4)}` : 'pc_…');

export function noKey(next: string): Failure {
  return new Failure('no_api_key', 'There is no API key.', {
    hint: 'Give it by "skiptrace auth login", SKIPTRACE_API_KEY or --api-key-file.',
    next,
  });
}

export async function readAll(stream: InputStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks).toString('utf8');
}

async function readKeyFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new Failure(
      'no_api_key',
      `The API key file ${file} cannot be read (${errorCode(error) ?? 'unknown'}).`,
      {
        cause: error,
      },
    );
  }
}
