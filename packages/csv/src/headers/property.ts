import type { ColumnContent } from '../content.js';
import { strongest, type Column } from './columns.js';
import {
  ADDED_PARTS,
  REQUIRED_FIELDS,
  STREET_PARTS,
  UNIT_PARTS,
  isAddedPart,
  isMailingField,
  isPropertyField,
  type AddedPart,
  type ChosenField,
  type HeaderField,
  type RequiredField,
  type MappingError,
} from './mapping.js';
import { meaningOf, foldHeader } from './synonyms.js';

/** Words in the header of a column that is about something else than the property's address. */
const FOREIGN: ReadonlySet<string> = new Set(
  (
    'mailing owner owners taxpayer tax bill billing billed remit send payer payee legal lender bank mortgage servicer attorney agent ' +
    'broker buyer seller grantee grantor contact trustee plaintiff defendant heir executor deceased relative spouse tenant company ' +
    'business office employer work previous prior old former last next new alternate alt second secondary notice recipient return ' +
    'email url web website phone fax ip license licensed plate birth born incorporated corporation corp registered school ship ' +
    'shipping customer vendor recording recorded filing court comparable comp county country region id key code flag type kind status ' +
    'direction quadrant zone use class suffix subdivision note notes comment comments description desc'
  ).split(' '),
);

/**
 * Headers with a letter for the owner, the mail or the taxpayer in front of a part of an address: `OADR1`, `MCITY`, `TADD`.
 */
const OF_OTHERS = /^(?:o|m|t|own|tx)(?:adr|addr|add|street|str|st|city|state|zip)$/;

/** True if the header says that its column belongs to another address, or to none. */
export function isForeign(header: string): boolean {
  return foldHeader(header)
    .split(' ')
    .some((word) => FOREIGN.has(word) || OF_OTHERS.test(word));
}

/** Words in headers of columns that can tell rows of one property apart without being a part of its address. */
const SAYS_OTHER = new RegExp(
  '\\b(?:' +
    'phones?|mobile|cell|landline|tel|fax|emails?|web|website|url|link|dnc|litigator|carrier|mailing|owners?|grantee|grantor|buyer|seller|taxpayer|' +
    'contact|relatives?|tenant|agent|user|assigned|names?|salutation|title|gender|age|language|date|day|month|year|yr|time|created|updated|modified|' +
    'beds?|bedrooms?|baths?|bathrooms?|rooms|stories|floors|garage|pool|built|sq|sqft|square|area|size|acres?|acreage|sf|value|val|price|cost|amount|' +
    'amt|tax|taxes|sale|sales|sold|loan|mortgage|lien|rate|equity|ltv|rent|income|percent|pct|score|rank|grade|quality|condition|count|counts|total|' +
    'units|occupied|occupancy|vacant|lat|latitude|lon|lng|long|longitude|coordinates?|status|stage|tags?|lists?|source|campaign|batch|priority|' +
    'notes?|comments?|remarks?|description|desc|county|fips|country|state|zip|plus|zone|zoning|use|luc|class|category|school|district|neighborhood|' +
    'nbhd|ward|precinct|census|tract|map|page|book|doc|document|deed|instrument|id|ids|key|guid|uuid|index|row|record|seq|sequence|order|card|code|' +
    'reason|result|match|matched|trace|traces|traced|flag|quantity|qty|version|roll|bill|billing|route|carrier' +
    ')\\b',
);

/** True if the header says that its column is about something else than where a property is. */
export function saysOther(header: string): boolean {
  const key = foldHeader(header);
  return key === 'number' || SAYS_OTHER.test(key);
}

/** True if the header itself says that it is about the property. */
export const saysProperty = (header: string): boolean => foldHeader(header).split(' ').includes('property');

/** Owners get mail there; no property is one. */
const PO_BOX = /^\W*p\.?\s?o\.?\s?box\b/i;

/** Source of a field. */
export interface Source {
  readonly kind: 'column' | 'parts' | 'one-line' | 'constant' | 'nothing' | 'ambiguous';
  /** One for a column or a one-line address, several for parts, the choices where it is ambiguous. */
  readonly columns: readonly Column[];
}

