/**
 * Directionals: abbreviation, word, further spellings.
 *
 * Source: USPS Publication 28, Appendix B and §233; `NO`, `SO` and `EA` from public files.
 */
const ROWS = 'N NORTH NO NORT|S SOUTH SO|E EAST EA|W WEST|NE NORTHEAST|NW NORTHWEST|SE SOUTHEAST|SW SOUTHWEST'
  .split('|')
  .map((row) => row.split(' '));

/** Abbreviation by every spelling. */
export const directionals: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap((spellings) => spellings.map((spelling): [string, string] => [spelling, spellings[0] ?? ''])),
);

/** The word of each directional, for names that hold one: `9 N NORTH PARK`. */
export const directionWords: ReadonlyMap<string, string> = new Map(
  ROWS.map(([abbreviation = '', word = '']) => [abbreviation, word]),
);
