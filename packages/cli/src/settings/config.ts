import path from 'node:path';
import { parseCeiling } from '../amounts.js';
import { Failure } from '../failures/failure.js';
import type { Host } from '../host.js';
import { isRecord } from '../json.js';
import { PROGRESS_KINDS } from '../terminal/progress.js';
import { configDirectory, readEdited, writeJson } from './private-file.js';

/** Permanent settings. Each can also be given for one run, by a flag or a variable, which wins. */
export const SETTINGS = {
  'base-url': { variable: 'SKIPTRACE_BASE_URL', description: "the service's URL", check: checkUrl },
  'max-cost': {
    variable: 'SKIPTRACE_MAX_COST',
    description: 'the most a command may spend, in US dollars, or none',
    check: (value: string) => void parseCeiling(value, 'max-cost'),
  },
  color: {
    variable: 'SKIPTRACE_COLOR',
    description: 'auto, always or never',
    check: oneOf('color', ['auto', 'always', 'never']),
  },
  progress: {
    variable: 'SKIPTRACE_PROGRESS',
    description: PROGRESS_KINDS.join(', '),
    check: oneOf('progress', PROGRESS_KINDS),
  },
  timeout: {
    variable: 'SKIPTRACE_TIMEOUT',
    description: 'longest a command may take: 90s, 10m, 1h30m',
    check: (value: string) => void parseSeconds(value, 'timeout'),
  },
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Config = Readonly<Partial<Record<SettingName, string>>>;

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name);
export const configFile = (host: Host) => path.join(configDirectory(host), 'config.json');

export async function readConfig(host: Host): Promise<Config> {
  const file = configFile(host);
  const content = await readEdited(
    file,
    'usage',
    (cause) => new Failure('usage', `${file} isn't valid JSON. Fix or delete it.`, { cause }),
  );
  if (content === undefined) return {};
  if (!isRecord(content)) throw new Failure('usage', `${file} doesn't hold settings. Fix or delete it.`);
  const config: Partial<Record<SettingName, string>> = {};
  for (const [name, value] of Object.entries(content)) {
    if (!isSettingName(name)) continue;
    // 50 and "50" mean the same in a config file.
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string')
      throw new Failure('usage', `${name} in ${file} isn't text. Put it in quotes.`);
    checkSetting(name, text, file);
    config[name] = text;
  }
  return config;
}

export async function writeConfig(host: Host, config: Config): Promise<void> {
  await writeJson(configFile(host), config);
}

/** Looks at the flag, then its variable, then the config file. */
export function settingOf(host: Host, config: Config, name: SettingName, flag?: string): string | undefined {
  if (flag !== undefined) return flag;
  const variable = host.env[SETTINGS[name].variable];
  if (variable !== undefined && variable !== '') {
    checkSetting(name, variable, SETTINGS[name].variable);
    return variable;
  }
  return config[name];
}

/** Names the source of the value, since it is not on the command line. */
function checkSetting(name: SettingName, value: string, from: string): void {
  try {
    SETTINGS[name].check(value);
  } catch (error) {
    throw error instanceof Failure ? new Failure('usage', `${error.message} It comes from ${from}.`) : error;
  }
}

/** Parses `90`, `90s`, `10m` and `1h30m` to seconds. */
export function parseSeconds(text: string, source = '--timeout'): number {
  const parts = /^(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,7}(?:\.\d{1,3})?)s?)?$/i.exec(text.trim());
  const [hours = 0, minutes = 0, rest = 0] = (parts ?? []).slice(1).map((part) => Number(part ?? 0));
  const seconds = hours * 3600 + minutes * 60 + rest;
  if (!(seconds > 0))
    throw new Failure(
      'usage',
      `${source} takes a duration, such as 90, 90s, 10m, or 1h30m. "${text}" isn't one.`,
    );
  return seconds;
}

function checkUrl(value: string): void {
  if (value.trim().startsWith('pc_'))
    throw new Failure(
      'usage',
      "That's an API key, and this takes the service's URL, such as http://127.0.0.1:3000. If others may have seen the key, make a new one.",
    );
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol)) {
    throw new Failure('usage', `"${value}" isn't an http or https URL. Example: http://127.0.0.1:3000`);
  }
  const { origin, pathname } = new URL(value);
  // A path copied from a browser: everything below it answers with a page.
  if (!/\/app\/*$/.test(pathname)) return;
  const service = `${origin}${pathname.replace(/\/app\/*$/, '')}`;
  throw new Failure(
    'usage',
    `${value} is the web app's address. The service is at ${service} (without /app).`,
  );
}

function oneOf(name: string, choices: readonly string[]): (value: string) => void {
  return (value) => {
    if (!choices.includes(value)) {
      throw new Failure('usage', `"${value}" isn't a value of ${name}. Use one of: ${choices.join(', ')}.`);
    }
  };
}
