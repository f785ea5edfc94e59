/** Everything the tables know about a word, found in one step. */
import { directionals, suffixes } from './data/street-words.js';
import { cardinals, ordinals } from './data/numerals.js';
import {
  besideOpeners,
  besideOpenersAfterStreet,
  boxOpeners,
  countries,
  identifierMarks,
  mailOpeners,
  noteOpeners,
  noteOpenersAfterStreet,
  sharedRooms,
  urbanizations,
  sentinels,
} from './data/marks.js';
import { civilDivisions, keptInCity, kingOpeners, sameAtHead, sameInCity, sameInName } from './data/names.js';
import { states } from './data/states.js';
import { unitDesignators } from './data/units.js';

/** Everything that a word may be. Empty text, zero or false where it is not that. */
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
  /** A designator that is never an ordinary word. */
  readonly plain: boolean;
  /** A designator only after a complete street: `TOWER`, `LEFT`. */
  readonly local: boolean;
  /** 4 for `FOURTH`. */
  readonly ordinal: number;
  /** 4 for `FOUR`. */
  readonly cardinal: number;
  /** May open the name of a numbered road: `COUNTY`, `US`, `FM`, `PA`. */
  readonly road: boolean;
  /** May be the first word of a mail form, and of a box. */
  readonly mail: boolean;
  readonly box: boolean;
  /** The word opens a description: anywhere, or only after the street has ended. */
  readonly note: '' | 'always' | 'afterStreet';
  /** The description is of the address itself: `NEAR OAK ST`, not `BEHIND THE CHURCH`. */
  readonly understood: boolean;
  /** May announce an identifier: `#`, `NO`. */
  readonly mark: boolean;
  /** A room that all tenants of a building share, or an entrance: `GYM`. */
  readonly shared: boolean;
  readonly urbanization: boolean;
  /** Number of words of the longest country name, and of the longest state name, that ends in this word. */
  readonly endsCountry: number;
  readonly endsState: number;
  /** The first word of a sentinel, of `MARTIN LUTHER KING`, of `CITY OF`. */
  readonly opensSentinel: boolean;
  readonly opensKing: boolean;
  readonly civil: boolean;
  /** The word it stands for anywhere in a street name, as its first word, in a city. */
  readonly inName: string;
  readonly atHead: string;
  readonly inCity: string;
}

const ROAD_OPENERS =
  'COUNTY CO CTY CNTY CR CTH STATE ST SR SH STH SRT US U INTERSTATE I IH HIGHWAY HWY HIWAY HGWY HIWY HIGHWY HWAY RTE ROUTE RT ' +
  'FM F FARM RM RR RANCH TOWNSHIP TWP CRD TR TSR T FS FSR FOREST PARISH PRIVATE PVT C S UNITED';

const setOf = (words: string) => new Set(words.split(' '));

/** Last words of phrases → number of words of the longest phrase that ends in them. */
function endings(phrases: Iterable<string>): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  for (const phrase of phrases) {
    const words = phrase.split(' ');
    const last = words.at(-1) ?? '';
    lengths.set(last, Math.max(words.length, lengths.get(last) ?? 0));
  }
  return lengths;
}

const roads = new Set([...setOf(ROAD_OPENERS), ...states.keys()]);
const mail = setOf(mailOpeners);
const boxes = setOf(boxOpeners);
const beside = setOf(besideOpeners + ' ' + besideOpenersAfterStreet);
const notes = setOf(noteOpeners + ' ' + besideOpeners);
const notesAfterStreet = setOf(noteOpenersAfterStreet + ' ' + besideOpenersAfterStreet);
const marks = setOf(identifierMarks);
const shared = setOf(sharedRooms);
const urbanizationWords = setOf(urbanizations);
const countryEnds = endings(countries);
const stateEnds = endings(states.keys());
const sentinelOpeners = new Set([...sentinels].map((text) => text.replace(/ .*/, '')));
const kings = setOf(kingOpeners);
const civil = setOf(civilDivisions);

function factsOf(word: string): Facts {
  const suffix = suffixes.get(word);
  const unit = unitDesignators.get(word);
  const direction = directionals.get(word) ?? '';
  return {
    suffix: suffix?.code ?? '',
    suffixName: suffix?.name ?? '',
    strong: suffix?.strong ?? false,
    direction,
    unit: unit?.code ?? '',
    range: unit?.range ?? false,
    plain: unit?.plain ?? false,
    local: unit?.local ?? false,
    ordinal: ordinals.get(word) ?? 0,
    cardinal: cardinals.get(word) ?? 0,
    road: roads.has(word),
    mail: mail.has(word),
    box: boxes.has(word),
    note: notes.has(word) ? 'always' : notesAfterStreet.has(word) ? 'afterStreet' : '',
    understood: !beside.has(word),
    mark: marks.has(word),
    shared: shared.has(word),
    urbanization: urbanizationWords.has(word),
    endsCountry: countryEnds.get(word) ?? 0,
    endsState: stateEnds.get(word) ?? 0,
    opensSentinel: sentinelOpeners.has(word),
    opensKing: kings.has(word),
    civil: civil.has(word),
    inName: sameInName.get(word) ?? '',
    atHead: sameAtHead.get(word) ?? '',
    inCity: sameInCity.get(word) ?? (keptInCity.has(word) ? '' : (suffix?.name ?? '')),
  };
}

/** Facts of a word that the tables don't list, as most aren't. */
export const NO_FACTS: Facts = factsOf('');

export const lexicon: ReadonlyMap<string, Facts> = new Map(
  [
    ...[suffixes, directionals, unitDesignators, ordinals, cardinals, sameInName, sameAtHead, sameInCity],
    ...[countryEnds, stateEnds, roads, mail, notes, notesAfterStreet, urbanizationWords, sentinelOpeners],
    ...[kings, civil, marks, shared],
  ].flatMap((table) => [...table.keys()].map((word): [string, Facts] => [word, factsOf(word)])),
);
