import type { CommandSpec } from '../command.js';

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
  output: 'nothing',
  json: { is: 'the API response', fields: ['success'] },
  cost: 'Free.',
  exits: ['declined', 'refused', 'network'],
  load: () => import('./run.js'),
};
