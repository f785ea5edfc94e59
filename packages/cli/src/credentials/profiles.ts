import path from 'node:path';
import { Failure } from '../failures/failure.js';
import type { Host } from '../host.js';
import { isRecord } from '../json.js';
import { configDirectory, readEdited, writeJson } from '../settings/private-file.js';

/** An account at a service: its key and, if it is not the default one, the URL of the service. */
export interface Profile {
  /** Missing only if the file was edited by hand: `auth login` always saves one. */
  readonly apiKey?: string;
  readonly baseUrl?: string;
}

export interface Profiles {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export const DEFAULT_PROFILE = 'default';

export const credentialsFile = (host: Host) => path.join(configDirectory(host), 'credentials.json');

export async function readProfiles(host: Host): Promise<Profiles> {
  const file = credentialsFile(host);
  const broken = (cause?: unknown) =>
    new Failure('credentials_file', `${file} isn't a file of skiptrace's credentials.`, {
      hint: 'Mend or delete it, then log in again.',
      next: 'skiptrace auth login',
      cause,
    });
  const content = await readEdited(file, 'credentials_file', broken);
  if (content === undefined) return { current: DEFAULT_PROFILE, profiles: {} };
  if (!isProfiles(content)) throw broken();
  return content;
}

export async function writeProfiles(host: Host, profiles: Profiles): Promise<void> {
  await writeJson(credentialsFile(host), profiles);
}

function isProfiles(value: unknown): value is Profiles {
  return (
    isRecord(value) &&
    typeof value['current'] === 'string' &&
    isRecord(value['profiles']) &&
    Object.values(value['profiles']).every(
      (profile) =>
        isRecord(profile) && isTextOrMissing(profile['apiKey']) && isTextOrMissing(profile['baseUrl']),
    )
  );
}

const isTextOrMissing = (value: unknown) => value === undefined || typeof value === 'string';

export function checkProfileName(name: string): string {
  if (/^[\w.-]{1,64}$/.test(name) && name !== '__proto__') return name;
  throw new Failure('usage', `A profile name is letters, digits, ".", "_" and "-"; "${name}" is not.`);
}