export type Sources = Readonly<Record<ChosenField, Source>>;

const NOTHING: Source = { kind: 'nothing', columns: [] };
const MAIL_STREET: readonly HeaderField[] = ['mailingAddress', 'mailingFull'];

const MAIL_CITY: readonly HeaderField[] = [
  'mailingCity',
  'mailingCityState',
  'mailingCityStateZip',
  'mailingFull',
];
const MAIL_STATE: readonly HeaderField[] = [
  'mailingState',
  'mailingCityState',
  'mailingCityStateZip',
  'mailingFull',
];
const MAIL_ZIP: readonly HeaderField[] = [
  'mailingZip',
  'mailingZipPlus4',
  'mailingCityStateZip',
  'mailingFull',
];

const NEEDED_PARTS: ReadonlySet<string> = new Set(['houseNumber', 'streetName']);

/** Parts that an address may be without. */
const OPTIONAL_PARTS = [...STREET_PARTS, ...UNIT_PARTS].filter((part) => !NEEDED_PARTS.has(part));

/** Columns that the mailing address must have before a bare column of this field can only be the property's. */
const MAIL_FIELDS: ReadonlyMap<HeaderField, readonly (readonly HeaderField[])[]> = new Map<
  HeaderField,
  readonly (readonly HeaderField[])[]
>([
  ['city', [MAIL_CITY]],
  ['state', [MAIL_STATE]],
  ['zip', [MAIL_ZIP]],
  ['zipPlus4', [MAIL_ZIP]],
  ['stateZip', [MAIL_STATE, MAIL_ZIP]],
  ['cityStateZip', [MAIL_CITY, MAIL_STATE, MAIL_ZIP]],
  // No column is required: a part of another address loses a match, but a part left out may match the neighbor.
  ...OPTIONAL_PARTS.map((part) => [part, []] as const),
]);

/**
 * Finds the columns of the property, and of the owner's name, among all columns.
 *
 * Explicit names come first. Bare ones (`Address`, `City`) are the property only in a file without explicit
 * ones, with one exception: if a single field is missing, a bare column fills it if it can belong to no other
 * address. Mailing columns never fill anything.
 */
export class Property {
  readonly sources: Sources;
  readonly #columns: readonly Column[];
  readonly #hasNamed: boolean;

