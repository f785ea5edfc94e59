/**
 * Directionals: abbreviation, word, further spellings.
 *
 * Source: USPS Publication 28, Appendix B and §233; `NO`, `SO` and `EA` from public files.
 */
const ROWS = 'N NORTH NO NORT|S SOUTH SO|E EAST EA|W WEST|NE NORTHEAST|NW NORTHWEST|SE SOUTHEAST|SW SOUTHWEST'
  .split('|')
  .map((row) => row.split(' '));

/** Abbreviation by every spelling. */
export const directionals: ReadonlyMap<string, string> = new Map(
  ROWS.flatMap((spellings) => spellings.map((spelling): [string, string] => [spelling, spellings[0] ?? ''])),
);

/** The word of each directional, for names that hold one: `9 N NORTH PARK`. */
export const directionWords: ReadonlyMap<string, string> = new Map(
  ROWS.map(([abbreviation = '', word = '']) => [abbreviation, word]),
);

/**
 * Street suffixes: standard abbreviation, primary name, then the spellings commonly seen. A `+` says that the plural is a
 * suffix, too, with an S behind the abbreviation and behind the name; further spellings of it follow the `+`.
 *
 * Source: USPS Publication 28, Appendix C1 "Street Suffix Abbreviations", with a few spellings that public
 * address files use and the appendix does not list (BL, BV, CI, CRT, HGWY, LP, PK, PLC, TE, TPK, WL ...).
 * `LA` (lane) is one of them: at the end of a name it is the suffix, before one it is Spanish.
 */
const TABLE = `
ALY ALLEY ALLEE ALLY|ANX ANNEX ANEX ANNX|ARC ARCADE|AVE AVENUE AV AVEN AVENU AVN AVNUE|BYU BAYOU BAYOO|BCH BEACH|BND BEND
BLF BLUFF BLUF +|BTM BOTTOM BOT BOTTM|BLVD BOULEVARD BOUL BOULV BL BV BLV BVD|BR BRANCH BRNCH|BRG BRIDGE BRDGE|BRK BROOK +
BG BURG +|BYP BYPASS BYPA BYPAS BYPS|CP CAMP CMP|CYN CANYON CANYN CNYN|CPE CAPE|CSWY CAUSEWAY CAUSWA
CTR CENTER CEN CENT CENTR CENTRE CNTER CNTR +|CIR CIRCLE CIRC CIRCL CRCL CRCLE CI +|CLF CLIFF +|CLB CLUB|CMN COMMON +
COR CORNER +|CRSE COURSE|CT COURT CRT +|CV COVE +|CRK CREEK|CRES CRESCENT CRSENT CRSNT|CRST CREST|XING CROSSING CRSSNG CRSG XNG
XRD CROSSROAD +|CURV CURVE|DL DALE|DM DAM|DV DIVIDE DIV DVD|DR DRIVE DRIV DRV +|EST ESTATE +
EXPY EXPRESSWAY EXP EXPR EXPRESS EXPW EXPWY|EXT EXTENSION EXTN EXTNSN +|FALL|FLS FALLS|FRY FERRY FRRY|FLD FIELD +|FLT FLAT +
FRD FORD +|FRST FOREST FORESTS|FRG FORGE FORG +|FRK FORK +|FT FORT|FWY FREEWAY FREEWY FRWAY FRWY
GDN GARDEN GARDN GRDEN GRDN + GRDNS|GTWY GATEWAY GATEWY GATWAY GTWAY|GLN GLEN +|GRN GREEN +|GRV GROVE GROV +
HBR HARBOR HARB HARBR HRBOR +|HVN HAVEN|HTS HEIGHTS HT HGTS|HWY HIGHWAY HIGHWY HIWAY HIWY HWAY HGWY HYWY|HL HILL +
HOLW HOLLOW HLLW HOLLOWS HOLWS|INLT INLET|IS ISLAND ISLND + ISLNDS|ISLE ISLE ISLES
JCT JUNCTION JCTION JCTN JUNCTN JUNCTON + JCTNS|KY KEY +|KNL KNOLL KNOL +|LK LAKE +|LAND|LNDG LANDING LNDNG|LN LANE LA
LGT LIGHT +|LF LOAF|LCK LOCK +|LDG LODGE LDGE LODG|LOOP LOOP LOOPS LP|MALL|MNR MANOR +|MDW MEADOW + MEDOWS|MEWS|ML MILL +
MSN MISSION MISSN MSSN|MTWY MOTORWAY|MT MOUNT MNT|MTN MOUNTAIN MNTAIN MNTN MOUNTIN MTIN + MNTNS|NCK NECK
ORCH ORCHARD ORCHRD|OVAL OVAL OVL|OPAS OVERPASS|PARK PARK PRK PK PARKS|PKWY PARKWAY PARKWY PKY PKWAY PWY PKWYS PARKWAYS
PASS|PSGE PASSAGE|PATH PATH PATHS|PIKE PIKE PIKES PKE|PNE PINE +|PL PLACE PLC|PLN PLAIN +|PLZ PLAZA PLZA|PT POINT +|PRT PORT +
PR PRAIRIE PRR|RADL RADIAL RAD RADIEL|RAMP|RNCH RANCH RANCHES RNCHS|RPD RAPID +|RST REST|RDG RIDGE RDGE +
RIV RIVER RVR RIVR|RD ROAD +|RTE ROUTE|ROW|RUE|RUN|SHL SHOAL +|SHR SHORE SHOAR + SHOARS|SKWY SKYWAY
SPG SPRING SPNG SPRNG + SPNGS SPRNGS|SPUR SPUR SPURS|SQ SQUARE SQR SQRE SQU + SQRS|STA STATION STATN STN
STRA STRAVENUE STRAV STRAVEN STRAVN STRVN STRVNUE|STRM STREAM STREME|ST STREET STRT STR +|SMT SUMMIT SUMIT SUMITT
TER TERRACE TERR TE|TRWY THROUGHWAY|TRCE TRACE TRACES|TRAK TRACK TRACKS TRK TRKS|TRFY TRAFFICWAY|TRL TRAIL TRAILS TRLS TR
TRLR TRAILER TRLRS|TUNL TUNNEL TUNEL TUNLS TUNNELS TUNNL|TPKE TURNPIKE TRNPK TURNPK TPK|UPAS UNDERPASS|UN UNION +
VLY VALLEY VALLY VLLY +|VIA VIADUCT VDCT VIADCT|VW VIEW +|VLG VILLAGE VILL VILLAG VILLG VILLIAGE +|VL VILLE
VIS VISTA VIST VST VSTA|WALK WALK WALKS|WALL|WAY WAY WY|WAYS|WL WELL +`;

