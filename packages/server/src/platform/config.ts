import { isIP } from 'node:net';
import path from 'node:path';
import { limits } from '@skiptrace/contract';
import {
  brandColor,
  bucketUrl,
  ConfigError,
  decoded,
  httpUrl,
  isEmailAddress,
  linkTemplate,
  nonEmpty,
  oneLine,
  oneOf,
  postgresUrl,
  trustedProxies,
  wholeNumber,
  type BucketUrl,
  type Environment,
} from './environment.js';

export { ConfigError, type Environment } from './environment.js';

/** A planned retirement of an API version (RFC 9745, RFC 8594; reading 14). Times in milliseconds since the epoch. */
export interface Deprecation {
  version: string;
  announcedAtMs: number;
  sunsetAtMs: number;
  link: string;
}

/** Where support messages are mailed. */
export interface MailConfig {
  /** `smtp://user:password@host:port`, or `smtps://` for TLS from the first byte. A secret. */
  smtpUrl: string;
  /** The recipient's address. */
  to: string;
  /** The From address; replies go to the person who wrote the message. */
  from: string;
  /** Name of the sender; null if OPERATOR_NAME is not set. */
  operatorName: string | null;
}

/** Where accounts, money, jobs and owners are kept. */
export type DatabaseConfig =
  | { engine: 'sqlite' }
  | {
      engine: 'postgres';
      /** Contains a password, as do the URLs below. */
      url: string;
      /** Where the operator set it, for messages: `DATABASE_URL` or `--to`. */
      urlName: string;
      /** Most connections that one process opens for requests. */
      poolSize: number;
      /** Database of the owners; the same as `url` unless they have a separate server. */
      ownersUrl: string;
      /** Replicas of the owners' database, over which lookups are spread. */
      ownersReadUrls: readonly string[];
    };

export interface DropConfig {
  /** Base URL of the production API, without a trailing slash; the sandbox is below it. */
  url: string;
  /** API keys from the environment; null if not set. */
  apiKey: string | null;
  sandboxApiKey: string | null;
  /** Days within which lists are fetched and answered; null: the period that the law sets at the time. */
  periodDays: number | null;
}

export type Role = 'all' | 'api' | 'worker';

export interface Config {
  host: string;
  /** 0 picks a free port. */
  port: number;
  dataDir: string;
  database: DatabaseConfig;
  /** Store of customers' files; null = in the data directory. */
  storage: BucketUrl | null;
  /** Signs links to files. Null = the first server generates it, and all servers of the database or directory share it. */
  signingSecret: string | null;
  role: Role;
  sandbox: boolean;
  uploadMethod: 'direct' | 'presigned';
  /** Without a trailing slash; null = the listening address. */
  publicUrl: string | null;
  /** `on`: live keys work only after their account accepted the terms of use (money/accounts/terms-of-use.ts). */
  requireTerms: 'off' | 'on';
  /** The operator's name, on the pages / and /opt-out, in mails and in letters; null if it is not set. */
  operatorName: string | null;
  /** Accent color of the pages, `#rrggbb`; null for the software's own. */
  operatorColor: string | null;
  /** Path of an SVG file in place of the software's logo. */
  operatorLogo: string | null;
  /** The operator's address on the pages / and /opt-out; null if SUPPORT_EMAIL is not set. */
  supportEmail: string | null;
  /** URL of the operator's terms of use, returned by `GET /api/user/account`. */
  termsUrl: string | null;
  /** URL of the operator's payment page for an account, with the placeholders `{accountId}` and `{email}` (`filledLink`). */
  topUpUrl: string | null;
  /** Value for Express's `trust proxy`: addresses or subnets, or a number of hops. Null: no proxy is trusted. */
  trustProxy: string | number | null;
  /** Most connections from one address at once; 0 = any number, as behind a proxy, which holds all of them. */
  connectionsPerAddress: number;
  /** Bytes that uploads and results leave free on the disk; null chooses by the disk's size. */
  diskReserveBytes: number | null;
  retentionDays: number;
  /** Retention in days of the files of cancelled and failed jobs. */
  discardedDays: number;
  previewDays: number;
  /** Retention in days of the file names of ended jobs, and of error messages about their files: both may name people. */
  jobNamesDays: number;
  supportRetentionDays: number;
  /** Retention in days of the log of disclosures, once it is sealed. */
  auditDays: number;
  downloadTtlSeconds: number;
  uploadTtlSeconds: number;
  jobRequestsPerMinute: number;
  /** Most jobs of one account that are neither confirmed nor ended. */
  openJobsPerAccount: number;
  /** Most jobs an account may create in a day that end without a charge. */
  unchargedJobsPerDay: number;
  /** Most bytes of files of unpaid jobs, per account. */
  unpaidBytesPerAccount: number;
  uploadsAtOncePerAccount: number;
  /** Number of CSV jobs this process works on at the same time. */
  jobsAtOnce: number;
  /** Number of one account's CSV jobs at the same time. */
  jobsAtOncePerAccount: number;
  /** `low` uses idle processor time only; on a machine that is never idle, jobs do not advance. */
  jobsPriority: 'low' | 'normal';
  deprecation: Deprecation | null;
  /** `on`: the page /opt-out accepts requests to opt out, to know and to delete. */
  optOut: 'off' | 'on';
  /** Days within which requests to know and to delete are answered; doubled when extended. */
  requestDays: number;
  /** Retention in days of closed requests. */
  requestRetentionDays: number;
  /** Null = messages are stored only. */
  mail: MailConfig | null;
  /** Listening address of the Prometheus metrics; null = no metrics. The port is never the API's. */
  metrics: { host: string; port: number } | null;
  /** Days for which a paid property is free, for accounts without a number of their own; 0 = charged again. */
  freeRepeatDays: number;
  /** Days for which lookups are saved, for accounts that chose no number; 0 = not saved. */
  savedLookupDays: number;
  /** `on`: accounts may have webhook endpoints. */
  webhooks: 'off' | 'on';
  /** Allows endpoints on the operator's own network, and over http. */
  webhookAllowPrivate: boolean;
  /** Accounts with a lower balance are counted in the metrics and notified by webhook. */
  lowBalanceCents: number;
  /** California's DROP, where deletion requests are fetched. */
  drop: DropConfig;
  /** Seconds that a stopping server still accepts requests, while `/readyz` makes load balancers send them elsewhere. */
  drainSeconds: number;
  logLevel: string;
}

