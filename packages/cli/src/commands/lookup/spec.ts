import type { CommandSpec } from '../command.js';
import { idempotencyOption, priceLimitOption } from '../shared-options.js';

export const lookupCommand: CommandSpec = {
  path: ['lookup'],
  summary: 'Look up the owner of one address',
  examples: [
    { command: "skiptrace lookup '100 Sandbox Match St, Austin, TX 78701'", does: 'one line' },
    { command: "skiptrace lookup '100 Sandbox Match St' --city Austin --state TX", does: 'or its parts' },
    { command: "skiptrace lookup '100 Sandbox Match St, Austin, TX' --json=phones", does: 'for a program' },
  ],
  arguments: [{ name: 'address', description: 'street address, or all of it on one line', variadic: true }],
  options: [
    { flags: '--city <city>', description: 'city' },
    { flags: '--state <XX>', description: 'two-letter state code' },
    { flags: '--zip <zip>', description: '5-digit ZIP code' },
    { flags: '--anyway', description: "send an address that can't match, too" },
    priceLimitOption,
    idempotencyOption,
  ],
  output: 'the owner, phones and emails; nothing for a miss',
  json: {
    is: 'the API response',
    fields: ['success', 'found', 'contact', 'chargedCents', 'phones', 'emails'],
  },
  cost: "Your account's price ($0.04 by default) for a match, nothing for a miss. It doesn't ask for confirmation; --max-cost limits the price.",
  exits: ['key', 'overCeiling', 'refused', 'network', 'output'],
  more: 'If the answer is lost, run the same command again within 23 hours to get it at no further charge.',
  load: () => import('./run.js'),
};
