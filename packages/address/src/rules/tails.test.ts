/**
 * Words after the street that are not a known unit may tell two apartments apart. The sweep takes designators and words that
 * no table has, with every separator, and gives `compare` and the matcher different, equal and one-sided ones.
 */
import { describe, expect, test } from 'vitest';
import {
  type AddressInput,
  type ParsedAddress,
  compare,
  createMatcher,
  matchKeys,
  pack,
  parseAddress,
  propertyKey,
  standardize,
  unpack,
} from '../index.js';
import { table } from '../testing/table.js';

const DESIGNATORS =
  'Apt Apartment Unit Suite Ste No Num Number Bldg Building Floor Fl Room Rm Lot Space Spc Trailer Trlr Slip Pier Hangar Stop ' +
  'Dept Condo Townhouse Penthouse PH Rear Front Upper Lower Basement Office Lobby Side';
const LOCAL =
  'Tower Wing Cottage Cabin Villa Pad Site House MH Left Right Upstairs Downstairs Garage Gar Attic Studio Loft Back Res Prof';
const UNKNOWN = 'PS Zorb Chalet Phase Section Blok';
const WORDS = [DESIGNATORS, LOCAL, UNKNOWN, 'Mobile_Home Guest_House Tower_of Unidad'].flatMap((words) =>
  words.split(' ').map((word) => word.replace('_', ' ')),
);

const SEPARATORS: Record<string, (tail: string) => string> = {
  comma: (tail) => `, ${tail}`,
  dash: (tail) => ` - ${tail}`,
  parentheses: (tail) => ` (${tail})`,
  colon: (tail) => `: ${tail}`,
  'number sign': (tail) => ` # ${tail}`,
  'number sign and colon': (tail) => ` #: ${tail}`,
};
const IDENTIFIERS = [
  ['5', '6'],
  ['A', 'B'],
  ['12B', '12C'],
] as const;

const PLACE = { city: 'Dover', state: 'DE', zip: '19901' };
const HOUSE = '137-33 68th Drive';
const at = (address: string): AddressInput => ({ address, ...PLACE });

interface Line {
  readonly address: string;
  readonly parsed: ParsedAddress;
}
const lines = (tail: string): Line[] =>
  Object.values(SEPARATORS).map((separate) => {
    const address = HOUSE + separate(tail);
    return { address, parsed: parseAddress(at(address)) };
  });
const house = parseAddress(at(HOUSE));

/** Spellings with every separator before the tail, and with a number sign or a colon inside it. */
const spellings = (word: string, id: string): Line[] =>
  [`${word} ${id}`, `${word} #${id}`, `${word}#: ${id}`, `${word}: ${id}`].flatMap(lines);

/** The line of the record that a lead matches, or undefined. */
function found(records: readonly string[], lead: string): string | undefined {
  const result = createMatcher(records.map(at)).match(at(lead));
  return result.matched ? result.record.address : undefined;
}

/** Words that alone say no more than `#`. */
const MARK = /^(?:No|Num|Number)$/;

describe.each(WORDS)('a tail of %s', (word) => {
  test('tells two properties apart, however each is written', () => {
    for (const [one, other] of IDENTIFIERS) {
      const others = spellings(word, other);
      const [plain] = others;
      const directory = createMatcher(others.map(({ address }) => at(address)));
      const keysOfOthers = new Set(others.map(({ parsed }) => propertyKey(parsed)));
      for (const [nth, a] of spellings(word, one).entries()) {
        expect(directory.match(a.parsed).matched, a.address).toBe(false);
        expect(keysOfOthers.has(propertyKey(a.parsed)), a.address).toBe(false);
        for (const b of [plain, others[nth]])
          if (b) expect(compare(a.parsed, b.parsed).verdict, `${a.address} / ${b.address}`).not.toBe('same');
      }
    }
  });

  test('is the same with any separator before it', () => {
    for (const [id, other] of IDENTIFIERS) {
      const same = lines(`${word} ${id}`);
      const record = `${HOUSE}, ${word} ${id}`;
      const directory = createMatcher([HOUSE, record, `${HOUSE}, ${word} ${other}`].map(at));
      for (const [nth, { address, parsed }] of same.entries()) {
        for (const b of [parsed, same[(nth + 1) % same.length]?.parsed])
          if (b) expect(compare(parsed, b), address).toEqual({ verdict: 'same', reason: 'exact' });
        const result = directory.match(parsed);
        expect(result.matched && result.record.address, address).toBe(record);
      }
    }
  });

  test('on one side only is not the same property', () => {
    const directory = createMatcher([at(HOUSE)]);
    for (const { address, parsed } of [...spellings(word, '5'), ...lines(`${word} A`), ...lines(word)]) {
      if (address.replace(')', '').endsWith(word) && MARK.test(word)) continue;
      expect(compare(parsed, house), address).toEqual({ verdict: 'undecided', reason: 'unit_missing' });
      expect(found([address], HOUSE), address).toBeUndefined();
      expect(directory.match(parsed).matched, address).toBe(false);
      expect(found([HOUSE, address], HOUSE), address).toBe(HOUSE);
    }
  });

  test('stays in the standard form, the keys and the packed form', () => {
    for (const { address, parsed } of spellings(word, '5')) {
      const { line, city, state, zip } = standardize(parsed);
      const again: AddressInput = { address: line, city, state, zip };
      expect(compare(parsed, again), `${address} / ${line}`).toEqual({ verdict: 'same', reason: 'exact' });
      expect(matchKeys(again)).toEqual(matchKeys(parsed));
      expect(unpack(pack(parsed))).toEqual(parsed);
    }
  });
});

