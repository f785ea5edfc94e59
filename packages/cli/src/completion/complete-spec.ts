import type { CommandSpec } from '../commands/command.js';

/** Command for the completion scripts, hidden from help. Its words are taken as they are, including options. */
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
