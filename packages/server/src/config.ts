import path from 'node:path';
import { MS_PER_DAY } from './clock.js';

/** A setting that cannot be used; the message names the variable or flag and what it takes. */
export class ConfigError extends Error {
  readonly code = 'config';
}

/** An API version that is to be retired (RFC 9745, RFC 8594; reading 14). Times in milliseconds since the epoch. */
export interface Deprecation {
  version: string;
  announcedAtMs: number;
  sunsetAtMs: number;
  link: string;
}

export type Role = 'all' | 'api' | 'worker';

export interface Config {
  host: string;
  /** 0 picks a free port. */
  port: number;
  dataDir: string;
  role: Role;
  sandbox: boolean;
  uploadMethod: 'direct' | 'presigned';
  /** Without a trailing slash; null = the listening address. */
  publicUrl: string | null;
  /** What Express calls `trust proxy`: addresses or subnets, or a number of hops. Null trusts nobody. */
  trustProxy: string | number | null;
  retentionDays: number;
  previewDays: number;
  downloadTtlSeconds: number;
  uploadTtlSeconds: number;
  jobRequestsPerMinute: number;
  /** CSV jobs this process works on at the same time. */
  jobsAtOnce: number;
  /** Of them, those of one account. */
  jobsAtOncePerAccount: number;
  deprecation: Deprecation | null;
  logLevel: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** What flags say; they win over the environment. */
export type ConfigFlags = Partial<Pick<Config, 'host' | 'port' | 'dataDir' | 'role' | 'sandbox'>>;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const DAYS_PER_MONTH = 30;
/** Specification, Versioning 4: a retirement is announced at least 6 months ahead. */
const MIN_NOTICE_MS = 6 * DAYS_PER_MONTH * MS_PER_DAY;

/** Databases and stores other than the data directory are announced in the environment but not built yet. */
const NOT_YET = ['DATABASE_URL', 'STORAGE_URL', 'REDIS_URL'];

export function readConfig(env: Environment, flags: ConfigFlags = {}): Config {
  for (const name of NOT_YET) {
    if (env[name]) {
      throw new ConfigError(
        `${name} is set, but this version keeps everything in the data directory. Unset it.`,
      );
    }
  }
  return {
    host: flags.host ?? nonEmpty(env, 'HOST') ?? '127.0.0.1',
    port: flags.port ?? wholeNumber(env, 'PORT', 3000, 0, 65_535),
    dataDir: path.resolve(flags.dataDir ?? nonEmpty(env, 'DATA_DIR') ?? './data'),
    role: flags.role ?? 'all',
    sandbox: flags.sandbox ?? false,
    uploadMethod: oneOf(env, 'UPLOAD_METHOD', ['direct', 'presigned'] as const, 'direct'),
    publicUrl: url(env, 'PUBLIC_URL'),
    trustProxy: trustProxy(env),
    retentionDays: wholeNumber(env, 'RETENTION_DAYS', 30, 1, 3_650),
    previewDays: wholeNumber(env, 'PREVIEW_DAYS', 30, 1, 3_650),
    downloadTtlSeconds: wholeNumber(env, 'DOWNLOAD_TTL_SECONDS', 900, 1, 604_800),
    uploadTtlSeconds: 3_600,
    jobRequestsPerMinute: wholeNumber(env, 'JOB_REQUESTS_PER_MINUTE', 3_000, 1, 1_000_000),
    jobsAtOnce: wholeNumber(env, 'JOBS_AT_ONCE', 2, 1, 64),
    jobsAtOncePerAccount: wholeNumber(env, 'JOBS_AT_ONCE_PER_ACCOUNT', 2, 1, 64),
    deprecation: deprecation(env),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
  };
}

const nonEmpty = (env: Environment, name: string): string | null => env[name]?.trim() || null;

function wholeNumber(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const text = nonEmpty(env, name);
  if (text === null) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return value;
}

function oneOf<T extends string>(env: Environment, name: string, allowed: readonly T[], fallback: T): T {
  const text = nonEmpty(env, name);
  if (text === null) return fallback;
  const found = allowed.find((value) => value === text);
  if (found === undefined)
    throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${text}".`);
  return found;
}

function url(env: Environment, name: string): string | null {
  const text = nonEmpty(env, name);
  if (text === null) return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ConfigError(`${name} must be an http or https URL, not "${text}".`);
  }
  return text.replace(/\/+$/, '');
}

function trustProxy(env: Environment): string | number | null {
  const text = nonEmpty(env, 'TRUST_PROXY');
  if (text === null) return null;
  return /^\d+$/.test(text) ? Number(text) : text;
}

/** `DEPRECATION=v1;announced=2027-01-31;sunset=2027-09-01;link=https://…` (reading 14). */
function deprecation(env: Environment): Deprecation | null {
  const text = nonEmpty(env, 'DEPRECATION');
  if (text === null) return null;
  const [version = '', ...pairs] = text.split(';').map((part) => part.trim());
  const values = new Map(pairs.map((pair) => [pair.split('=', 1)[0], pair.slice(pair.indexOf('=') + 1)]));
  const announcedAtMs = Date.parse(values.get('announced') ?? '');
  const sunsetAtMs = Date.parse(values.get('sunset') ?? '');
  const link = values.get('link') ?? '';
  if (
    !/^v\d+$/.test(version) ||
    Number.isNaN(announcedAtMs) ||
    Number.isNaN(sunsetAtMs) ||
    !URL.canParse(link)
  ) {
    throw new ConfigError(
      'DEPRECATION must look like "v1;announced=2027-01-31;sunset=2027-09-01;link=https://example.com/notice".',
    );
  }
  if (sunsetAtMs - announcedAtMs < MIN_NOTICE_MS) {
    throw new ConfigError('DEPRECATION: the sunset must be at least 6 months after the announcement.');
  }
  return { version, announcedAtMs, sunsetAtMs, link };
}