describe('tails from real tax rolls', () => {
  table(`
    137-33 68TH DRIVE, A <> 137-33 68TH DRIVE, B
    137-33 68TH DRIVE, A <> 137-33 68TH DRIVE
    137-33 68TH DRIVE, A = 137-33 68TH DRIVE #A
    30-80 21ST ST, PS 17 <> 30-80 21ST ST, PS 12
    20 Elm St, LU <> 20 Elm St, UU
    20 Elm St LU <> 20 Elm St UU
    20 Elm St, LU = 20 Elm St Apt LU
    20 Elm St, GAR <> 20 Elm St, RES
    100 Embassy Row <> 500 Embassy Row
    20 Elm St, 100 Embassy Row <> 20 Elm St, 500 Embassy Row
    20 Elm St Tower 2 <> 20 Elm St Tower 3
    20 Elm St Tower 2 Apt 5 = 20 Elm St, Apt 5, Tower 2
    20 Elm St No 5 <> 20 Elm St No 6
    20 Elm St, No. B <> 20 Elm St, No. C
    20 Elm St Unit No. C <> 20 Elm St Unit No. F
    20 Elm St (Cottage) <> 20 Elm St (House)
    9 TALBOT ROAD UNIT#: C <> 9 TALBOT ROAD UNIT#: F
    9 TALBOT ROAD UNIT#: C = 9 TALBOT ROAD UNIT C
    9 TALBOT ROAD UNIT #: C = 9 TALBOT ROAD #C
    9 TALBOT ROAD APT.# 4 = 9 TALBOT ROAD #: 4
    9 TALBOT ROAD APT GREEN <> 9 TALBOT ROAD APT GREEK
    9 TALBOT APT ZORB = 9 TALBOT, ZORB
    // a building before the number
    McGivney Hall, 620 Michigan Ave NE <> 620 Michigan Ave NE
    McGivney Hall, 620 Michigan Ave NE <> Caldwell Hall, 620 Michigan Ave NE
    McGivney Hall, 620 Michigan Ave NE = 620 Michigan Ave NE - McGivney Hall
    // another place than the address
    20 Elm St behind the church <> 20 Elm St
    20 Elm St, at rear <> 20 Elm St
    20 Elm St near Oak St Apt 4 <> 20 Elm St
    20 Elm St, Gymnasium, Apt 4 = 20 Elm St Apt 4
    20 Elm St, Entrance B <> 20 Elm St
    // words that add nothing
    20 Elm St, Dover = 20 Elm St
    20 Elm St (Dover) = 20 Elm St
    20 Elm St, Kent County = 20 Elm St
    20 Elm St, 20 Elm St = 20 Elm St
    20 Elm St, N/A = 20 Elm St
    20 Elm St, Left Dover = 20 Elm St, Left
  `);
});

describe('a tail before the city of a one-line address', () => {
  table(`
    20 Elm St, Tower 2, Dover, DE 19901 | | | <> 20 Elm St, Tower 3, Dover, DE 19901 | | |
    20 Elm St, Zorb, Dover, DE 19901 | | | <> 20 Elm St, Dover, DE 19901 | | |
    20 Elm St (Zorb), Dover, DE 19901 | | | = 20 Elm St, Zorb | Dover | DE | 19901
    20 Elm St A Dover DE 19901 | | | = 20 Elm St #A | Dover | DE | 19901
    20 Elm Dr A Forest Hills NY 11375 | | | <> 20 Elm Dr | Forest Hills | NY | 11375
    20 Elm St Left Dover DE 19901 | | | <> 20 Elm St Right Dover DE 19901 | | |
    20 Elm St Zorb Dover DE 19901 | | | <> 20 Elm St | Dover | DE | 19901
    20 Elm St, Lu Dover DE 19901 | | | <> 20 Elm St | Dover | DE | 19901
    20 Elm St - Zorb Dover DE 19901 | | | <> 20 Elm St | Dover | DE | 19901
    20 Elm St, East Dover, DE 19901 | | | = 20 Elm St | East Dover | DE | 19901
    20 Elm St, East Dover, DE 19901 | | | = 20 Elm St | Dover | DE | 19901
    20 Elm St Zorb Dover DE 19901 | | | <> 20 Elm St Blok Dover DE 19901 | | |
    20 Elm St Zorb Dover DE 19901 | Dover | DE | 19901 <> 20 Elm St | Dover | DE | 19901
    20 Elm St Dover DE 19901 | | | = 20 Elm St | Dover | DE | 19901
    20 Elm St Camden DE 19901 | | | = 20 Elm St | Dover | DE | 19901
    20 Elm St East Dover DE 19901 | | | <> 20 Elm St | Dover | DE | 19901
    // without a state or ZIP behind it, only the city on record can confirm it
    20 Elm St, Zorb | | DE | 19901 <> 20 Elm St | Dover | DE | 19901
    20 Elm St, Zorb | | DE | 19901 <> 20 Elm St, Blok | | DE | 19901
    20 Elm St, Dover | | DE | 19901 = 20 Elm St | Dover | DE | 19901
  `);
});

