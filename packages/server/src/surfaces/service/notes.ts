import { createHmac } from 'node:crypto';
import type { Clock } from '../../platform/clock.js';
import type { Config } from '../../platform/config.js';
import type { Database } from '../../platform/database/index.js';
import { SETTINGS, SETTINGS_FILE, shownValue, valueOf } from '../../platform/settings.js';

/** The notes by name. */
export interface Noted {
  /** Settings of the server that started last, by variable: values that commands go by, and keyed digests of secrets. */
  settings: { values: Readonly<Record<string, unknown>>; secrets: Readonly<Record<string, string | null>> };
  /** The outcome of the last "audit verify". */
  'audit verify': { faults: number };
}

/** Notes passed between processes, such as from a command to the operator's pages. A new note replaces the one of the same name. */
export class ServiceNotes {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async leave<Name extends keyof Noted>(name: Name, content: Noted[Name]): Promise<void> {
    await this.database.write((tx) =>
      tx.query(
        `INSERT INTO service_notes (name, at, content) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET at = excluded.at, content = excluded.content`,
        [name, this.clock.now(), JSON.stringify(content)],
      ),
    );
  }

  /** Null if nothing was noted. */
  async find<Name extends keyof Noted>(name: Name): Promise<{ at: number; content: Noted[Name] } | null> {
    const [found] = await this.database.read.query<{ at: number; content: string }[]>(
      'SELECT at, content FROM service_notes WHERE name = $1',
      [name],
    );
    return found === undefined ? null : { at: found.at, content: JSON.parse(found.content) as Noted[Name] };
  }
}

const NAMES_OF_SERVER = Object.keys(SETTINGS).filter((name) => SETTINGS[name]?.isOfServer === true);

/** Secrets that have to be the same in a command. Keys of DROP are not: only the command that uses them needs them. */
const SHARED_SECRETS = ['SIGNING_SECRET', 'SMTP_URL'] as const;

const plainValue = (name: string, config: Config): unknown => {
  const setting = SETTINGS[name];
  return setting === undefined ? null : valueOf(setting, config);
};

/** Digests under the signing secret, so that the database tells nothing about them. */
function digestsOf(secret: Buffer, config: Config): Record<string, string | null> {
  const digest = (name: string, value: unknown): string | null =>
    typeof value === 'string'
      ? createHmac('sha256', secret).update(`${name} ${value}`).digest('base64url')
      : null;
  return Object.fromEntries(
    SHARED_SECRETS.map((name) => [
      name,
      digest(name, name === 'SIGNING_SECRET' ? 'in force' : plainValue(name, config)),
    ]),
  );
}

/** Saves settings of a starting server for commands from a shell with other settings. @param secret the signing secret in force */
export const noteSettings = (notes: ServiceNotes, config: Config, secret: Buffer): Promise<void> =>
  notes.leave('settings', {
    values: Object.fromEntries(NAMES_OF_SERVER.map((name) => [name, plainValue(name, config)])),
    secrets: digestsOf(secret, config),
  });

/** A setting of this command that differs from the server's, such as `RETENTION_DAYS is 365 (this shell: 30)`. */
export interface Difference {
  text: string;
  /** Whether this command's value comes from skiptrace.conf, so that the file must have changed since the server started. */
  inFile: boolean;
}

export interface SettingsOfServer {
  config: Config;
  differing: Difference[];
  /** The signing secret is another one: what this process signs, the server refuses. */
  hasOtherSecret: boolean;
}

/**
 * A command's configuration with the noted settings of the server that started last: a shell without them would delete what the
 * server keeps, and print links that lead nowhere.
 * @param secret the signing secret in force here
 * @param inFile names of the settings that come from skiptrace.conf
 */
export async function withSettingsOfServer(
  notes: ServiceNotes,
  config: Config,
  secret: Buffer,
  inFile: ReadonlySet<string>,
): Promise<SettingsOfServer> {
  const noted = (await notes.find('settings'))?.content;
  if (noted === undefined) return { config, differing: [], hasOtherSecret: false };
  const effective = { ...config };
  const differing: Difference[] = [];
  const differs = (text: string, inFile = false) => differing.push({ text, inFile });
  for (const name of NAMES_OF_SERVER) {
    const here = plainValue(name, config);
    // A server of an earlier version may lack some.
    const there = Object.hasOwn(noted.values, name) ? noted.values[name] : here;
    if (there === here) continue;
    const place = inFile.has(name) ? SETTINGS_FILE : 'this shell';
    differs(`${name} is ${shownValue(there)} (${place}: ${shownValue(here)})`, inFile.has(name));
    // A server without a public address may be reached at the one that this shell names.
    if (name !== 'PUBLIC_URL' || there !== null)
      Object.assign(effective, { [String(SETTINGS[name]?.of)]: there });
  }
  const digests = digestsOf(secret, config);
  const hasOtherSecret = (noted.secrets.SIGNING_SECRET ?? digests.SIGNING_SECRET) !== digests.SIGNING_SECRET;
  if (hasOtherSecret) differs('SIGNING_SECRET is another one');
  // Compared under the signing secret.
  else if ((noted.secrets.SMTP_URL ?? null) !== digests.SMTP_URL)
    differs(`SMTP_URL is ${noted.secrets.SMTP_URL ? 'another one' : 'not set'}`);
  return { config: effective, differing, hasOtherSecret };
}
