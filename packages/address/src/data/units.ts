/**
 * Secondary unit designators: in each table the standard abbreviation first, then other spellings.
 *
 * Source: USPS Publication 28, Appendix C2 "Secondary Unit Designators", plus PMB (§28, private mailbox) and
 * spellings seen in public files.
 */

/** Designators with a number or letter after them: `APT 4B`. */
const WITH_IDENTIFIER =
  'APT APARTMENT APMT APART APTMT|BLDG BUILDING BULD BLD BLG|DEPT DEPARTMENT|FL FLOOR FLR|HNGR HANGAR|LOT LT|PIER|RM ROOM|SLIP|' +
  'SPC SPACE SP|STE SUITE SUIT SUT|STOP|TRLR TRAILER|UNIT UN UNT CONDO COND CNDO CONDOMINIUM TOWNHOUSE TOWNHOME|PMB|KEY';

/** Designators that stand alone: `REAR`. */
const ALONE =
  'BSMT BASEMENT|FRNT FRONT FRT|LBBY LOBBY|LOWR LOWER LWR|OFC OFFICE|PH PENTHOUSE|REAR|SIDE|UPPR UPPER UPR';

/**
 * Designators seen only in public files; treated as ordinary words until the street has ended.
 * LOCAL_WITH_IDENTIFIER needs an identifier; LOCAL doesn't.
 */
const LOCAL_WITH_IDENTIFIER = 'TOWER TWR|WING|HOUSE HSE|VILLA|PAD|SITE|DOCK|BERTH|BOOTH';
const LOCAL =
  'COTTAGE|CABIN|MH|LEFT LFT|RIGHT RGHT|UPSTAIRS|DOWNSTAIRS|GARAGE GAR|ATTIC|STUDIO|LOFT|MIDDLE|BACK BCK|RES|PROF';

/** Spellings that are also ordinary words. */
const ORDINARY = new Set('CONDO CONDOMINIUM TOWNHOUSE TOWNHOME'.split(' '));

/** Designators that are never an ordinary word of a street or a city. */
const PLAIN = 'APT BLDG STE UNIT DEPT RM HNGR TRLR PMB';

export interface UnitDesignator {
  readonly code: string;
  /** True if an identifier follows it: `APT 4B`. */
  readonly needsIdentifier: boolean;
  /** True if no street has this name; then an identifier may be letters: `APT REAR`. */
  readonly plain: boolean;
  /** True if Publication 28 doesn't list it: an ordinary word until the street has ended. */
  readonly local: boolean;
}

const plain = new Set(PLAIN.split(' '));

const rows = (table: string, needsIdentifier: boolean, local = false) =>
  table.split('|').flatMap((row) => {
    const spellings = row.split(' ');
    const [code = ''] = spellings;
    return spellings.map((spelling): [string, UnitDesignator] => [
      spelling,
      { code, needsIdentifier, plain: plain.has(code) && !ORDINARY.has(spelling), local },
    ]);
  });

export const unitDesignators: ReadonlyMap<string, UnitDesignator> = new Map([
  ...rows(WITH_IDENTIFIER, true),
  ...rows(ALONE, false),
  ...rows(LOCAL_WITH_IDENTIFIER, true, true),
  ...rows(LOCAL, false, true),
]);

/**
 * Designators that say more than their identifier: levels above the unit, designators without an identifier,
 * and local ones. `TOWER 2` is another property than `APT 2`.
 */
export const tellingDesignators: ReadonlySet<string> = new Set(
  ['BLDG|FL', ALONE, LOCAL_WITH_IDENTIFIER, LOCAL]
    .flatMap((table) => table.split('|'))
    .map((row) => row.replace(/ .*/, '')),
);

/**
 * Apartment-like units have no kind; trailer-park lots share one. `BOX` is in no table above: parse/rest.ts makes that type.
 */
const KINDS = 'STE|LOT SPC TRLR|RM|DEPT|HNGR|PIER|SLIP|STOP|BOX';

/** Kind of unit that a designator names. Designators without an entry may be an apartment, or anything. */
export const unitKinds: ReadonlyMap<string, string> = new Map(
  KINDS.split('|').flatMap((row) => {
    const codes = row.split(' ');
    return codes.map((code): [string, string] => [code, codes[0] ?? '']);
  }),
);
