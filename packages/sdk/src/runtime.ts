/**
 * What this package asks of the program it runs in. Every use of `process` is here, because Workers and browsers-like
 * runtimes may not have it.
 */
const host: { process?: Partial<NodeJS.Process>; console?: Partial<Console> } = globalThis;

/** The environment's variables; none where there is no environment. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return host.process?.env ?? {};
}

export interface Warning {
  type?: string;
  code: string;
}

/** A warning of the process, or where there is none such, of the console. */
export function emitWarning(message: string, { type = 'Warning', code }: Warning): void {
  if (host.process?.emitWarning) host.process.emitWarning(message, { type, code });
  else host.console?.warn?.(`${type} [${code}]: ${message}`);
}
