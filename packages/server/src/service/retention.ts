import type { Config } from '../config.js';
import type { ServiceNotes } from './notes.js';

/** The settings of how long things are kept, by their variables. */
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

/** Notes settings of a server that starts, for commands from a shell with others: what it keeps, and whether it has the page /opt-out. */
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
