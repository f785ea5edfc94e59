import type { CommandSpec } from '../command.js';

export const listenCommand: CommandSpec = {
  path: ['listen'],
  summary: 'Forward webhooks to a program on this machine, while you develop it',
  examples: [
    {
      command: 'skiptrace listen --forward-to localhost:3000/webhooks',
      does: 'as they come, until Ctrl-C; prints the secret to verify them with',
    },
  ],
  options: [
    { flags: '--forward-to <url>', description: 'where your program takes them' },
    { flags: '--secret <whsec>', description: 'sign with this secret instead of a new one' },
  ],
  output: 'a line for each webhook: when, what, and what your program answered',
  json: { is: 'a line for each webhook', fields: ['id', 'type', 'status', 'error'] },
  cost: 'Free.',
  exits: ['key', 'refused', 'network'],
  more: 'It forwards what the service sends to the webhook endpoints of the account, some seconds later, signed with the secret that it prints. So the account needs an endpoint, at any address: add one in the web app. What your program does not take is not sent again.',
  load: () => import('./run.js'),
};
