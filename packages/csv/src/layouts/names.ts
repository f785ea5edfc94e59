/** The layouts in words, for the help pages: the code of them is loaded by `export` only. */
export const LAYOUT_NAMES = ['phones', 'split', 'reisift', 'hubspot', 'ghl', 'long'] as const;
export type LayoutName = (typeof LAYOUT_NAMES)[number];
