import type { CommandSpec } from './command.js';
import {
  authCommands,
  balanceCommand,
  configCommands,
  doctorCommand,
  supportCommand,
} from './specs/account.js';
import { apiCommand, completionCommand, listenCommand } from './specs/developers.js';
import { jobsCommands } from './specs/jobs.js';
import { bulkCommand, csvCommands, exportCommand, lookupCommand, uploadCommand } from './specs/leads.js';

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
