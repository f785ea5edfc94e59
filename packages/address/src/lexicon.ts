/** One look-up per word: everything the tables know about it. */
import { directionals } from './data/directionals.js';
import { cardinals, ordinals } from './data/numerals.js';
import { states } from './data/states.js';
import { type Suffix, suffixes } from './data/suffixes.js';
import { type UnitDesignator, unitDesignators } from './data/units.js';

export interface Word {
  readonly suffix: Suffix | undefined;
  /** `N` … `SW`, or empty. */
  readonly direction: string;
  readonly unit: UnitDesignator | undefined;
  /** 4 for `FOURTH`, otherwise 0. */
  readonly ordinal: number;
  /** 4 for `FOUR`, otherwise 0. */
  readonly cardinal: number;
  /** May open the name of a numbered road: `COUNTY`, `US`, `FM`, `PA`. */
  readonly road: boolean;
}

const ROAD_OPENERS =
  'COUNTY CO CTY CNTY CR CTH STATE ST SR SH STH SRT US U INTERSTATE I IH HIGHWAY HWY HIWAY HGWY HIWY RTE ROUTE RT FM F FARM RM RR ' +
  'RANCH TOWNSHIP TWP';

export const lexicon: ReadonlyMap<string, Word> = build();

function build(): Map<string, Word> {
  const roads = new Set([
    ...ROAD_OPENERS.split(' '),
    ...[...states.keys()].filter((key) => !key.includes(' ')),
  ]);
  const words = new Set([
    ...suffixes.keys(),
    ...directionals.keys(),
    ...unitDesignators.keys(),
    ...ordinals.keys(),
    ...cardinals.keys(),
    ...roads,
  ]);
  return new Map(
    [...words].map((word) => [
      word,
      {
        suffix: suffixes.get(word),
        direction: directionals.get(word) ?? '',
        unit: unitDesignators.get(word),
        ordinal: ordinals.get(word) ?? 0,
        cardinal: cardinals.get(word) ?? 0,
        road: roads.has(word),
      },
    ]),
  );
}
