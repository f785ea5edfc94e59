/** Everything the tables know about a word, found in one step. */
import { states } from './data/states.js';
import { directionals, suffixes } from './data/street-words.js';
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
  readonly needsIdentifier: boolean;
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
  /** Two words that are written as one: `UNIT` and `B` for `UNITB`. */
  readonly parts: readonly [string, string] | undefined;
}

/**
 * Numbers written as words, for streets (`TWENTY-THIRD`), floors (`SECOND FLOOR`) and `ONE MAIN ST`: the cardinal, then its
 * ordinal unless that is the cardinal with TH.
 */
const UNITS =
  'ONE FIRST|TWO SECOND|THREE THIRD|FOUR|FIVE FIFTH|SIX|SEVEN|EIGHT EIGHTH|NINE NINTH|TEN|ELEVEN|TWELVE TWELFTH|THIRTEEN|' +
  'FOURTEEN|FIFTEEN|SIXTEEN|SEVENTEEN|EIGHTEEN|NINETEEN';

const TENS = 'TWENTY THIRTY FORTY FIFTY SIXTY SEVENTY EIGHTY NINETY';

/** `ONE` … `NINETEEN`, `TWENTY` … `NINETY`. */
export const cardinals: ReadonlyMap<string, number> = new Map([
  ...UNITS.split('|').map((row, i): [string, number] => [row.replace(/ .*/, ''), i + 1]),
  ...TENS.split(' ').map((word, i): [string, number] => [word, 20 + i * 10]),
]);

/** `FIRST` … `NINETYNINTH`, `HUNDREDTH`. A hyphen or a space between two halves does not count. */
const ordinals: ReadonlyMap<string, number> = buildOrdinals();

function buildOrdinals(): Map<string, number> {
  const byWord = new Map<string, number>();
  const units = UNITS.split('|').map((row) => row.split(' ')[1] ?? row + 'TH');
  units.forEach((word, i) => byWord.set(word, i + 1));
  TENS.split(' ').forEach((tens, i) => {
    const value = 20 + i * 10;
    byWord.set(tens.replace(/Y$/, 'IETH'), value);
    units.slice(0, 9).forEach((unit, digit) => byWord.set(tens + unit, value + digit + 1));
  });
  return byWord.set('HUNDREDTH', 100);
}

/** `1` → `1ST`, `12` → `12TH`, `93` → `93RD`. */
export function ordinal(digits: string): string {
  const lastTwo = digits.slice(-2);
  if (lastTwo.length === 2 && lastTwo.startsWith('1')) return digits + 'TH';
  const last = digits.slice(-1);
  return digits + (last === '1' ? 'ST' : last === '2' ? 'ND' : last === '3' ? 'RD' : 'TH');
}

// Words of street names and of cities that are written in more than one way.

/** Words that mean the same anywhere in a street name: `ALT` is `ALTERNATE`. */
const sameInName = pairs('JUNIOR JR,BUS BUSINESS,ALT ALTERNATE,SVC SERVICE,SERV SERVICE');

/** Words that mean the same when they are the first word of a street name. Spanish ones: Publication 28, Appendix H. */
const sameAtHead = pairs(
  'DR DOCTOR,STE SAINTE,FRT FORT,CLL CALLE,CLLE CALLE,CAM CAMINO,CMO CAMINO,PSO PASEO,AVDA AVENIDA,AVD AVENIDA',
);

/** Suffix spellings too short or too common to be read as a suffix inside the name of a street. */
export const keptInName = new Set(
  (
    'LA DR VIA IS UN PR RUE CI TE WL VL DL DM DV LF ML BG CP LP REST EXPRESS EXP VIADUCT PARKS WALKS FORESTS RANCHES HOLLOWS ' +
    'ISLES LOOPS TRAILS TRACKS'
  ).split(' '),
);

/** First words of `DR MARTIN LUTHER KING JR` in all its spellings. */
const kingOpeners = 'DR DOCTOR REV REVEREND MLK MARTIN M ML';

/** Words that mean the same in the name of a city. */
const sameInCity = pairs(
  'ST SAINT,STE SAINTE,TWP TOWNSHIP,TWNSHP TOWNSHIP,BH BEACH,AFB AIRFORCEBASE,SN SAN,FRT FORT',
);

/** Words before a city's name that do not belong to it: `VILLAGE OF LISLE` is Lisle. */
const civilDivisions = 'CITY TOWN VILLAGE TOWNSHIP BOROUGH';

/** Suffix spellings that are more often a word than an abbreviation in the name of a city. */
const keptInCity = new Set('LA DR CT CI CO AV EXP REST PR UN IS VIA TE PARKS NO SO EA NORT'.split(' '));

function pairs(table: string): ReadonlyMap<string, string> {
  return new Map(table.split(',').map((row) => row.split(' ') as [string, string]));
}

// Words that begin something other than the name of a street, and placeholders.

/** First words of a box. */
const boxOpeners = 'P PB PO POB POBOX POST POSTAL BOX DRAWER CALLER LOCKBOX';

