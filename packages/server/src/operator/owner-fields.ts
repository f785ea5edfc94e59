/** What the columns of an owner file can hold, as docs/owners.md has it too: that page is not in the package. */
export interface OwnerField {
  /** Names for `--map`, each in backticks. */
  fields: string;
  required: string;
  /** Headers that are recognized without `--map`. */
  headers: string;
}

export const OWNER_FIELDS: readonly OwnerField[] = [
  {
    fields: '`address`',
    required: 'yes, or one of the next two',
    headers: 'Property Address, Situs Address, SITE_ADDR, PHY_ADDR1, PropertyAddress',
  },
  {
    fields: '`houseNumber`, `preDirection`, `streetName`, `streetSuffix`, `postDirection`',
    required: '',
    headers: 'Situs Street Number + Situs Street Name, House # + Street, ADRNO + ADRDIR + ADRSTR + ADRSUF',
  },
  {
    fields: '`addressFull`',
    required: '',
    headers: 'property_address_full ("12 Oak St, Dayton, OH 45402" in one cell)',
  },
  { fields: '`unit`', required: 'no', headers: 'Property Unit #, Situs Unit, Apt' },
  {
    fields: '`city` and `state`, or `zip` (or `zipPlus4`)',
    required: 'yes',
    headers: 'Property City, Situs State, PHY_ZIPCD, Property ZIP/ZIP+4',
  },
  {
    fields: '`stateZip`, `cityStateZip`',
    required: '',
    headers: 'StateZip ("OH 45402"), SITUS_CITYSTZIP ("Dayton, OH 45402")',
  },
  {
    fields: '`firstName` and `lastName`, or `fullName`',
    required: 'yes',
    headers: 'Owner First Name, Owner 1 Last Name, ownlast; Owner Name, OWNER_NAME1, OWN1, OWN_NAME',
  },
  {
    fields: '`owner2FirstName`, `owner2LastName`, `owner2FullName`',
    required: 'no',
    headers: 'Owner 2 First Name, OWNER_NAME2, OWN2',
  },
  {
    fields: '`ownerId`',
    required: 'no',
    headers: 'Owner ID (your own ID; rows with the same ID, name and property are merged)',
  },
  {
    fields: '`mailingAddress`, `mailingUnit`, `mailingCity`, `mailingState`, `mailingZip`, `mailingZipPlus4`',
    required: 'no',
    headers: 'Mailing Address, MAIL_ADDR1, Owner City, OWN_ZIPCD',
  },
  {
    fields: '`mailingFull`, `mailingCityState`, `mailingCityStateZip`',
    required: 'no',
    headers: 'owner_address_full, Owner_CityState, MAIL_CITYSTZIP',
  },
  { fields: '`phone`', required: 'no', headers: 'Phone 1, Phone 2, … Mobile-1, Landline-1' },
  { fields: '`phoneType`', required: 'recommended', headers: 'Phone 1 Type, Phone 2 Type, …' },
  { fields: '`phoneDnc`', required: 'recommended', headers: 'Phone 1 DNC, Phone 2 DNC, …' },
  { fields: '`email`', required: 'no', headers: 'Email, Email 1, Email 2, …' },
  {
    fields: '`plus4`, `careOf`, `parcelId`',
    required: 'no',
    headers:
      'PROPERTY ZIP+4, Mailing Care of Name, APN: recognized so that nothing else is read from them; not stored',
  },
];

/** For a terminal: the names, whether they are required, and below them the headers. */
export const ownerFieldLines = (): string[] => [
  'An owner file needs where the property is, and who owns it. Columns stand in any order; spelling, case and punctuation of headers',
  'do not matter. Where a header is not recognized, name its column: owners import FILE --map FIELD="Header"',
  '',
  ...OWNER_FIELDS.flatMap(({ fields, required, headers }) => [
    `${fields.replaceAll('`', '')}${required === '' ? '' : ` (${required.replace(/^yes/, 'required').replace(/^no/, 'optional')})`}`,
    `    ${headers}`,
  ]),
];
