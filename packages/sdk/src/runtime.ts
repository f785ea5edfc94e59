import { ConfigurationError } from './errors.js';
import { printable } from './units.js';

/** This package's version, as package.json has it (a test compares them). */
export const version = '0.1.0';

/** Access to the host program. Every use of `process` is here, because Workers and browser-like runtimes may not have it. */
const host: {
  process?: Partial<Pick<NodeJS.Process, 'env' | 'emitWarning' | 'versions'>>;
  console?: Partial<Pick<Console, 'warn' | 'error'>>;
  Deno?: { version?: { deno?: string } };
  navigator?: { userAgent?: string };
} = globalThis;

/** The environment variables; empty if the runtime has no environment. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return host.process?.env ?? {};
}

/** A process warning, or a console warning if there is no process. Holds no control characters. */
export function emitWarning(
  message: string,
  { type = 'Warning', code }: { type?: string; code: string },
): void {
  const text = printable(message);
  if (host.process?.emitWarning) host.process.emitWarning(text, { type, code });
  else host.console?.warn?.(`${type} [${code}]: ${text}`);
}

/** A line on standard error; `console.error` writes there in every runtime that has a standard error. */
export function writeError(line: string): void {
  host.console?.error?.(printable(line));
}

/** A program that uses this package. */
export interface AppInfo {
  /** Name such as `lead-importer`: letters, digits and `-._`. */
  name: string;
  version?: string | undefined;
  /** Page with more information. */
  url?: string | undefined;
}

/** `skiptrace-sdk/0.1.0 node/24.1.0 lead-importer/2.0 (https://…)` */
export function userAgent(appInfo: AppInfo | undefined): string {
  const parts = [`skiptrace-sdk/${version}`, runtimeName()];
  if (appInfo) {
    const { name, version: appVersion, url } = appInfo;
    const token = /^[\w.-]+$/;
    if (!token.test(name) || (appVersion !== undefined && !token.test(appVersion))) {
      throw new ConfigurationError('appInfo: name and version can only contain letters, digits and - . _');
    }
    if (url !== undefined && !/^[\x21-\x27\x2a-\x7e]+$/.test(url)) {
      throw new ConfigurationError("appInfo: url contains characters that URLs can't have.");
    }
    parts.push(`${name}${appVersion === undefined ? '' : `/${appVersion}`}`);
    if (url !== undefined) parts.push(`(${url})`);
  }
  return parts.filter((part) => part !== undefined).join(' ');
}

/** Bun and Deno have a `process.versions.node` as well, so they are checked first. */
function runtimeName(): string | undefined {
  const { bun, node }: Readonly<Record<string, string | undefined>> = host.process?.versions ?? {};
  if (bun) return `bun/${bun}`;
  if (host.Deno?.version?.deno) return `deno/${host.Deno.version.deno}`;
  if (host.navigator?.userAgent === 'Cloudflare-Workers') return 'workers';
  return node && `node/${node}`;
}
