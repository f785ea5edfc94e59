import { isIP } from 'node:net';

/** A setting is invalid; the message names the variable and its valid values. */
export class ConfigError extends Error {
  readonly code = 'config';
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Each reader reads one variable. An empty variable counts as not set. */
export const nonEmpty = (env: Environment, name: string): string | null => env[name]?.trim() || null;

/** A text for people to read. @throws ConfigError */
export function oneLine(env: Environment, name: string, most: number): string | null {
  const text = nonEmpty(env, name);
  if (text !== null && (text.length > most || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)))
    throw new ConfigError(`${name} must be one line of at most ${most} characters.`);
  return text;
}

/** A color as `#rrggbb`, which white text can be read on: WCAG 2.2 §1.4.3 asks for a contrast of 4.5. @throws ConfigError */
export function brandColor(env: Environment, name: string): string | null {
  const text = nonEmpty(env, name);
  if (text === null) return null;
  if (!/^#[\da-f]{6}$/i.test(text)) throw new ConfigError(`${name} must be a color such as #5333c0.`);
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(text.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const contrast = 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
  if (contrast < 4.5)
    throw new ConfigError(
      `${name} is too light: white text on ${text} has a contrast of ${(Math.floor(contrast * 10) / 10).toFixed(1)}, and 4.5 is the least. Choose a darker color.`,
    );
  return text.toLowerCase();
}

/** @throws ConfigError */
export function wholeNumber<T>(
  env: Environment,
  name: string,
  fallback: T,
  min: number,
  max: number,
): number | T {
  const text = nonEmpty(env, name);
  if (text === null) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
  }
  return value;
}

/** @throws ConfigError */
export function oneOf<T extends string>(
  env: Environment,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const text = nonEmpty(env, name);
  if (text === null) return fallback;
  const found = allowed.find((value) => value === text);
  if (found === undefined) {
    throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${text}".`);
  }
  return found;
}

/**
 * An http or https URL without a trailing slash.
 * @throws ConfigError
 */
export function httpUrl(env: Environment, name: string): string | null {
  const text = nonEmpty(env, name);
  if (text === null) return null;
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ConfigError(`${name} must be an http or https URL, not "${text}".`);
  }
  return text.replace(/(?<!\/)\/+$/, '');
}

const PLACEHOLDER = /\{([^{}]*)\}/g;

/**
 * A URL with `{name}` placeholders, which `filledLink` replaces by percent-encoded values. Customers open it, so it must be https, or
 * on this machine.
 * @param names the available placeholders, allowed only after the host
 * @throws ConfigError
 */
export function linkTemplate(env: Environment, name: string, names: readonly string[]): string | null {
  const text = nonEmpty(env, name);
  if (text === null) return null;
  if (/[\s\p{Cc}]/u.test(text))
    throw new ConfigError(`${name} must be one URL without spaces and line breaks.`);
  const unknown = [...text.matchAll(PLACEHOLDER)].find(
    ([, placeholder = '']) => !names.includes(placeholder),
  );
  if (unknown !== undefined)
    throw new ConfigError(
      `${name} knows ${names.map((one) => `{${one}}`).join(' and ')}, not ${unknown[0]}.`,
    );
  const filled = (value: string): string => text.replaceAll(PLACEHOLDER, value);
  const [one, other] = [filled('a'), filled('b')].map((url) => (URL.canParse(url) ? new URL(url) : null));
  if (!one || !other || one.origin !== other.origin)
    throw new ConfigError(`${name} must be a URL whose placeholders stand behind the host.`);
  if (one.username !== '' || one.password !== '')
    throw new ConfigError(`${name} must not hold a user or a password: every customer sees it.`);
  const isHere = one.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(one.hostname);
  if (one.protocol !== 'https:' && !isHere)
    throw new ConfigError(`${name} must be an https URL, or http on this machine (localhost).`);
  return text;
}

/** @param template see `linkTemplate` */
export const filledLink = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replaceAll(PLACEHOLDER, (_, name: string) => encodeURIComponent(values[name] ?? ''));

/** Names of address ranges that Express knows. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];
const MAX_PREFIX = { 4: 32, 6: 128 } as const;

/**
 * Express's `trust proxy` setting: a number of hops, or addresses and subnets separated by commas.
 * @throws ConfigError
 */
export function trustedProxies(env: Environment, name: string): string | number | null {
  const text = nonEmpty(env, name);
  if (text === null) return null;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const entries = text.split(',').map((entry) => entry.trim());
  const wrong = entries.find((entry) => !NAMED_RANGES.includes(entry) && !isSubnet(entry));
  if (wrong !== undefined) {
    throw new ConfigError(
      `${name} must be a number of proxies, or addresses and subnets with commas between them ` +
        `(${NAMED_RANGES.join(', ')}, 10.0.0.0/8), not "${wrong}".`,
    );
  }
  return entries.join(', ');
}

