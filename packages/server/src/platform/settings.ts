import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { ConfigError, type Config, type Environment } from './config.js';
import { nonEmpty } from './environment.js';
import { errorCode } from './lib/error-code.js';
import { nearest } from './lib/nearest.js';

interface Setting {
  /** Key of its value in the configuration, or a function that reads it there; defaults are included. */
  of: keyof Config | ((config: Config) => unknown);
  /** Never printed. */
  isSecret?: true;
  /** A command goes by the value of the server that started last (`of` is a key then). */
  isOfServer?: true;
}

const own = (of: Setting['of']): Setting => ({ of });
const secret = (of: Setting['of']): Setting => ({ of, isSecret: true });
const ofServer = (of: keyof Config): Setting => ({ of, isOfServer: true });
const postgres =
  (read: (database: Extract<Config['database'], { engine: 'postgres' }>) => unknown) => (config: Config) =>
    config.database.engine === 'postgres' ? read(config.database) : null;

/** Every setting by its environment variable, which is also its name in skiptrace.conf; docs/server-reference.md says what each does. */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  PORT: own('port'),
  HOST: own('host'),
  DATA_DIR: own('dataDir'),
  DATABASE_URL: secret(postgres(({ url }) => url)),
  DATABASE_POOL: own(postgres(({ poolSize }) => poolSize)),
  OWNERS_DATABASE_URL: secret(postgres(({ ownersUrl }) => ownersUrl)),
  OWNERS_READ_URLS: secret(postgres(({ ownersReadUrls }) => ownersReadUrls.join(', ') || null)),
  STORAGE_URL: own(({ storage }) => storage && `s3://${storage.bucket}/${storage.prefix}`),
  SIGNING_SECRET: secret('signingSecret'),
  PUBLIC_URL: ofServer('publicUrl'),
  TRUST_PROXY: own('trustProxy'),
  CONNECTIONS_PER_ADDRESS: own('connectionsPerAddress'),
  UPLOAD_METHOD: own('uploadMethod'),
  DISK_RESERVE_BYTES: own('diskReserveBytes'),
  RETENTION_DAYS: ofServer('retentionDays'),
  DISCARDED_DAYS: ofServer('discardedDays'),
  JOB_NAMES_DAYS: ofServer('jobNamesDays'),
  SUPPORT_RETENTION_DAYS: ofServer('supportRetentionDays'),
  AUDIT_DAYS: ofServer('auditDays'),
  PREVIEW_DAYS: ofServer('previewDays'),
  DOWNLOAD_TTL_SECONDS: own('downloadTtlSeconds'),
  JOB_REQUESTS_PER_MINUTE: own('jobRequestsPerMinute'),
  JOBS_AT_ONCE: own('jobsAtOnce'),
  JOBS_AT_ONCE_PER_ACCOUNT: own('jobsAtOncePerAccount'),
  OPEN_JOBS_PER_ACCOUNT: own('openJobsPerAccount'),
  UNCHARGED_JOBS_PER_DAY: own('unchargedJobsPerDay'),
  UNPAID_BYTES_PER_ACCOUNT: own('unpaidBytesPerAccount'),
  UPLOADS_AT_ONCE_PER_ACCOUNT: own('uploadsAtOncePerAccount'),
  JOBS_PRIORITY: own('jobsPriority'),
  DEPRECATION: own(({ deprecation }) => deprecation?.version ?? null),
  SMTP_URL: secret(({ mail }) => mail?.smtpUrl ?? null),
  SUPPORT_EMAIL: own(({ mail }) => mail?.to ?? null),
  MAIL_FROM: own(({ mail }) => mail?.from ?? null),
  REQUIRE_TERMS: ofServer('requireTerms'),
  TERMS_URL: ofServer('termsUrl'),
  TOPUP_URL: ofServer('topUpUrl'),
  SAVED_LOOKUP_DAYS: ofServer('savedLookupDays'),
  FREE_REPEAT_DAYS: ofServer('freeRepeatDays'),
  WEBHOOKS: ofServer('webhooks'),
  WEBHOOK_ALLOW_PRIVATE: ofServer('webhookAllowPrivate'),
  LOW_BALANCE_CENTS: ofServer('lowBalanceCents'),
  METRICS_PORT: own(({ metrics }) => metrics?.port ?? null),
  METRICS_HOST: own(({ metrics }) => metrics?.host ?? null),
  DROP_API_KEY: secret(({ drop }) => drop.apiKey),
  DROP_SANDBOX_API_KEY: secret(({ drop }) => drop.sandboxApiKey),
  DROP_URL: own(({ drop }) => drop.url),
  DROP_PERIOD_DAYS: own(({ drop }) => drop.periodDays),
  OPERATOR_NAME: ofServer('operatorName'),
  OPERATOR_COLOR: own('operatorColor'),
  OPERATOR_LOGO: own('operatorLogo'),
  OPT_OUT: ofServer('optOut'),
  REQUEST_DAYS: ofServer('requestDays'),
  REQUEST_RETENTION_DAYS: ofServer('requestRetentionDays'),
  DRAIN_SECONDS: own('drainSeconds'),
  LOG_LEVEL: own('logLevel'),
};

