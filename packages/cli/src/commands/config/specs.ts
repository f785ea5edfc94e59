import type { CommandSpec } from '../command.js';

const NAMES = 'base-url, max-cost, color, progress, timeout';

export const configCommands: readonly CommandSpec[] = [
  {
    path: ['config', 'list'],
    summary: 'List every setting, its value, and its source',
    examples: [{ command: 'skiptrace config list', does: 'environment variables included' }],
    output: 'a table: setting, value, source',
    json: { is: 'an array', fields: ['name', 'value', 'source'] },
    cost: 'Free.',
    exits: [],
    load: async () => ({ run: (await import('./run.js')).list }),
  },
  {
    path: ['config', 'get'],
    summary: 'Show one setting',
    examples: [{ command: 'skiptrace config get max-cost', does: "prints nothing if it isn't set" }],
    arguments: [{ name: 'setting', description: NAMES }],
    output: 'the value',
    json: { fields: ['name', 'value', 'source'] },
    cost: 'Free.',
    exits: [],
    load: async () => ({ run: (await import('./run.js')).get }),
  },
  {
    path: ['config', 'set'],
    summary: 'Set a setting for later runs',
    examples: [{ command: 'skiptrace config set max-cost 50', does: 'the most that a command may spend' }],
    arguments: [
      { name: 'setting', description: NAMES },
      { name: 'value', description: 'the new value', optional: true },
    ],
    output: 'nothing',
    json: { fields: ['name', 'value'] },
    cost: 'Free.',
    exits: [],
    load: async () => ({ run: (await import('./run.js')).set }),
  },
  {
    path: ['config', 'unset'],
    summary: 'Remove a setting',
    examples: [{ command: 'skiptrace config unset max-cost', does: '--yes needs --max-cost again' }],
    arguments: [{ name: 'setting', description: NAMES }],
    output: 'nothing',
    json: { fields: ['name', 'value'] },
    cost: 'Free.',
    exits: [],
    load: async () => ({ run: (await import('./run.js')).unset }),
  },
  {
    path: ['config', 'path'],
    summary: 'Show where settings, keys and unfinished uploads are stored',
    examples: [{ command: 'skiptrace config path', does: 'the settings file' }],
    output: 'the path of the settings file',
    json: { fields: ['config', 'credentials', 'state'] },
    cost: 'Free.',
    exits: [],
    load: async () => ({ run: (await import('./run.js')).paths }),
  },
];
