import { pino, type Logger as PinoLogger } from 'pino';

/**
 * JSON lines on standard error; standard output belongs to the commands' own answers.
 * Nothing personal may be passed to it: no addresses, names, phones, emails, keys, signed links.
 */
export type Logger = PinoLogger;

export const createLogger = (level: string): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );

export const silentLogger: Logger = pino({ level: 'silent' });
