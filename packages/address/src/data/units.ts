/**
 * Secondary unit designators: standard abbreviation, then its spellings.
 *
 * Source: USPS Publication 28, Appendix C2 "Secondary Unit Designators", plus PMB (§28, private mailbox) and
 * spellings seen in public files.
 */

/** Followed by a number or letter: `APT 4B`. */
const WITH_RANGE =
  'APT APARTMENT APMT APART APTMT|BLDG BUILDING BULD BLD BLG|DEPT DEPARTMENT|FL FLOOR FLR|HNGR HANGAR|LOT LT|PIER|RM ROOM|SLIP|' +
  'SPC SPACE SP|STE SUITE SUIT SUT|STOP|TRLR TRAILER|UNIT UN UNT CONDO COND CNDO CONDOMINIUM TOWNHOUSE TOWNHOME|PMB|KEY';

/** Stands alone: `REAR`. */
const ALONE = 'BSMT BASEMENT|FRNT FRONT|LBBY LOBBY|LOWR LOWER|OFC OFFICE|PH PENTHOUSE|REAR|SIDE|UPPR UPPER';

/** Spellings that are also ordinary words. */
const ORDINARY = new Set('CONDO CONDOMINIUM TOWNHOUSE TOWNHOME'.split(' '));

/** Designators that are never an ordinary word of a street or a city. */
const PLAIN = 'APT BLDG STE UNIT DEPT RM HNGR TRLR PMB';

export interface UnitDesignator {
  readonly code: string;
  /** Needs an identifier after it. */
  readonly range: boolean;
  /** No street is named so, therefore letters may follow as identifier: `APT REAR`. */
  readonly plain: boolean;
}

const plain = new Set(PLAIN.split(' '));

const rows = (table: string, range: boolean) =>
  table.split('|').flatMap((row) => {
    const spellings = row.split(' ');
    const [code = ''] = spellings;
    return spellings.map((spelling): [string, UnitDesignator] => [
      spelling,
      { code, range, plain: plain.has(code) && !ORDINARY.has(spelling) },
    ]);
  });

export const unitDesignators: ReadonlyMap<string, UnitDesignator> = new Map([
  ...rows(WITH_RANGE, true),
  ...rows(ALONE, false),
]);
