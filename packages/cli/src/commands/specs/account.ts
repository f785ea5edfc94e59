import type { CommandSpec } from '../command.js';

export const balanceCommand: CommandSpec = {
  path: ['balance'],
  summary: "Show your account's balance, price and limits",
  examples: [
    { command: 'skiptrace balance', does: "who you are and what's left" },
    { command: 'skiptrace balance --json balanceCents', does: 'for a program' },
  ],
  output: 'name, balance, price of a match, free misses left today',
  json: {
    is: "the service's account",
    fields:
      'name mode balanceCents pricePerMatchCents dailyMisses requestsPerMinute rowsPerJob termsUrl topUpUrl offers'.split(
        ' ',
      ),
  },
  load: async () => ({ run: (await import('../balance.js')).run }),
};

export const authCommands: readonly CommandSpec[] = [
  {
    path: ['auth', 'login'],
    summary: 'Save an API key',
    examples: [
      { command: 'skiptrace auth login', does: 'asks where the service is, then for the key' },
      { command: 'skiptrace auth login < key.txt', does: 'from a file or a pipe' },
      { command: 'skiptrace auth login --profile client-a --base-url https://…', does: 'a second account' },
    ],
    options: [{ flags: '--no-check', description: 'save the key without trying it' }],
    json: {
      is: 'with the key masked',
      fields: ['profile', 'baseUrl', 'key', 'accepted', 'account', 'balanceCents'],
    },
    more: 'Your provider gives you a key. On your own server, "skiptrace-server keys create ACCOUNT" makes one.',
    makesProfile: true,
    load: async () => ({ run: (await import('../auth.js')).login }),
  },
  {
    path: ['auth', 'logout'],
    summary: 'Remove a profile: its API key and its service URL',
    examples: [{ command: 'skiptrace auth logout', does: 'the key stays valid at the service' }],
    json: { fields: ['profile', 'loggedOut'] },
    load: async () => ({ run: (await import('../auth.js')).logout }),
  },
  {
    path: ['auth', 'status'],
    summary: "Show which key is used, its account, and what's left",
    examples: [{ command: 'skiptrace auth status', does: 'checks the key with the service' }],
    output: 'profile, service, masked key and its source, account, balance, price',
    json: {
      is: 'with the key masked',
      fields: ['profile', 'baseUrl', 'key', 'source', 'accepted', 'account', 'balanceCents'],
    },
    load: async () => ({ run: (await import('../auth.js')).status }),
  },
  {
    path: ['auth', 'list'],
    summary: 'List profiles',
    examples: [{ command: 'skiptrace auth list', does: 'the current one has a star' }],
    output: 'a table: profile, key (masked), service',
    json: { is: 'an array, with the keys masked', fields: ['profile', 'key', 'baseUrl', 'current'] },
    load: async () => ({ run: (await import('../auth.js')).list }),
  },
  {
    path: ['auth', 'switch'],
    summary: 'Switch to another profile',
    examples: [{ command: 'skiptrace auth switch client-a', does: '--profile switches for one command' }],
    arguments: [{ name: 'profile', description: 'its name' }],
    json: { fields: ['profile'] },
    load: async () => ({ run: (await import('../auth.js')).switchProfile }),
  },
];

const NAMES = 'base-url, max-cost, color, progress, timeout';

export const configCommands: readonly CommandSpec[] = [
  {
    path: ['config', 'list'],
    summary: 'List every setting, its value, and its source',
    examples: [{ command: 'skiptrace config list', does: 'environment variables included' }],
    output: 'a table: setting, value, source',
    json: { is: 'an array', fields: ['name', 'value', 'source'] },
    load: async () => ({ run: (await import('../config.js')).list }),
  },
  {
    path: ['config', 'get'],
    summary: 'Show one setting',
    examples: [{ command: 'skiptrace config get max-cost', does: "prints nothing if it isn't set" }],
    arguments: [{ name: 'setting', description: NAMES }],
    output: 'the value',
    json: { fields: ['name', 'value', 'source'] },
    load: async () => ({ run: (await import('../config.js')).get }),
  },
  {
    path: ['config', 'set'],
    summary: 'Set a setting for later runs',
    examples: [{ command: 'skiptrace config set max-cost 50', does: 'the most that a command may spend' }],
    arguments: [
      { name: 'setting', description: NAMES },
      { name: 'value', description: 'the new value' },
    ],
    json: { fields: ['name', 'value'] },
    load: async () => ({ run: (await import('../config.js')).set }),
  },
  {
    path: ['config', 'unset'],
    summary: 'Remove a setting',
    examples: [{ command: 'skiptrace config unset max-cost', does: '--yes needs --max-cost again' }],
    arguments: [{ name: 'setting', description: NAMES }],
    json: { fields: ['name', 'value'] },
    load: async () => ({ run: (await import('../config.js')).unset }),
  },
  {
    path: ['config', 'path'],
    summary: 'Show where settings, keys and unfinished uploads are stored',
    examples: [{ command: 'skiptrace config path', does: 'the settings file' }],
    output: 'the path of the settings file',
    json: { fields: ['config', 'credentials', 'state'] },
    load: async () => ({ run: (await import('../config.js')).paths }),
  },
];

export const doctorCommand: CommandSpec = {
  path: ['doctor'],
  summary: 'Check your setup: settings, key, service, folders, clock',
  examples: [{ command: 'skiptrace doctor', does: 'each problem comes with a fix' }],
  output: 'a line for each check',
  json: { is: 'an array', fields: ['check', 'ok', 'detail'] },
  checksSettings: true,
  load: () => import('../doctor.js'),
};

export const supportCommand: CommandSpec = {
  path: ['support'],
  summary: 'Send a message to the support team; needs no API key',
  examples: [
    {
      command: "skiptrace support --name 'Jo Doe' --email jo@example.com --message '…'",
      does: 'all at once; on a terminal it asks for what is missing',
    },
  ],
  options: [
    { flags: '--name <name>', description: 'your full name' },
    { flags: '--email <address>', description: 'where the answer goes' },
    { flags: '--phone <number>', description: 'a US number, or + and country code' },
    {
      flags: '--reason <reason>',
      description: 'what it is about',
      choices: ['Login Issues', 'General', 'Other'],
    },
    { flags: '--message <text>', description: 'the message' },
    { flags: '--consent', description: 'you agree to be contacted by email or phone about it' },
  ],
  json: { is: 'the API response', fields: ['success'] },
  load: () => import('../support.js'),
};
