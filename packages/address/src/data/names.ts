/** Words of street names and of cities that are written in more than one way. */

/** Words that mean the same anywhere in a street name: `ALT` is `ALTERNATE`. */
export const sameInName = pairs('JUNIOR JR,BUS BUSINESS,ALT ALTERNATE,SVC SERVICE,SERV SERVICE');

/** Words that mean the same when they are the first word of a street name. Spanish ones: Publication 28, Appendix H. */
export const sameAtHead = pairs(
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
export const kingOpeners = 'DR DOCTOR REV REVEREND MLK MARTIN M ML';

/** Words that mean the same in the name of a city. */
export const sameInCity = pairs(
  'ST SAINT,STE SAINTE,TWP TOWNSHIP,TWNSHP TOWNSHIP,BH BEACH,AFB AIRFORCEBASE,SN SAN,FRT FORT',
);

/** Words before a city's name that do not belong to it: `VILLAGE OF LISLE` is Lisle. */
export const civilDivisions = 'CITY TOWN VILLAGE TOWNSHIP BOROUGH';

/** Suffix spellings that are more often a word than an abbreviation in the name of a city. */
export const keptInCity = new Set(
  'LA DR CT CI CO AV EXP REST PR UN IS VIA TE PARKS NO SO EA NORT'.split(' '),
);

function pairs(table: string): ReadonlyMap<string, string> {
  return new Map(table.split(',').map((row) => row.split(' ') as [string, string]));
}