/** First words of the mail forms of Publication 28 §24–29 and §38: `PO BOX`, `RURAL ROUTE`, `GENERAL DELIVERY`, `PSC`. */
const mailOpeners =
  boxOpeners +
  ' GEN GENERAL GD PSC CMR UNIT USS USCGC USNS R RR RFD RURAL RD SR RT RTE ROUTE STAR H HC HCR HIGHWAY HWY';

/** Words that no street name contains. They open a description of the same place: `NEAR OAK ST`, `BETWEEN 5TH AND 6TH`. */
const noteOpeners = 'NEAR BETWEEN BTW BTWN ATTN';

/** Words that open such a description once the street has ended; before that they may be part of its name. */
const noteOpenersAfterStreet = 'AT OFF FROM';

/** Words that open a description as well, but possibly of another place than the address: `BEHIND`, `NEXT TO`. */
const besideOpeners = 'BEHIND OPPOSITE ADJACENT BESIDE';
const besideOpenersAfterStreet = 'NEXT ACROSS OPP ADJ';

/** Words that may announce an identifier, alone or beside a designator: `# 4`, `APT NO 4`. */
const identifierMarks = '# NO NUM NUMBER';

/** Rooms that all tenants of a building share, and its entrances. */
const sharedRooms = 'ENTRANCE ENT ENTRY GYM GYMNASIUM CAFETERIA AUDITORIUM';

/** Puerto Rico: words that stand before the name of an urbanization. */
const urbanizations = 'URB URBNZ URBANIZACION URBANISACION URBANIZATION URBANISATION';

/** Names of the country at the end of a line. */
export const countries: ReadonlySet<string> = new Set([
  'USA',
  'US',
  'UNITED STATES',
  'UNITED STATES OF AMERICA',
  'U S A',
  'U S',
]);

/** Placeholders that files have in empty fields. None of these is an address, a city, a state or a ZIP. */
export const sentinels: ReadonlySet<string> = new Set(
  (
    'N A|NA|NULL|NONE|NAN|NIL|UNKNOWN|UNK|UNKN|TBD|TBA|TO BE DETERMINED|0|00000|VACANT LAND|VACANT|VACANT LOT|' +
    'NO SITUS ADDRESS|NO SITUS|NO ADDRESS|NOT AVAILABLE|NOT APPLICABLE|UNASSIGNED|UNDEFINED|NO SITE ADDRESS|' +
    'ADDRESS UNKNOWN|UNKNOWN ADDRESS|NO ADDRESS AVAILABLE|NO PROPERTY ADDRESS|ADDRESS NOT AVAILABLE|NOT ASSIGNED|' +
    'DNC EXCLUDED|DNC|EXCLUDED|REDACTED|CONFIDENTIAL|X|XX|XXX|XXXX|XXXXX|TEST|NOT PROVIDED|NO DATA|BLANK|EMPTY|MISSING'
  ).split('|'),
);

/** Words that only look like a designator and a letter. `APTO` is Spanish for `APT`. */
const inWords = new Set('APTO APTS APTT BLDGS SUITED SUITES UNITD UNITE UNITS UNITY'.split(' '));

/** Single words that stand for two: `SVCRD` for `SERVICE RD`, and a unit written together, such as `UNITB`. */
const writtenTogether: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['SVRD', ['SERVICE', 'RD']],
  ['SVCRD', ['SERVICE', 'RD']],
  ['FRTRD', ['FRONTAGE', 'RD']],
  ...['APT A-Z', 'UNIT A-Z', 'SUITE A-Z', 'BLDG A-Z', 'STE A-D'].flatMap(gluedLetters),
]);

/** `UNITB` is `UNIT B`. Not a plural, nor a word of its own: `UNITS`, `UNITY`. */
function gluedLetters(row: string): [string, readonly [string, string]][] {
  const [designator = '', range = ''] = row.split(' ');
  return Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    .filter((letter) => letter <= range.charAt(2) && !inWords.has(designator + letter))
    .map((letter) => [designator + letter, [designator, letter]]);
}

const ROAD_OPENERS =
  'COUNTY CO CTY CNTY CR CTH CSAH STATE ST SR SH STH SRT US U INTERSTATE I IH HIGHWAY HWY HIWAY HGWY HIWY HIGHWY HWAY RTE ROUTE RT ' +
  'FM F FARM RM RR RANCH TOWNSHIP TWP CRD TR TSR T FS FSR FOREST PARISH PRIVATE PVT PR C S M K UNITED';

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
    needsIdentifier: unit?.needsIdentifier ?? false,
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
    parts: writtenTogether.get(word),
  };
}

/** Facts of a word that the tables don't list, as most aren't. */
export const NO_FACTS: Facts = factsOf('');

export const lexicon: ReadonlyMap<string, Facts> = new Map(
  [
    ...[suffixes, directionals, unitDesignators, ordinals, cardinals, sameInName, sameAtHead, sameInCity],
    ...[countryEnds, stateEnds, roads, mail, notes, notesAfterStreet, urbanizationWords, sentinelOpeners],
    ...[kings, civil, marks, shared, writtenTogether],
  ].flatMap((table) => [...table.keys()].map((word): [string, Facts] => [word, factsOf(word)])),
);
