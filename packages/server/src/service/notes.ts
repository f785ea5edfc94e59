import type { Clock } from '../clock.js';
import type { Database } from '../database/index.js';
import type { Config } from '../config.js';

/** The notes by name. */
export interface Noted {
  /** Days for which the server that started last keeps things, by setting. */
  retention: Readonly<Record<string, number>>;
  /** Whether the server that started last has the page /opt-out. */
  'opt-out': { isOn: boolean };
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

/** Retention settings, with their environment variables. */
const SETTINGS = {
  retentionDays: 'RETENTION_DAYS',
  discardedDays: 'DISCARDED_DAYS',
  previewDays: 'PREVIEW_DAYS',
  jobNamesDays: 'JOB_NAMES_DAYS',
  supportRetentionDays: 'SUPPORT_RETENTION_DAYS',
  requestRetentionDays: 'REQUEST_RETENTION_DAYS',
  auditDays: 'AUDIT_DAYS',
  freeRepeatDays: 'FREE_REPEAT_DAYS',
  savedLookupDays: 'SAVED_LOOKUP_DAYS',
} as const satisfies Partial<Record<keyof Config, string>>;

type Setting = keyof typeof SETTINGS;

const settings = Object.keys(SETTINGS) as Setting[];

/** Saves settings of a starting server (retention, and whether /opt-out is on) for commands from a shell with other settings. */
export async function noteSettings(notes: ServiceNotes, config: Config): Promise<void> {
  await notes.leave('retention', Object.fromEntries(settings.map((setting) => [setting, config[setting]])));
  await notes.leave('opt-out', { isOn: config.optOut === 'on' });
}

/**
 * A command's configuration with the noted settings of the server that started last: a shell without them would delete what the
 * server keeps.
 * @returns also the settings of retention that differ, such as `RETENTION_DAYS is 365 (this shell: 30)`
 */
export async function withSettingsOfServer(
  notes: ServiceNotes,
  config: Config,
): Promise<{ config: Config; differing: string[] }> {
  const noted = await notes.find('retention');
  if (noted === null) return { config, differing: [] };
  const optOut = await notes.find('opt-out');
  const effective = { ...config };
  if (optOut !== null) effective.optOut = optOut.content.isOn ? 'on' : 'off';
  const differing: string[] = [];
  for (const setting of settings) {
    // A server of an earlier version may lack some.
    const days = noted.content[setting] ?? config[setting];
    if (days !== config[setting])
      differing.push(`${SETTINGS[setting]} is ${days} (this shell: ${config[setting]})`);
    effective[setting] = days;
  }
  return { config: effective, differing };
}
