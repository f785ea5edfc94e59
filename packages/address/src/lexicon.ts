/** One look-up per word: everything the tables know about it. */
import { directionals } from './data/directionals.js';
import { cardinals, ordinals } from './data/numerals.js';
import { states } from './data/states.js';
import { suffixes } from './data/suffixes.js';
import { unitDesignators } from './data/units.js';

/** What a word may be. Empty text, zero and false where it is not. */
export interface Facts {
  /** Code of the suffix, `HL`, and its primary name, `HILL`. */
  readonly suffix: string;
  readonly suffixName: string;
  /** A suffix that is hardly ever part of a name. */
  readonly strong: boolean;
  /** `N` … `SW`. */
  readonly direction: string;
  /** Code of the unit designator. */
  readonly unit: string;
  /** A designator that needs an identifier. */
  readonly range: boolean;
  /** A designator that is no ordinary word. */
  readonly plain: boolean;
  /** 4 for `FOURTH`. */
  readonly ordinal: number;
  /** 4 for `FOUR`. */
  readonly cardinal: number;
  /** May open the name of a numbered road: `COUNTY`, `US`, `FM`, `PA`. */
  readonly road: boolean;
}

const ROAD_OPENERS =
  'COUNTY CO CTY CNTY CR CTH STATE ST SR SH STH SRT US U INTERSTATE I IH HIGHWAY HWY HIWAY HGWY HIWY HIGHWY HWAY RTE ROUTE RT ' +
  'FM F FARM RM RR RANCH TOWNSHIP TWP';

const roads = new Set([...ROAD_OPENERS.split(' '), ...states.keys()]);

function factsOf(word: string): Facts {
  const suffix = suffixes.get(word);
  const unit = unitDesignators.get(word);
  return {
    suffix: suffix?.code ?? '',
    suffixName: suffix?.name ?? '',
    strong: suffix?.strong ?? false,
    direction: directionals.get(word) ?? '',
    unit: unit?.code ?? '',
    range: unit?.range ?? false,
    plain: unit?.plain ?? false,
    ordinal: ordinals.get(word) ?? 0,
    cardinal: cardinals.get(word) ?? 0,
    road: roads.has(word),
  };
}

export const NO_FACTS: Facts = factsOf('');

export const lexicon: ReadonlyMap<string, Facts> = new Map(
  [suffixes, directionals, unitDesignators, ordinals, cardinals, roads].flatMap((table) =>
    [...table.keys()].map((word): [string, Facts] => [word, factsOf(word)]),
  ),
);
