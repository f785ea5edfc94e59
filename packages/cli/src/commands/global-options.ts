import { PROGRESS_KINDS } from '../terminal/progress.js';
import type { OptionSpec } from './command.js';

/** Options every command takes, before or after its name. */
export const globalOptions: readonly OptionSpec[] = [
  { flags: '--json [fields]', description: 'print JSON; with a,b only these fields' },
  { flags: '-q, --quiet', description: 'only warnings and errors on standard error' },
  { flags: '-v, --verbose', description: 'print more detail on standard error' },
  {
    flags: '--debug',
    description: 'print requests, waits and stack traces; no keys or personal data',
  },
  { flags: '--profile <name>', description: 'use the key and service of this profile' },
  { flags: '--base-url <url>', description: "the service's URL" },
  { flags: '--api-key-file <path>', description: 'read the API key from this file; - is standard input' },
  { flags: '--no-input', description: 'never ask anything' },
  { flags: '--color <when>', description: 'use color', choices: ['auto', 'always', 'never'] },
  { flags: '--progress <kind>', description: 'how progress is shown', choices: PROGRESS_KINDS },
  { flags: '--timeout <duration>', description: 'longest the command may take: 90s, 10m, 1h30m' },
];
