// Engines: SQLite, PostgreSQL
/** Cases of wrong owners found in real rolls and in adversarial ones, tested from import to answer. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryOwners, type TemporaryOwners, ownerEnginesOfTests } from '../../testing/owners.js';
import type { Lead } from './match-leads.js';

/**
 * A directory each: the records on file, then the leads. `lead -> record` finds that record, `lead -> ` and a reason is a miss.
 * An address is `line | city | state | ZIP`; a line alone lies in Dover.
 */
const CASES = `
# a tail that no table knows
137-33 68TH DRIVE, A
137-33 68TH DRIVE, A -> 137-33 68TH DRIVE, A
137-33 68TH DRIVE, B -> unit
137-33 68TH DRIVE -> unit_missing
# a school's number behind a comma
30-80 21ST ST, PS 12 | Astoria | NY | 11102
30-80 21ST ST, PS 17 | Astoria | NY | 11102 -> unit
# a flat of two letters
20 Elm St, UU
20 Elm St, LU -> unit
# a garage and a dwelling
20 Elm St, RES
20 Elm St, GAR -> unit
# a house of a row
100 Embassy Row
500 Embassy Row -> no_candidates
# towers
20 Elm St Tower 3
20 Elm St Tower 2 -> unit
# numbers behind No
20 Elm St No 6
20 Elm St No 5 -> unit
# sides
20 Elm St Right
20 Elm St Left -> unit
# in parentheses
20 Elm St (House)
20 Elm St (Cottage) -> unit
# one tax sale file
9 TALBOT ROAD UNIT#: F
9 TALBOT ROAD UNIT#: C -> unit
9 TALBOT ROAD UNIT F -> 9 TALBOT ROAD UNIT#: F
# a direction where both streets exist
2 N Highland Ave
98 Highland Ave
2 Highland Ave -> another_street
# a direction behind the name where both streets exist
2 Manor Dr S
98 Manor Dr
2 Manor Dr -> another_street
# a direction before the name where both streets exist
2 W Genesee Rd
98 Genesee Rd
2 Genesee Rd -> another_street
# a letter where both streets exist
2 Matterson Ave
98 Patterson Ave
2 Patterson Ave -> street
# a first letter
2 Lyndale Dr
2 Tyndale Dr -> street
# another first letter
2 Worth St
2 North St -> street
# a letter within the name where both streets exist
2 Marion Ave
98 Marian Ave
2 Marian Ave -> another_street
# the record as written beside another of the building
620 Michigan Ave NE - McGivney Hall
620 Michigan Ave NE
620 Michigan Ave NE -> 620 Michigan Ave NE
620 Michigan Ave NE - McGivney Hall -> 620 Michigan Ave NE - McGivney Hall
# two towns of one ZIP
12 Oak St | Dover | DE | 19901
12 Oak St | Camden | DE | 19901
12 Oak Street | Dover | DE | 19901 -> 12 Oak St | Dover | DE | 19901
12 Oak Street | Camden | DE | 19901 -> 12 Oak St | Camden | DE | 19901
12 Oak St | Woodside | DE | 19901 -> ambiguous
12 Oak St | | DE | 19901 -> ambiguous
# a town of the ZIP under other names
5 Main St | Wyckoff | NJ | 07432
7 Main St | Midland Park | NJ | 07432
5 Main St | Midlnd Park | NJ | 07432 -> another_city
5 Main St | Midland Park Borough | NJ | 07432 -> another_city
5 Main St | Midland | NJ | 07432 -> another_city
5 Main St, Midlnd Park, NJ 07432 | | | -> another_city
5 Main St | Wycoff | NJ | 07432 -> 5 Main St | Wyckoff | NJ | 07432
5 Main St | Sicomac | NJ | 07432 -> 5 Main St | Wyckoff | NJ | 07432
# a line that is of two towns of the ZIP
12 Bay St S | Boston | MA | 02127
14 Bay St | South Boston | MA | 02127
12 Bay St South Boston MA 02127 | | | -> another_city
12 Bay St S Boston | | MA | 02127 -> another_city
12 Bay South Boston 02127 | | | -> another_city
12 Bay St S, Boston, MA 02127 | | | -> 12 Bay St S | Boston | MA | 02127
# a street of the town, behind a better record of another town
12 Oak St | Wyckoff | NJ | 07432
12 N Oak St | Midland Park | NJ | 07432
14 Oak St | Midland Park | NJ | 07432
12 Oak St | Midland Park | NJ | 07432 -> another_street
# kinds of units of one building
20 Birch Rd Bldg 4
20 Birch Rd Bldg 3
20 Birch Rd Apt 9
20 Birch Rd Lot 4 -> unit
20 Birch Rd Fl 4 -> unit
20 Birch Rd Ste 4 -> unit
20 Birch Rd 4 -> unit
20 Birch Rd Building 4 -> 20 Birch Rd Bldg 4
# cities that begin with another letter, without ZIP
12 Oak St | Milton | FL |
12 Oak St | Hilton | FL | -> city
12 Oak St | Miltan | FL | -> city
# a ZIP for none
12 Oak St | Dover | DE | 99999
12 Oak St | Camden | DE | 99999 -> city
12 Oak St | Dover | DE | 19901 -> 12 Oak St | Dover | DE | 99999
# a hyphen in another place
104-05 165th St | Jamaica | NY | 11433
10-405 165th St | Jamaica | NY | 11433 -> no_candidates
10405 165th St | Jamaica | NY | 11433 -> 104-05 165th St | Jamaica | NY | 11433
104 05 165th St | Jamaica | NY | 11433 -> 104-05 165th St | Jamaica | NY | 11433
# grids of Utah
640 E 300 S | Provo | UT | 84606
640 S 300 E | Provo | UT | 84606 -> directional
640 E 300 | Provo | UT | 84606 -> directional
# grids of Wisconsin
N52W16590 Oak Ave | Menomonee Falls | WI | 53051
N52W16950 Oak Ave | Menomonee Falls | WI | 53051 -> no_candidates
N52 W16590 Oak Ave | Menomonee Falls | WI | 53051 -> N52W16590 Oak Ave | Menomonee Falls | WI | 53051
# urbanizations
Urb Alturas 5 Calle 2 | San Juan | PR | 00926
Urb Santa Rosa 5 Calle 2 | San Juan | PR | 00926 -> urbanization
5 Calle 2 | San Juan | PR | 00926 -> urbanization
# a letter of the number and of the flat
12A Oak St
12 Oak St Apt A -> no_candidates
12 Oak St -> no_candidates
012-A Oak St -> 12A Oak St
# classes of roads
12 County Road 9
12 State Route 9 -> street
12 Hwy 9 -> street
# suffixes of one name
12 Oak St
12 Oak Ct -> suffix
# lots
12 Oak St Lot 5 Blk 2
12 Oak St Lot 5 Blk 3 -> unit
12 Oak St Lot 5 -> unit
# fractions and ranges
88 1/2 Elm St
90-94 Elm St
88 Elm St -> no_candidates
92 Elm St -> no_candidates
94 Elm St -> 90-94 Elm St
# misses that were without risk
5616 HAMSTEAD XING
617 E FORT AVE
2200 H ST
42-10 Francis Lewis Boulevard
22 RUDSBORO RD, #34
600 EAST BLVD
5616 HAMSTEAD CRSG -> 5616 HAMSTEAD XING
617 E FT AVE -> 617 E FORT AVE
P O BOX 277, 2200 H ST -> 2200 H ST
42-10 FRANCIS LEWIS BOULEV -> 42-10 Francis Lewis Boulevard
22 RUDSBORO RD 34 -> 22 RUDSBORO RD, #34
600 E BLVD -> 600 EAST BLVD
# a number behind the street in Puerto Rico
435 AVE PONCE DE LEON | San Juan | PR | 00918
AVE PONCE DE LEON 435 | San Juan | PR | 00918 -> 435 AVE PONCE DE LEON | San Juan | PR | 00918
`;

