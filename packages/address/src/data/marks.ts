/** Words that begin something other than the name of a street, and placeholders. */

/** First words of a box. */
export const boxOpeners = 'P PB PO POB POBOX POST POSTAL BOX DRAWER CALLER LOCKBOX';

/** First words of the mail forms of Publication 28 §24–29 and §38: `PO BOX`, `RURAL ROUTE`, `GENERAL DELIVERY`, `PSC`. */
export const mailOpeners =
  boxOpeners +
  ' GEN GENERAL GD PSC CMR UNIT USS USCGC USNS R RR RFD RURAL RD SR RT RTE ROUTE STAR H HC HCR HIGHWAY HWY';

/** Words that no street name contains. They open a description of the same place: `NEAR OAK ST`, `BETWEEN 5TH AND 6TH`. */
export const noteOpeners = 'NEAR BETWEEN BTW BTWN ATTN';

/** Words that open such a description once the street has ended; before that they may be part of its name. */
export const noteOpenersAfterStreet = 'AT OFF FROM';

/** Words that open a description as well, but possibly of another place than the address: `BEHIND`, `NEXT TO`. */
export const besideOpeners = 'BEHIND OPPOSITE ADJACENT BESIDE';
export const besideOpenersAfterStreet = 'NEXT ACROSS OPP ADJ';

/** Words that may announce an identifier, alone or beside a designator: `# 4`, `APT NO 4`. */
export const identifierMarks = '# NO NUM NUMBER';

/** Rooms that all tenants of a building share, and its entrances. */
export const sharedRooms = 'ENTRANCE ENT ENTRY GYM GYMNASIUM CAFETERIA AUDITORIUM';

/** Puerto Rico: words that stand before the name of an urbanization. */
export const urbanizations = 'URB URBNZ URBANIZACION URBANISACION URBANIZATION URBANISATION';

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
