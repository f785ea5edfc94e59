/** Words that tell that something other than the name of a street begins. */

/** First words of a box. */
export const boxOpeners = 'P PB PO POB POBOX POST POSTAL BOX DRAWER CALLER LOCKBOX';

/** First words of the mail forms of Publication 28 §24–29 and §38: `PO BOX`, `RURAL ROUTE`, `GENERAL DELIVERY`, `PSC`. */
export const mailOpeners =
  boxOpeners +
  ' GEN GENERAL GD PSC CMR UNIT USS USCGC USNS R RR RFD RURAL RD SR RT RTE ROUTE STAR H HC HCR HIGHWAY HWY';

/** Words that no street has: a description of the same place follows, `NEAR OAK ST`, `BETWEEN 5TH AND 6TH`. */
export const noteOpeners = 'NEAR BETWEEN BTW BTWN ATTN';

/** The same, but they occur in street names unless the street is over. */
export const noteOpenersAfterStreet = 'AT OFF FROM';

/** As the two above, but what follows may be another place than the address: `BEHIND`, `NEXT TO`. */
export const besideOpeners = 'BEHIND OPPOSITE ADJACENT BESIDE';
export const besideOpenersAfterStreet = 'NEXT ACROSS OPP ADJ';

/** What may announce an identifier, alone or beside a designator: `# 4`, `APT NO 4`. */
export const identifierMarks = '# NO NUM NUMBER';

/** Rooms that a building has for everybody, and ways into it. */
export const sharedRooms = 'ENTRANCE ENT ENTRY GYM GYMNASIUM CAFETERIA AUDITORIUM';

/** Puerto Rico: what stands before the name of an urbanisation. */
export const urbanizations = 'URB URBNZ URBANIZACION URBANISACION URBANIZATION URBANISATION';

/** What a country is called at the end of a line. */
export const countries: ReadonlySet<string> = new Set([
  'USA',
  'US',
  'UNITED STATES',
  'UNITED STATES OF AMERICA',
  'U S A',
  'U S',
]);
