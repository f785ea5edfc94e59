import type { CommandSpec } from '../command.js';
import { SHELLS } from './shells.js';

export const completionCommand: CommandSpec = {
  path: ['completion'],
  summary: 'Print a shell completion script',
  examples: [
    { command: 'source <(skiptrace completion bash)', does: 'bash, and zsh with its name' },
    {
      command: 'skiptrace completion fish > ~/.config/fish/completions/skiptrace.fish',
      does: 'fish, for good',
    },
  ],
  arguments: [{ name: 'shell', description: SHELLS.join(', ') }],
  output: 'the script',
  json: { fields: ['shell', 'script'] },
  cost: 'Free.',
  exits: [],
  load: () => import('./run.js'),
};
