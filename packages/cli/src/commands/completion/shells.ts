/** The shells that a completion script can be printed for. */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