/** Suffixes that hardly ever begin or end the name of a city: the street ends with them. */
const STRONG =
  'ALY AVE BLVD BYP CIR CIRS CMN CMNS CRES CSWY CT CTS CURV CV DR DRS EXPY EXT FWY HWY LN LOOP MEWS PATH PIKE PKWY PL PLZ ' +
  'RD RDS ROW SKWY ST STRA STS TER TPKE TRCE TRFY TRL WALK WAY WAYS XING XRD XRDS';

export interface Suffix {
  /** Standard abbreviation: `HL`. */
  readonly code: string;
  /** Primary name: `HILL`. */
  readonly name: string;
  /** True for `ST`, `AVE`, `RD` …; false for words that are as often part of a name, `HILL`, `PARK`, `LAKE`. */
  readonly strong: boolean;
}

const strong = new Set(STRONG.split(' '));

/** Every spelling of every suffix. */
export const suffixes: ReadonlyMap<string, Suffix> = new Map(
  TABLE.trim()
    .split(/[|\n]/)
    .flatMap((row) => {
      const [singular = '', plural] = row.split(' +');
      return plural === undefined
        ? entries(singular)
        : [...entries(singular), ...entries(singular.replace(/^(\S+) (\S+).*/, '$1S $2S') + plural)];
    }),
);

function entries(row: string): [string, Suffix][] {
  const spellings = row.split(' ');
  const [code = '', name = code] = spellings;
  const suffix = { code, name, strong: strong.has(code) };
  return spellings.map((spelling) => [spelling, suffix]);
}