export const valueOf = ({ of }: Setting, config: Config): unknown =>
  typeof of === 'function' ? of(config) : config[of];

/** A value for a person. */
export const shownValue = (value: unknown): string =>
  value === null ? 'not set' : typeof value === 'string' ? value : JSON.stringify(value);

/** A settings file in the data directory. The server reads it, and every command: none depends on the shell it is run in. */
export const SETTINGS_FILE = 'skiptrace.conf';

export interface Settings {
  /** The environment, completed by the file. */
  env: Environment;
  /** Names that are set in the file, and not in the environment. */
  inFile: ReadonlySet<string>;
  /** Path of the file. */
  file: string;
  exists: boolean;
  /** Sentences about faults that are not errors. */
  warnings: readonly string[];
}

/**
 * Reads the settings of a data directory: the environment first, then `skiptrace.conf` in it.
 * @param dataDir from a flag; otherwise DATA_DIR or ./data
 * @throws ConfigError when the file can't be read, or has a line without a value or an unknown name
 */
export function readSettings(env: Environment, dataDir?: string): Settings {
  const file = path.resolve(dataDir ?? nonEmpty(env, 'DATA_DIR') ?? './data', SETTINGS_FILE);
  const text = contentOf(file);
  if (text === null) return { env, inFile: new Set(), file, exists: false, warnings: [] };
  const pairs = parse(text, file);
  const inFile = new Set([...pairs.keys()].filter((name) => nonEmpty(env, name) === null));
  const set = [...inFile].map((name) => [name, pairs.get(name)]);
  const secrets = [...pairs.keys()].filter((name) => SETTINGS[name]?.isSecret === true);
  return {
    env: { ...env, ...(Object.fromEntries(set) as Environment) },
    inFile,
    file,
    exists: true,
    warnings:
      secrets.length > 0 && isOpenToOthers(file)
        ? [`Other users can read ${file}, which holds ${secrets.join(', ')}. Run: chmod 600 ${file}`]
        : [],
  };
}

/** Null without a file. */
function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    // Without a right to enter the data directory nothing in it is known; the command says so itself.
    if (code === 'EACCES' && !isEntered(path.dirname(file))) return null;
    throw new ConfigError(
      code === 'EACCES'
        ? `Can't read ${file}: it belongs to another user. Make it the server's: chown --reference=${path.dirname(file)} ${file}`
        : `Can't read ${file} (${code}).`,
    );
  }
}

function isEntered(folder: string): boolean {
  try {
    // Not `path.join`, which drops the dot: only what is below a folder takes the right to enter it.
    statSync(`${folder}${path.sep}.`);
    return true;
  } catch {
    return false;
  }
}

const isOpenToOthers = (file: string): boolean =>
  process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0;

/** Lines of `KEY=value`, as in systemd's EnvironmentFile; blank lines and lines that begin with `#` count for nothing. */
function parse(text: string, file: string): Map<string, string> {
  const pairs = new Map<string, string>();
  const unknown: string[] = [];
  for (const [index, written] of text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    const line = written.trim();
    if (line === '' || line.startsWith('#')) continue;
    const [, name = '', value = ''] = /^(?:export\s+)?([^\s=]+)\s*=\s*(.*)$/.exec(line) ?? [];
    // The line itself may hold a secret.
    if (name === '') throw new ConfigError(`${file}, line ${index + 1} isn't KEY=value.`);
    if (name === 'DATA_DIR')
      throw new ConfigError(
        `${file}, line ${index + 1}: DATA_DIR can't be set in the data directory. Set it in the environment, or use --data-dir.`,
      );
    if (!Object.hasOwn(SETTINGS, name)) unknown.push(`${name} (line ${index + 1}${meant(name)})`);
    else if (pairs.has(name)) throw new ConfigError(`${file} sets ${name} twice (line ${index + 1}).`);
    pairs.set(name, /^(["'])(.*)\1$/.exec(value)?.[2] ?? value);
  }
  if (unknown.length > 0)
    throw new ConfigError(
      `${file} has ${unknown.length === 1 ? 'a setting that does not exist' : 'settings that do not exist'}: ${unknown.join('; ')}. Correct that file; "skiptrace-server settings" then lists all settings.`,
    );
  return pairs;
}

function meant(name: string): string {
  const best = nearest(name, Object.keys(SETTINGS));
  if (best !== undefined) return `; did you mean ${best}?`;
  return name.startsWith('AWS_') ? "; AWS's own variables are read from the environment alone" : '';
}