interface Case {
  readonly title: string;
  readonly records: readonly Lead[];
  readonly leads: readonly { readonly lead: Lead; readonly expected: string }[];
}

const cases: readonly Case[] = CASES.split(/^# /m)
  .slice(1)
  .map((text) => {
    const [title = '', ...rows] = text.trim().split('\n');
    const leads = rows.filter((row) => row.includes(' -> '));
    return {
      title,
      records: rows.filter((row) => !row.includes(' -> ')).map(read),
      leads: leads.map((row) => {
        const [lead = '', expected = ''] = row.split(' -> ');
        const isRecord = rows.includes(expected);
        return { lead: read(lead), expected: isRecord ? written(read(expected)) : expected };
      }),
    };
  });

function written({ address, city, state }: Lead): string {
  return [address, city, state].join(' | ');
}

function read(row: string): Lead {
  const [address = '', city = 'Dover', state = 'DE', zip = '19901'] = row
    .split('|')
    .map((part) => part.trim());
  return { address, city, state, zip };
}

describe.each(ownerEnginesOfTests)('on $name', (engine) => {
  let world: TemporaryOwners;
  beforeAll(async () => {
    world = await temporaryOwners(engine);
  });
  afterAll(() => world.remove());

  it.each(cases)('$title: no lead gets another owner', async ({ records, leads }) => {
    const cells = ({ address, city, state, zip }: Lead) =>
      [address, city, state, zip].map((cell) => `"${cell}"`);
    const rows = records.map((record, at) => [...cells(record), `Owner${at}`, 'Reed'].join(','));
    const csv = ['address,city,state,zip,First Name,Last Name', ...rows, ''].join('\n');
    const { rows: counts } = await world.load(csv, { source: 'roll', replace: true });
    expect(counts.stored).toBe(records.length);

    const asked = leads.map(({ lead }) => lead);
    const results = await world.directory.match(asked);
    const ids = results.flatMap((one) => (one.matched ? [one.ownerRecordId] : []));
    const owners = await world.directory.read(ids);
    const answers = results.map((one) => {
      if (!one.matched) return one.reason;
      const owner = owners.get(one.ownerRecordId);
      const at = Number(owner?.firstName?.replace('Owner', ''));
      const record = records[at];
      return record === undefined ? 'no record' : written(record);
    });
    expect(answers).toEqual(leads.map(({ expected }) => expected));

    for (const [at, lead] of asked.entries()) {
      const { reason } = await world.directory.explain(lead);
      const result = results[at];
      expect(reason).toBe(result?.matched === false ? result.reason : null);
    }
  });
});
