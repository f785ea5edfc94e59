/** Names and descriptions of the layouts, for the help pages: their code is loaded by `export` only. */
export const LAYOUT_NAMES = ['phones', 'split', 'reisift', 'hubspot', 'ghl', 'long'] as const;
export type LayoutName = (typeof LAYOUT_NAMES)[number];
