import type { CommandSpec } from '../commands/command.js';

/** Asked by the scripts, and no part of help. Its words are taken as they are, options included. */
export const COMPLETE = '__complete';
export const completeCommand: CommandSpec = {
  path: [COMPLETE],
  summary: 'What can follow the words of a command line',
  examples: [],
  output: 'a candidate a line, a tab, its description',
  json: { fields: [] },
  cost: 'Free.',
  exits: [],
  checksSettings: true,
  load: () => import('./complete.js'),
};
