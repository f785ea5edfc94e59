import type { CommandSpec } from '../command.js';

export const doctorCommand: CommandSpec = {
  path: ['doctor'],
  summary: 'Check your setup: settings, key, service, folders, clock',
  examples: [{ command: 'skiptrace doctor', does: 'each problem comes with a fix' }],
  output: 'a line for each check',
  json: { is: 'an array', fields: ['check', 'ok', 'detail'] },
  cost: 'Free.',
  exits: ['key', 'refused', 'network', 'output'],
  checksSettings: true,
  load: () => import('./run.js'),
};