/** Settings from flags; they override the environment. */
export interface ConfigFlags {
  host?: string | undefined;
  port?: number | undefined;
  dataDir?: string | undefined;
  role?: Role | undefined;
  sandbox?: boolean | undefined;
  /** `--to` of a move, instead of DATABASE_URL. */
  to?: string | undefined;
  /** `--files` of a move, instead of STORAGE_URL. */
  files?: string | undefined;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
export const MAX_PORT = 65_535;
const LOOPBACK = '127.0.0.1';
/** A fifth of all connections: enough for an office behind one IP address, too few for one client to lock out the others. */
const CONNECTIONS_PER_ADDRESS = 1_000;

/** Long enough for a load balancer that checks every two seconds. A single server has no other to send requests to. */
const DRAIN_SECONDS = 5;

const DROP_URL = 'https://api.drop.privacy.ca.gov';

/** A hundred of the largest direct uploads. */
const UNPAID_BYTES = 100 * limits.directUploadBytes;

/** Minimum notice before a retirement (specification, Versioning 4). */
const NOTICE_MONTHS = 6;

/** @throws ConfigError */
export function readConfig(env: Environment, flags: ConfigFlags = {}): Config {
  const trustProxy = trustedProxies(env, 'TRUST_PROXY');
  const databaseConfig = database(env, flags.to);
  const jobsAtOnce = wholeNumber(env, 'JOBS_AT_ONCE', 2, 1, 64);
  // Fewer than the total, so that one account cannot keep every other account's jobs waiting.
  const jobsOfOne = Math.max(1, jobsAtOnce - 1);
  const retentionDays = wholeNumber(env, 'RETENTION_DAYS', 30, 1, 3_650);
  const operatorName = oneLine(env, 'OPERATOR_NAME', 100);
  const dataDir = path.resolve(flags.dataDir ?? nonEmpty(env, 'DATA_DIR') ?? './data');
  const operatorLogo = nonEmpty(env, 'OPERATOR_LOGO');
  const connections = trustProxy === null ? CONNECTIONS_PER_ADDRESS : 0;
  return {
    host: flags.host ?? nonEmpty(env, 'HOST') ?? LOOPBACK,
    port: flags.port ?? wholeNumber(env, 'PORT', 3000, 0, MAX_PORT),
    dataDir,
    database: databaseConfig,
    storage:
      flags.files === undefined
        ? bucketUrl(env, 'STORAGE_URL')
        : bucketUrl({ ...env, '--files': flags.files }, '--files'),
    signingSecret: signingSecret(env),
    role: flags.role ?? 'all',
    sandbox: flags.sandbox ?? false,
    uploadMethod: oneOf(env, 'UPLOAD_METHOD', ['direct', 'presigned'] as const, 'direct'),
    publicUrl: httpUrl(env, 'PUBLIC_URL'),
    requireTerms: onOff(env, 'REQUIRE_TERMS'),
    operatorName,
    operatorColor: brandColor(env, 'OPERATOR_COLOR'),
    operatorLogo: operatorLogo === null ? null : path.resolve(dataDir, operatorLogo),
    supportEmail: emailAddress(env, 'SUPPORT_EMAIL'),
    termsUrl: httpUrl(env, 'TERMS_URL'),
    webhooks: onOff(env, 'WEBHOOKS'),
    webhookAllowPrivate: oneOf(env, 'WEBHOOK_ALLOW_PRIVATE', ['false', 'true'] as const, 'false') === 'true',
    topUpUrl: linkTemplate(env, 'TOPUP_URL', ['accountId', 'email']),
    trustProxy,
    connectionsPerAddress: wholeNumber(env, 'CONNECTIONS_PER_ADDRESS', connections, 0, 1_000_000),
    diskReserveBytes: wholeNumber(env, 'DISK_RESERVE_BYTES', null, 0, Number.MAX_SAFE_INTEGER),
    retentionDays,
    jobNamesDays: wholeNumber(env, 'JOB_NAMES_DAYS', retentionDays, 1, 3_650),
    discardedDays: wholeNumber(env, 'DISCARDED_DAYS', 1, 1, 3_650),
    supportRetentionDays: wholeNumber(env, 'SUPPORT_RETENTION_DAYS', 365, 1, 3_650),
    optOut: onOff(env, 'OPT_OUT'),
    requestDays: wholeNumber(env, 'REQUEST_DAYS', 45, 1, 45),
    requestRetentionDays: wholeNumber(env, 'REQUEST_RETENTION_DAYS', 730, 1, 3_650),
    auditDays: wholeNumber(env, 'AUDIT_DAYS', 1_826, 30, 36_500),
    previewDays: wholeNumber(env, 'PREVIEW_DAYS', 30, 1, 3_650),
    downloadTtlSeconds: wholeNumber(env, 'DOWNLOAD_TTL_SECONDS', 900, 1, 604_800),
    uploadTtlSeconds: 3_600,
    jobRequestsPerMinute: wholeNumber(env, 'JOB_REQUESTS_PER_MINUTE', 3_000, 1, 1_000_000),
    openJobsPerAccount: wholeNumber(env, 'OPEN_JOBS_PER_ACCOUNT', 100, 1, 1_000_000),
    unchargedJobsPerDay: wholeNumber(env, 'UNCHARGED_JOBS_PER_DAY', 5_000, 1, 1_000_000),
    unpaidBytesPerAccount: wholeNumber(
      env,
      'UNPAID_BYTES_PER_ACCOUNT',
      UNPAID_BYTES,
      limits.directUploadBytes,
      Number.MAX_SAFE_INTEGER,
    ),
    uploadsAtOncePerAccount: wholeNumber(env, 'UPLOADS_AT_ONCE_PER_ACCOUNT', 4, 1, 10_000),
    jobsAtOnce,
    jobsAtOncePerAccount: wholeNumber(env, 'JOBS_AT_ONCE_PER_ACCOUNT', jobsOfOne, 1, 64),
    jobsPriority: oneOf(env, 'JOBS_PRIORITY', ['low', 'normal'] as const, 'low'),
    deprecation: deprecation(env),
    mail: mail(env, operatorName),
    metrics: metrics(env),
    freeRepeatDays: wholeNumber(env, 'FREE_REPEAT_DAYS', 0, 0, 3_650),
    savedLookupDays: wholeNumber(env, 'SAVED_LOOKUP_DAYS', 30, 0, 365),
    lowBalanceCents: wholeNumber(env, 'LOW_BALANCE_CENTS', 1_000, 0, Number.MAX_SAFE_INTEGER),
    drop: {
      url: httpUrl(env, 'DROP_URL') ?? DROP_URL,
      apiKey: nonEmpty(env, 'DROP_API_KEY'),
      sandboxApiKey: nonEmpty(env, 'DROP_SANDBOX_API_KEY'),
      periodDays: wholeNumber(env, 'DROP_PERIOD_DAYS', null, 1, 365),
    },
    drainSeconds: wholeNumber(
      env,
      'DRAIN_SECONDS',
      databaseConfig.engine === 'sqlite' ? 0 : DRAIN_SECONDS,
      0,
      3_600,
    ),
    logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
  };
}

function database(env: Environment, to: string | undefined): DatabaseConfig {
  const url = to ?? nonEmpty(env, 'DATABASE_URL');
  const urlName = to === undefined ? 'DATABASE_URL' : '--to';
  const poolSize = wholeNumber(env, 'DATABASE_POOL', 10, 2, 1_000);
  const ofOwners = (name: string): string[] => {
    const urls = nonEmpty(env, name)?.split(',') ?? [];
    if (urls.length > 0 && url === null) {
      throw new ConfigError(
        `${name} is set, but DATABASE_URL is not. Owners elsewhere need the rest on PostgreSQL, too.`,
      );
    }
    return urls.map((text) => postgresUrl(text.trim(), name));
  };
  const [ownersUrl, ...others] = ofOwners('OWNERS_DATABASE_URL');
  const ownersReadUrls = ofOwners('OWNERS_READ_URLS');
  if (others.length > 0)
    throw new ConfigError('OWNERS_DATABASE_URL must be one URL; replicas go to OWNERS_READ_URLS.');
  if (url === null) return { engine: 'sqlite' };
  const checked = postgresUrl(url, urlName);
  return {
    engine: 'postgres',
    url: checked,
    urlName,
    poolSize,
    ownersUrl: ownersUrl ?? checked,
    ownersReadUrls,
  };
}

/** A shorter secret could be found by trial and error. */
const SHORTEST_SECRET = 32;

function signingSecret(env: Environment): string | null {
  const secret = nonEmpty(env, 'SIGNING_SECRET');
  if (secret !== null && secret.length < SHORTEST_SECRET) {
    throw new ConfigError(
      `SIGNING_SECRET must have at least ${SHORTEST_SECRET} characters; "openssl rand -base64 32" prints a good one.`,
    );
  }
  return secret;
}

const onOff = (env: Environment, name: string): 'off' | 'on' =>
  oneOf(env, name, ['off', 'on'] as const, 'off');

function metrics(env: Environment): Config['metrics'] {
  const port = wholeNumber(env, 'METRICS_PORT', null, 0, MAX_PORT);
  return port === null ? null : { host: nonEmpty(env, 'METRICS_HOST') ?? LOOPBACK, port };
}

/** The error message never quotes the URL, because it contains a password. */
function mail(env: Environment, operatorName: string | null): MailConfig | null {
  const smtpUrl = nonEmpty(env, 'SMTP_URL');
  if (smtpUrl === null) return null;
  if (
    !URL.canParse(smtpUrl) ||
    !/^smtps?:$/.test(new URL(smtpUrl).protocol) ||
    new URL(smtpUrl).hostname === ''
  ) {
    throw new ConfigError(
      'SMTP_URL must look like "smtp://user:password@mail.example.com:587" or "smtps://…".',
    );
  }
  const { hostname, username } = new URL(smtpUrl);
  const login = decoded('SMTP_URL', username);
  const to =
    emailAddress(env, 'SUPPORT_EMAIL') ??
    (isEmailAddress(login) ? login : `support@${isNumeric(hostname) ? 'localhost' : hostname}`);
  const from = emailAddress(env, 'MAIL_FROM') ?? to;
  return { smtpUrl, to, from, operatorName };
}

const isNumeric = (hostname: string): boolean => isIP(hostname.replace(/[[\]]/g, '')) !== 0;

function emailAddress(env: Environment, name: string): string | null {
  const text = nonEmpty(env, name);
  if (text !== null && !isEmailAddress(text)) {
    throw new ConfigError(`${name} must be one email address, not "${text}".`);
  }
  return text;
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
  const usable = /^v\d+$/.test(version) && !Number.isNaN(announcedAtMs) && !Number.isNaN(sunsetAtMs);
  // The header puts the link between < and >.
  if (!usable || !URL.canParse(link) || /[<>"\s]/.test(link)) {
    throw new ConfigError(
      'DEPRECATION must look like "v1;announced=2027-01-31;sunset=2027-09-01;link=https://example.com/notice".',
    );
  }
  const earliest = new Date(announcedAtMs);
  earliest.setUTCMonth(earliest.getUTCMonth() + NOTICE_MONTHS);
  if (sunsetAtMs < earliest.getTime()) {
    throw new ConfigError('DEPRECATION: the sunset must be at least 6 months after the announcement.');
  }
  return { version, announcedAtMs, sunsetAtMs, link };
}
