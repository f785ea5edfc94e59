import { SHELLS, type CommandSpec } from '../command.js';

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
      description: 'text field, in the query of a GET or else in the JSON body; repeat it to send a list',
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
  more: 'The key only goes to your service: a URL on another host is refused.',
  load: () => import('../api.js'),
};

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
  more: 'It forwards what the service sends to the webhook endpoints of the account, some seconds later, signed with the secret that it prints. So the account needs an endpoint, at any address: add one in the web app. A webhook that your program does not accept is not sent again.',
  load: () => import('../listen.js'),
};

export const completionCommand = (catalogue: () => readonly CommandSpec[]): CommandSpec => ({
  path: ['completion'],
  summary: 'Print a shell completion script',
  examples: [
    { command: 'source <(skiptrace completion bash)', does: 'for bash; for zsh, write zsh instead' },
    {
      command: 'skiptrace completion fish > ~/.config/fish/completions/skiptrace.fish',
      does: 'fish, for good',
    },
  ],
  arguments: [{ name: 'shell', description: SHELLS.join(', ') }],
  output: 'the script',
  json: { fields: ['shell', 'script'] },
  load: async () => ({ run: (await import('../completion.js')).completionOf(catalogue()) }),
});
