/** Directionals. Source: USPS Publication 28, Appendix B and §233; `NO`, `SO` and `EA` from public files. */
export const directionals: ReadonlyMap<string, string> = new Map(
  (
    'N N NORTH NO NORT|S S SOUTH SO|E E EAST EA|W W WEST|NE NE NORTHEAST|NW NW NORTHWEST|SE SE SOUTHEAST|' +
    'SW SW SOUTHWEST'
  )
    .split('|')
    .flatMap((row) => {
      const [code = '', ...spellings] = row.split(' ');
      return spellings.map((spelling): [string, string] => [spelling, code]);
    }),
);

/** The word of each directional, for names that hold one: `9 N NORTH PARK`. */
export const directionWords: ReadonlyMap<string, string> = new Map([
  ['N', 'NORTH'],
  ['S', 'SOUTH'],
  ['E', 'EAST'],
  ['W', 'WEST'],
  ['NE', 'NORTHEAST'],
  ['NW', 'NORTHWEST'],
  ['SE', 'SOUTHEAST'],
  ['SW', 'SOUTHWEST'],
]);
