import { apiCommand } from './api/spec.js';
import { authCommands } from './auth/specs.js';
import { balanceCommand } from './balance/spec.js';
import { bulkCommand } from './bulk/spec.js';
import { completionCommand } from './completion/spec.js';
import { configCommands } from './config/specs.js';
import type { CommandSpec } from './command.js';
import { csvCommands } from './csv/specs.js';
import { doctorCommand } from './doctor/spec.js';
import { exportCommand } from './export/spec.js';
import { jobsCommands } from './jobs/specs.js';
import { listenCommand } from './listen/spec.js';
import { lookupCommand } from './lookup/spec.js';
import { supportCommand } from './support/spec.js';
import { uploadCommand } from './upload/spec.js';

/** Every command, in the order in which help shows them. */
export const catalogue: readonly CommandSpec[] = [
  uploadCommand,
  lookupCommand,
  bulkCommand,
  ...csvCommands,
  exportCommand,
  ...jobsCommands,
  balanceCommand,
  ...authCommands,
  ...configCommands,
  apiCommand,
  listenCommand,
  doctorCommand,
  completionCommand,
  supportCommand,
];

/** Groups of commands of two words, by the first word. */
export const groups: readonly { readonly name: string; readonly summary: string }[] = [
  { name: 'csv', summary: 'lead files on this machine' },
  { name: 'jobs', summary: 'CSV jobs of the account' },
  { name: 'auth', summary: 'API keys' },
  { name: 'config', summary: 'settings for all runs' },
];
