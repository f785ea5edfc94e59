import { setTimeout as pause } from 'node:timers/promises';
import { pino, type Logger as PinoLogger } from 'pino';
import { plainJson } from './lib/printable.js';

/**
 * JSON lines on standard error; standard output belongs to the output of commands. Nothing personal may be logged: no
 * addresses, names, phones, emails, keys, signed links.
 */
export type Logger = PinoLogger;

const standardError = pino.destination({ fd: 2, sync: true });
// A full disk, or a reader that is gone, must not end a process.
standardError.on('error', () => undefined);

/** Bytes that wait for a slow reader of standard error; lines beyond them are dropped, so that it never takes the server's memory. */
const MOST_WAITING_BYTES = 2 ** 24;
const CLOSING_MS = 1_000;

/**
 * Standard error for a server: lines are written behind, several with one system call, and a reader that stalls doesn't stall
 * requests. `close` writes the rest; a kill loses the lines of its last moment.
 */
export function standardErrorBehind() {
  const out = pino.destination({ fd: 2, sync: false, maxLength: MOST_WAITING_BYTES });
  out.on('error', () => undefined);
  let isOpen = true;
  return {
    write: (line: string): void => {
      if (isOpen) out.write(line);
    },
    /** Waits for a second at most: a reader that stalls, or a full disk, would keep the process from ending. */
    close: async (): Promise<void> => {
      const isLate = new AbortController();
      await Promise.race([
        new Promise<void>((resolve) => out.flush(() => resolve())),
        pause(CLOSING_MS, undefined, { signal: isLate.signal }).catch(() => undefined),
      ]);
      isLate.abort();
      isOpen = false;
      out.destroy();
    },
  };
}

/** @param out gets whole lines, without control characters: some terminals interpret those that JSON doesn't escape */
export const createLogger = (level: string, out: { write(line: string): unknown } = standardError): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line) => void out.write(plainJson(line)) },
  );

export const silentLogger: Logger = pino({ level: 'silent' });