test('a parse says what it did not understand', () => {
  const unread = (line: string) => parseAddress(at(line)).unread;
  expect(unread('20 Elm St Apt 4')).toBe('');
  expect(unread('20 Elm St (Tower of Pisa), Apt 4, Zorb')).toBe('ZORB, TOWER OF PISA');
  expect(unread('Zorb Hall, 20 Elm St')).toBe('ZORB HALL');
  expect(standardize(at('20 Elm St, Zorb Apt 4')).line).toBe('20 ELM ST APT 4 (ZORB)');
});

describe('marks that were typed on purpose', () => {
  for (const mark of ['>', '<', '*', '=', '~', '^', '!', '?', '_', '%', '"', "'", '[', '\\', ':', ';', '|']) {
    test(`house number and ${mark}`, () => {
      expect(compare(at(`859${mark} Elm St`), at('859 Elm St')).verdict).not.toMatch(/same|compatible/);
    });
  }
  table(`
    12 Elm St > <> 12 Elm St
    12 Elm St * <> 12 Elm St
    12 Elm St Apt 2> <> 12 Elm St Apt 2
    12 Elm St Apt 2> = 12 Elm St # 2>
    "12 Elm St." = 12 Elm St
  `);
});

describe('letters and numbers that are no city and no note', () => {
  table(`
    5 Elm Rd B, Dover, DE <> 5 Elm Rd
    5 Elm Rd X, Dover, DE <> 5 Elm Rd
    5 Elm Rd D, Dover, DE <> 5 Elm Rd
    5 Elm Rd B, Dover, DE = 5 Elm Rd B
    5 Elm St @ B <> 5 Elm St
    5 Elm St AT 5 <> 5 Elm St
    5 Elm St NEAR 5 <> 5 Elm St
    5 Elm St ATTN 4 <> 5 Elm St
    5 Elm St Apt 2 @ B <> 5 Elm St Apt 2 @ C
    5 Elm St AT MAIN ST = 5 Elm St
    5 Elm St near Oak St = 5 Elm St
    5 Elm St near 5th = 5 Elm St
    5 Elm St Basement, entrance below front third room <> 5 Elm St Basement, entrance below front second room
    5 Elm St Apt 4E upper entrance <> 5 Elm St Apt 4E
  `);
});

describe('slips between real words', () => {
  table(`
    17 Old Hill Rd <> 17 Old Mill Rd
    17 Holly Mill Rd <> 17 Holly Hill Rd
    17 Jolly Hill Rd <> 17 Holly Hill Rd
    17 St Paula St <> 17 St Paul St
    17 Paterson St = 17 Patterson St
  `);
});

describe('more spellings of the same', () => {
  table(`
    12 TO 14 Oak St = 12-14 Oak St
    12 TO 14 Oak St = 14 Oak St
    12 TO 14 Oak St <> 13 Oak St
    12 TO 14 Bell Blvd | Bayside | NY | 11361 <> 12-14 Bell Blvd | Bayside | NY | 11361
    5 Elm St APTB2 = 5 Elm St Apt B2
    5 Elm St UNITB2 = 5 Elm St # B2
    12 MT ST = 12 Mount St
    12 E MT AVE = 12 E Mount Ave
    5 Elm St, No. B = 5 Elm St # B
    5 Elm St P0 Box 12 = 5 Elm St
    P0 Box 12, 5 Elm St = 5 Elm St
    P0 Box 12 <> P0 Box 12
    5 Elm AV ENUE = 5 Elm Ave
    5 Elm BOULE VARD = 5 Elm Blvd
    5 Elm STR EET = 5 Elm St
    5 Elm PARK WAY <> 5 Elm Pkwy
    5 NORTH W 2ND ST = 5 NW 2nd St
    5 NORTH W ST <> 5 NW St
    5 VZ CR-1803 | Van | TX | 75790 = 5 VZ County Road 1803 | Van | TX | 75790
    5 OLD US-70 = 5 Old US Hwy 70
    5 Elm St SR-5 <> 5 Elm SR 5
    5 SR = 5 State Rd
    5 W ST RT = 5 W State Road
    5 ST RD <> 5 State Rd
    5 SR <> 5 SR 9
  `);
});
