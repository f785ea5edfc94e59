import { pino, type Logger as PinoLogger } from 'pino';
import { plainJson } from './printable.js';

/**
 * JSON lines on standard error; standard output belongs to the commands' own answers.
 * Nothing personal may be passed to it: no addresses, names, phones, emails, keys, signed links.
 */
export type Logger = PinoLogger;

const standardError = pino.destination({ fd: 2, sync: true });

export const createLogger = (level: string): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line) => standardError.write(plainJson(line)) },
  );

export const silentLogger: Logger = pino({ level: 'silent' });
