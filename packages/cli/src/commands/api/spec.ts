import type { CommandSpec } from '../command.js';

export const apiCommand: CommandSpec = {
  path: ['api'],
  summary: 'Send a raw API request with your key',
  examples: [
    { command: 'skiptrace api GET /api/user/account', does: 'prints the API response' },
    { command: 'skiptrace api GET /api/user/skip-trace -i', does: 'with status and headers' },
    {
      command: 'skiptrace api POST /api/v1/skip-trace --input lookup.json --yes',
      does: 'a write may charge, so it needs --yes or a yes',
    },
  ],
  arguments: [
    { name: 'method', description: 'GET, POST, …' },
    { name: 'path', description: 'path and query below the service URL' },
  ],
  options: [
    {
      flags: '-f, --raw-field <key=value>',
      description: 'a text field: in the query of a GET, else in the JSON body; repeated, a list',
      repeatable: true,
    },
    {
      flags: '-F, --field <key=value>',
      description: 'the same; true, false, null, numbers and @file are converted',
      repeatable: true,
    },
    {
      flags: '--input <file>',
      description: 'send this file as the JSON body; - is standard input',
      key: 'inputFile',
    },
    { flags: '-i, --include', description: 'print status and headers first' },
    { flags: '-y, --yes', description: 'send a write without asking, although it may charge' },
  ],
  output: 'the API response, as JSON',
  json: { is: 'the API response, on one line', fields: [] },
  cost: 'Whatever the request costs. Anything but GET and HEAD asks first, or needs --yes; there is no ceiling.',
  exits: ['confirmationNeeded', 'key', 'declined', 'inputFile', 'refused', 'network'],
  more: 'The key only goes to your service: a URL on another host is refused.',
  load: () => import('./run.js'),
};
