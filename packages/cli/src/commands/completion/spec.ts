import type { CommandSpec } from '../command.js';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

export const completionCommand: CommandSpec = {
  path: ['completion'],
  summary: 'A script that teaches your shell the commands and options',
  examples: [
    { command: 'source <(skiptrace completion bash)', does: 'bash, and zsh with its name' },
    {
      command: 'skiptrace completion fish > ~/.config/fish/completions/skiptrace.fish',
      does: 'fish, for good',
    },
    { command: 'skiptrace completion powershell | Out-String | Invoke-Expression', does: 'PowerShell' },
  ],
  arguments: [{ name: 'shell', description: SHELLS.join(', ') }],
  output: 'the script',
  json: { fields: ['shell', 'script'] },
  cost: 'Free.',
  exits: [],
  load: () => import('./run.js'),
};