  constructor(
    columns: readonly Column[],
    constantState: string | undefined,
    /** Content of each header's sampled cells. */
    private readonly contents: ReadonlyMap<
      string,
      { readonly content: ColumnContent; readonly filled: readonly string[] }
    > = new Map(),
  ) {
    this.#columns = columns;
    this.#hasNamed = columns.some(
      (column) => column.named && isLocation(column.field) && !saysNothingElse(column),
    );
    const oneLine = this.#own('addressFull', 'one-line');
    const stateZip = this.#own('stateZip', 'parts');
    const place = this.#own('cityStateZip', 'parts');
    const constant: Source | undefined =
      constantState === undefined ? undefined : { kind: 'constant', columns: [] };
    this.sources = this.#askAboutSt({
      address: this.#street(),
      city: this.#own('city') ?? place ?? oneLine ?? NOTHING,
      state: this.#own('state') ?? stateZip ?? place ?? oneLine ?? constant ?? NOTHING,
      zip: this.#own('zip') ?? this.#own('zipPlus4') ?? stateZip ?? place ?? oneLine ?? NOTHING,
      firstName: this.#own('firstName') ?? NOTHING,
      lastName: this.#own('lastName') ?? NOTHING,
      ...this.#added(),
    });
  }

  /**
   * True if a bare name was taken for the property's street although its cells look like mail (PO boxes), or
   * another column holds addresses too. The only address of a file is certain.
   */
  get isAssumed(): boolean {
    const used = REQUIRED_FIELDS.flatMap((field) => this.sources[field].columns);
    const isBare = this.sources.address.columns.some((column) => !column.named);
    if (!isBare || this.hasMail || used.some((column) => column.byUser)) return false;
    const headers = new Set(used.map(({ header }) => header));
    return [...this.contents].some(([header, { content, filled }]) =>
      headers.has(header)
        ? filled.some((cell) => PO_BOX.test(cell))
        : content === 'street' || content === 'oneLine',
    );
  }

  /** The problems that keep every row's address from being found. */
  get errors(): MappingError[] {
    const { sources } = this;
    // Without its unit, an apartment would be taken for the building or for a neighbor's home: a person decides.
    const errors = [...REQUIRED_FIELDS, ...ADDED_PARTS]
      .filter((field) => sources[field].kind === 'ambiguous')
      .map((field) => ambiguousError(field, sources[field].columns));
    if (errors.length > 0) return errors;
    if (sources.address.kind === 'nothing') return [this.#noAddress()];
    const has = (field: RequiredField): boolean => sources[field].kind !== 'nothing';
    return has('zip') || (has('city') && has('state')) ? [] : [this.#noLocation()];
  }

  /** True if the owner's mailing address has columns of its own. */
  get hasMail(): boolean {
    return this.#columns.some((column) => isMailingField(column.field));
  }

  #street(): Source {
    for (const named of [true, false]) {
      const of = (field: HeaderField): readonly Column[] =>
        strongest(this.#usable(field).filter((column) => column.named === named));
      // A part may name its address although the street's name doesn't, and the other way round.
      const partOf = (field: HeaderField): readonly Column[] => {
        const own = this.#filled(of(field));
        return own.length > 0 || NEEDED_PARTS.has(field) ? own : this.#filled(this.#usable(field));
      };
      const source = single(of('address')) ?? streetOfParts(partOf) ?? single(of('addressFull'), 'one-line');
      if (source !== undefined) return source;
    }
    return NOTHING;
  }

  /** The strongest column of a field, or undefined if there is no column. */
  #own(field: HeaderField, kind: Source['kind'] = 'column'): Source | undefined {
    const all = this.#usable(field);
    const named = all.filter((column) => column.named);
    return single(strongest(named.length > 0 ? named : all), kind);
  }

  /** The parts that are added to the street, unless it is joined from them already. */
  #added(): Record<AddedPart, Source> {
    const street = this.#street().columns;
    const found = ADDED_PARTS.map((part) => {
      const isJoined = street.some(({ field }) => field === part);
      return [part, isJoined ? NOTHING : (single(this.#filled(this.#usable(part))) ?? NOTHING)] as const;
    });
    return Object.fromEntries(found) as Record<AddedPart, Source>;
  }

  /** The strongest of the columns that aren't empty; the first if all are. */
  #filled(columns: readonly Column[]): readonly Column[] {
    const filled = columns.filter(({ header }) => this.contents.get(header)?.content !== 'empty');
    const best = strongest(filled.length > 0 ? filled : columns);
    const named = best.filter((column) => column.named);
    const left = named.length > 0 ? named : best;
    return filled.length > 0 ? left : left.slice(0, 1);
  }

  #usable(field: HeaderField): readonly Column[] {
    return this.#columns.filter(
      (column) =>
        column.field === field && (column.named || !isPropertyField(field) || this.#bareMayBeProperty(field)),
    );
  }

  #bareMayBeProperty(field: HeaderField): boolean {
    if (!this.#hasNamed) return true;
    const has = (fields: readonly HeaderField[]): boolean =>
      this.#columns.some((column) => fields.includes(column.field));
    // With a bare street beside the explicit one, bare city, ZIP and unit are that street's.
    const hasBareStreet = this.#columns.some((column) => column.field === 'address' && !column.named);
    const ownMail = MAIL_FIELDS.get(field);
    if (ownMail === undefined) return has(MAIL_STREET);
    return !hasBareStreet && (!this.hasMail || ownMail.every(has));
  }

  /** `St` is a street or a state: the user is asked if one of the two is missing. */
  #askAboutSt(sources: Sources): Sources {
    const unclear = this.#columns.filter((column) => column.field === 'ambiguous');
    if (unclear.length === 0) return sources;
    const question: Source = { kind: 'ambiguous', columns: unclear };
    if (sources.state.kind === 'nothing') return { ...sources, state: question };
    if (sources.address.kind === 'nothing') return { ...sources, address: question };
    return sources;
  }

  #noAddress(): MappingError {
    const fields: readonly HeaderField[] = [...MAIL_STREET, 'address', 'addressFull', 'streetName'];
    const known = this.#headersOf(fields);
    const choices = known.length > 0 ? known : this.#headersHolding('street', 'oneLine');
    const message = 'No column is known to hold the property address.';
    return { code: 'no_property_address', field: 'address', message, choices };
  }

  #noLocation(): MappingError {
    const { city, state } = this.sources;
    const message = 'To find owners, the file needs a ZIP column, or both a city and a state.';
    const error = (field: RequiredField, choices: readonly string[]): MappingError => ({
      code: 'no_location',
      field,
      message,
      choices,
    });
    const zips = this.#candidates('zip', ['zip', 'zipPlus4', 'stateZip'], MAIL_ZIP, ['zip', 'stateZip']);
    if (zips.length > 0) return error('zip', zips);
    if (city.kind !== 'nothing')
      return error('state', this.#candidates('state', ['state'], MAIL_STATE, ['state']));
    if (state.kind !== 'nothing') return error('city', this.#candidates('city', ['city'], MAIL_CITY, []));
    return error('zip', []);
  }

  /**
   * Columns that a person may mean for a field: by their name, else by their content. Mailing columns only
   * together with a mailing street.
   */
  #candidates(
    field: RequiredField,
    fields: readonly HeaderField[],
    mail: readonly HeaderField[],
    contents: readonly ColumnContent[],
  ): string[] {
    const isMail = this.sources.address.columns.some(({ header }) =>
      isMailingField(meaningOf(header)?.field ?? field),
    );
    const named = this.#headersOf([...fields, ...(isMail ? mail : [])]);
    return named.length > 0 ? named : this.#headersHolding(...contents);
  }

  #headersOf(fields: readonly HeaderField[]): string[] {
    return this.#columns.filter((column) => fields.includes(column.field)).map((column) => column.header);
  }

  /** Headers without a known meaning, above cells with a wanted content. */
  #headersHolding(...wanted: readonly ColumnContent[]): string[] {
    const known = new Set(this.#columns.map((column) => column.header));
    return [...this.contents].flatMap(([header, { content }]) =>
      header !== '' && !known.has(header) && wanted.includes(content) ? [header] : [],
    );
  }
}

