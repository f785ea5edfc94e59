import { pino, type Logger as PinoLogger } from 'pino';
import { plainJson } from './lib/printable.js';

/**
 * JSON lines on standard error; standard output belongs to the output of commands. Nothing personal may be logged: no
 * addresses, names, phones, emails, keys, signed links.
 */
export type Logger = PinoLogger;

const standardError = pino.destination({ fd: 2, sync: true });

/** @param out gets whole lines, without control characters: some terminals interpret those that JSON doesn't escape */
export const createLogger = (level: string, out: { write(line: string): unknown } = standardError): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line) => void out.write(plainJson(line)) },
  );

export const silentLogger: Logger = pino({ level: 'silent' });
