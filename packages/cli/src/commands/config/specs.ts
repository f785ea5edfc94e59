import type { CommandSpec } from '../command.js';

const NAMES = 'base-url, max-cost, color, progress, timeout';

export const configCommands: readonly CommandSpec[] = [
  {
    path: ['config', 'list'],
    summary: 'Every setting, its value and where the value comes from',
    examples: [{ command: 'skiptrace config list', does: 'environment variables included' }],
    output: 'a table: setting, value, source',
    json: { is: 'an array', fields: ['name', 'value', 'source'] },
    cost: 'Free.',
    exits: [],
    load: () => import('./list.js'),
  },
  {
    path: ['config', 'get'],
    summary: 'One setting',
    examples: [{ command: 'skiptrace config get max-cost', does: 'nothing if it is not set' }],
    arguments: [{ name: 'setting', description: NAMES }],
    output: 'the value',
    json: { fields: ['name', 'value', 'source'] },
    cost: 'Free.',
    exits: [],
    load: () => import('./get.js'),
  },
  {
    path: ['config', 'set'],
    summary: 'Set a setting for the runs to come; without a value, forget it',
    examples: [
      { command: 'skiptrace config set max-cost 50', does: 'the ceiling for --yes' },
      { command: 'skiptrace config set max-cost', does: 'no ceiling, so --yes needs --max-cost again' },
    ],
    arguments: [
      { name: 'setting', description: NAMES },
      { name: 'value', description: 'the new value', optional: true },
    ],
    output: 'nothing',
    json: { fields: ['name', 'value'] },
    cost: 'Free.',
    exits: [],
    load: () => import('./set.js'),
  },
  {
    path: ['config', 'path'],
    summary: 'Where settings, keys and unfinished uploads are kept',
    examples: [{ command: 'skiptrace config path', does: 'the settings file' }],
    output: 'the path of the settings file',
    json: { fields: ['config', 'credentials', 'state'] },
    cost: 'Free.',
    exits: [],
    load: () => import('./path.js'),
  },
];
