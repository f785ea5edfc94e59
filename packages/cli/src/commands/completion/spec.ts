import type { CommandSpec } from '../command.js';

export const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;

export const completionCommand: CommandSpec = {
  path: ['completion'],
  summary: 'Print a shell completion script',
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

/** Asked by the scripts, and no part of help. Its words are taken as they are, options included. */
export const COMPLETE = '__complete';
export const completeCommand: CommandSpec = {
  path: [COMPLETE],
  summary: 'What can follow the words of a command line',
  examples: [],
  output: 'a candidate a line, a tab, its description',
  json: { fields: [] },
  cost: 'Free.',
  exits: [],
  checksSettings: true,
  load: () => import('./complete.js'),
};
