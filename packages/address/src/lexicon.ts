/** Everything the tables know about a word, found in one step. */
import { directionals } from './data/directionals.js';
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
} from './data/marks.js';
import { civilDivisions, keptInCity, kingOpeners, sameAtHead, sameInCity, sameInName } from './data/names.js';
import { sentinels } from './data/sentinels.js';
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
  /** A designator only behind a finished street: `TOWER`, `LEFT`. */
  readonly local: boolean;
  /** 4 for `FOURTH`. */
  readonly ordinal: number;
  /** 4 for `FOUR`. */
  readonly cardinal: number;
  /** May open the name of a numbered road: `COUNTY`, `US`, `FM`, `PA`. */
  readonly road: boolean;
  /** May open a form of mail, and a box. */
  readonly mail: boolean;
  readonly box: boolean;
  /** A description follows: anywhere, or once the street is over. */
  readonly note: '' | 'always' | 'afterStreet';
  /** The description is of the address itself: `NEAR OAK ST`, not `BEHIND THE CHURCH`. */
  readonly understood: boolean;
  /** May announce an identifier: `#`, `NO`. */
  readonly mark: boolean;
  /** A room that a building has for everybody, or a way into it: `GYM`. */
  readonly shared: boolean;
  readonly urbanization: boolean;
  /** How many words the longest country, the longest state has that ends in it. */
  readonly endsCountry: number;
  readonly endsState: number;
  /** The first word of a sentinel, of `MARTIN LUTHER KING`, of `CITY OF`. */
  readonly opensSentinel: boolean;
  readonly opensKing: boolean;
  readonly civil: boolean;
  /** What it stands for anywhere in a name, at its head, in a city. */
  readonly inName: string;
  readonly atHead: string;
  readonly inCity: string;
}

const ROAD_OPENERS =
  'COUNTY CO CTY CNTY CR CTH STATE ST SR SH STH SRT US U INTERSTATE I IH HIGHWAY HWY HIWAY HGWY HIWY HIGHWY HWAY RTE ROUTE RT ' +
  'FM F FARM RM RR RANCH TOWNSHIP TWP CRD TR TSR T FS FSR FOREST PARISH PRIVATE PVT C S UNITED';

const setOf = (words: string) => new Set(words.split(' '));

/** The last words of phrases, and how many words the longest phrase has that ends in them. */
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

/** What is known of most words. */
export const NO_FACTS: Facts = factsOf('');

export const lexicon: ReadonlyMap<string, Facts> = new Map(
  [
    ...[suffixes, directionals, unitDesignators, ordinals, cardinals, sameInName, sameAtHead, sameInCity],
    ...[countryEnds, stateEnds, roads, mail, notes, notesAfterStreet, urbanizationWords, sentinelOpeners],
    ...[kings, civil, marks, shared],
  ].flatMap((table) => [...table.keys()].map((word): [string, Facts] => [word, factsOf(word)])),
);