/**
 * A choice of the user names the column of one field only; bare columns beside it stay the property's. Only a
 * chosen street makes them another address, or a header that names the property in its own words.
 */
const saysNothingElse = ({ byUser, header, field }: Column): boolean =>
  byUser && (meaningOf(header)?.field === 'ambiguous' || !(isStreet(field) || saysProperty(header)));

const isStreet = (field: HeaderField): boolean =>
  field === 'address' || field === 'addressFull' || STREET_PARTS.some((part) => part === field);

function isLocation(field: HeaderField): boolean {
  return isPropertyField(field) && !isAddedPart(field) && field !== 'plus4';
}

function single(columns: readonly Column[], kind: Source['kind'] = 'column'): Source | undefined {
  if (columns.length === 0) return undefined;
  return { kind: columns.length === 1 ? kind : 'ambiguous', columns };
}

function streetOfParts(of: (field: HeaderField) => readonly Column[]): Source | undefined {
  const name = of('streetName');
  // Without a house number column, the street name holds the whole street line.
  if (of('houseNumber').length === 0) return single(name);
  if (name.length === 0) return undefined;
  const parts = STREET_PARTS.map(of);
  const unclear = parts.find((columns) => columns.length > 1);
  return unclear === undefined
    ? { kind: 'parts', columns: parts.flat() }
    : { kind: 'ambiguous', columns: unclear };
}

function ambiguousError(field: string, columns: readonly Column[]): MappingError {
  const choices = columns.map((column) => column.header);
  const message =
    choices.length === 1
      ? `The column "${choices[0]}" could be the ${field} or something else.`
      : `Several columns could be the ${field}: ${choices.join(', ')}.`;
  return { code: 'ambiguous', field, message, choices };
}
