/** An address as a caller knows it. `address` may hold the street line alone or a whole one-line address. */
export interface AddressInput {
  readonly address: string;
  readonly city?: string | null | undefined;
  readonly state?: string | null | undefined;
  readonly zip?: string | null | undefined;
}

/**
 * Kind of address. Only `street` can be a property; the mail forms of Publication 28 §23–28 (boxes, routes,
 * general delivery, military mail) and intersections never are. `none` is not an address at all.
 */
export type AddressKind =
  | 'street'
  | 'intersection'
  | 'poBox'
  | 'ruralRoute'
  | 'highwayContract'
  | 'generalDelivery'
  | 'military'
  | 'none';

/**
 * Form of the primary number. A `range` (`210-214`) stands for its two ends, `hyphenated` (`40-17`, Queens)
 * is one number with a hyphen, `grid` is one token of letters and digits (`N52W16590`), and `none` is no house's: it stands for a missing
 * one (`-9`, `99999`, `23XX`) or for a block (`1200-1299`).
 */
export type NumberForm = 'plain' | 'fraction' | 'range' | 'hyphenated' | 'grid' | 'none';

/** An address in its parts, upper case, each part in the spelling of USPS Publication 28; empty when absent. */
export interface ParsedAddress {
  readonly kind: AddressKind;
  /** Primary number: `12`, `31A`, `88 1/2`, `40-17`, `210-214`, `N52W16590`. */
  readonly number: string;
  readonly numberForm: NumberForm;
  /** `N` … `SW`. */
  readonly predirectional: string;
  /** Street name without suffix: `OAK`, `4TH`, `COUNTY ROAD 43`, `AVENUE C`. */
  readonly street: string;
  /** Standard abbreviation: `ST`, `AVE`. */
  readonly suffix: string;
  readonly postdirectional: string;
  /** Designator of the lowest level: `APT`, `STE`, `#`; empty when the unit was written without one. */
  readonly unitType: string;
  /** Identifier: `4B`; several levels with their designators: `BLDG 2 APT 1`. */
  readonly unit: string;
  /**
   * Words of the line that were not understood, as written: `TOWER OF PISA`, `GAR, UU`; empty when every word
   * was. They may tell one apartment from another, so they are compared like a unit (`unitKey` holds them).
   */
  readonly unread: string;
  /** Puerto Rico: `ALTURAS` of `URB ALTURAS 5 CALLE 2`. */
  readonly urbanization: string;
  readonly city: string;
  /** Two letters. */
  readonly state: string;
  readonly zip5: string;
  readonly zip4: string;
  /** Box number of a box, route or military address. */
  readonly box: string;
  /** Number of a rural route or highway contract, both streets of an intersection. */
  readonly route: string;

  /** Keys of the number, street, unit and city, used for comparing: spellings that mean the same have the same key. */
  readonly numberKey: string;
  readonly streetKey: string;
  readonly unitKey: string;
  readonly cityKey: string;
  /**
   * Key of the city as written in the line. It may include more than the city, such as `LEFTDOVER` in `12 OAK ST LEFT DOVER
   * DE 19901`, if the city is not a single word after a comma or a field names another one. Empty where the city is certain.
   */
  readonly lineCity: string;
  /** State as given, else the state of the ZIP. */
  readonly stateKey: string;

  /** True if the line does not show where the street ends: this reading counts only against an address in `city`. */
  readonly needsCity: boolean;
  /**
   * True if the street of this reading ends in a word that may begin the city instead, as in `31 CEDAR ST EAST LANSING`: the reading
   * with the shorter city counts only against an address with the same ZIP, city and directions. Such a reading needs the city, too.
   */
  readonly needsZip: boolean;
  /** Other ways to read the same line; these have no further readings. */
  readonly otherReadings: readonly ParsedAddress[];
}