function isSubnet(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const version = isIP(address);
  if ((version !== 4 && version !== 6) || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= MAX_PREFIX[version]);
}

/** Whether the text is one email address without a display name. The mailbox may still not exist. */
export const isEmailAddress = (text: string): boolean => /^[^\s@<>",;:]+@[^\s@<>",;:]+$/.test(text);

/**
 * A PostgreSQL database: `postgres://user:password@host:port/database`, with PostgreSQL's own parameters (`sslmode`,
 * `sslrootcert` and so on), so that pg_dump and psql accept it as well. A secret: the error message never quotes it.
 * @throws ConfigError
 */
export function postgresUrl(text: string, name: string): string {
  if (!URL.canParse(text)) throw new ConfigError(postgresHint(name));
  const { protocol, hostname, pathname, searchParams } = new URL(text);
  if (!/^postgres(ql)?:$/.test(protocol)) {
    throw new ConfigError(
      `${name} names a database of the kind "${protocol.replace(/:$/, '')}". This server runs on PostgreSQL, or without ` +
        `${name} on SQLite in the data directory. ${postgresHint(name)}`,
    );
  }
  const hasDatabase = /^\/[^/]+$/.test(pathname);
  if (!hasDatabase || (hostname === '' && !searchParams.has('host')))
    throw new ConfigError(postgresHint(name));
  const pool = searchParams.get('pool');
  if (pool !== null) {
    throw new ConfigError(
      `${name} has the parameter "pool", which pg_dump and psql refuse. Take it out, and set ` +
        `DATABASE_POOL=${/^\d+$/.test(pool) ? pool : 20} instead.`,
    );
  }
  return text;
}

const postgresHint = (name: string): string =>
  `${name} must look like "postgres://user:password@host:5432/database?sslmode=verify-full".`;

/** A URL without its password, for messages. */
export function shownUrl(url: string): string {
  const { protocol, hostname, port, pathname } = new URL(url);
  return `${protocol}//${hostname}${port === '' ? '' : `:${port}`}${pathname}`;
}

/** Location of a bucket: what platform/storage/s3 needs besides the credentials. */
export interface BucketUrl {
  bucket: string;
  prefix: string;
  endpoint: string | null;
  region: string;
  pathStyle: boolean;
}

/** A part of a URL without its percent-encoding. @throws ConfigError, which never quotes it: it may be a login */
export function decoded(name: string, part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ConfigError(
      `${name} has a "%" that begins no code such as "%25". Write "%25" for a "%" itself.`,
    );
  }
}

/**
 * A bucket: `s3://bucket/prefix`. If it is not Amazon's, `?endpoint=https://…` or AWS's own variables name the endpoint.
 * @throws ConfigError
 */
export function bucketUrl(env: Environment, name: string): BucketUrl | null {
  const text = nonEmpty(env, name);
  if (text === null) return null;
  const hint = `${name} must look like "s3://bucket/prefix" or "s3://bucket?endpoint=https://s3.example.com&region=eu-1".`;
  if (!URL.canParse(text)) throw new ConfigError(hint);
  const { protocol, hostname, port, pathname, searchParams, username, password } = new URL(text);
  if (protocol !== 's3:' || hostname === '' || port !== '') throw new ConfigError(hint);
  if (username !== '' || password !== '') {
    throw new ConfigError(
      `${name} must not hold credentials: give them as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  }
  const prefix = decoded(name, pathname).replace(/^\/+|(?<!\/)\/+$/g, '');
  if (!/^[\w.\-/]*$/.test(prefix))
    throw new ConfigError(`The prefix in ${name} may hold letters, digits, and . _ - / only.`);
  const unknown = [...searchParams.keys()].find((key) => !['endpoint', 'region', 'path-style'].includes(key));
  if (unknown !== undefined) throw new ConfigError(`${name} has the parameter "${unknown}". ${hint}`);
  const endpoint =
    httpUrl({ [name]: searchParams.get('endpoint') ?? undefined }, name) ??
    httpUrl(env, 'AWS_ENDPOINT_URL_S3') ??
    httpUrl(env, 'AWS_ENDPOINT_URL');
  const style = searchParams.get('path-style');
  if (style !== null && style !== 'true' && style !== 'false')
    throw new ConfigError(`path-style in ${name} must be true or false.`);
  return {
    bucket: hostname,
    prefix,
    endpoint,
    region:
      searchParams.get('region') ??
      nonEmpty(env, 'AWS_REGION') ??
      nonEmpty(env, 'AWS_DEFAULT_REGION') ??
      'us-east-1',
    // Few stores other than Amazon's support bucket names as hosts.
    pathStyle: style === null ? endpoint !== null : style === 'true',
  };
}
