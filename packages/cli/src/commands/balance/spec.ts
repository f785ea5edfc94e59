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
    fields: [
      'name',
      'mode',
      'balanceCents',
      'pricePerMatchCents',
      'dailyMisses',
      'requestsPerMinute',
      'rowsPerJob',
      'termsUrl',
      'topUpUrl',
      'offers',
    ],
  },
  cost: 'Free.',
  exits: ['key', 'refused', 'network'],
  load: () => import('./run.js'),
};
