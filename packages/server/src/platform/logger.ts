import { pino, type Logger as PinoLogger } from 'pino';
import { plainJson } from './lib/printable.js';

/**
 * JSON lines on standard error; standard output belongs to the output of commands. Nothing personal may be logged: no
 * addresses, names, phones, emails, keys, signed links.
 */
export type Logger = PinoLogger;

const standardError = pino.destination({ fd: 2, sync: true });

/** Bytes that wait for a slow reader of standard error; lines beyond them are dropped, so that it never takes the server's memory. */
const MOST_WAITING_BYTES = 2 ** 24;

/**
 * Standard error for a server: lines are written behind, several with one system call, and a reader that stalls doesn't stall
 * requests. The end of the process writes the rest; a kill loses the lines of its last moment.
 */
export const standardErrorBehind = () =>
  pino.destination({ fd: 2, sync: false, maxLength: MOST_WAITING_BYTES });

/** @param out gets whole lines, without control characters: some terminals interpret those that JSON doesn't escape */
export const createLogger = (level: string, out: { write(line: string): unknown } = standardError): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line) => void out.write(plainJson(line)) },
  );

export const silentLogger: Logger = pino({ level: 'silent' });
