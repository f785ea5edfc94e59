import { dncStatus, type EnrichedOwner, type EnrichedPhone } from '../enriched/added-columns.js';
import type { PropertyAddress } from '../leads/enriched-rows.js';

/** Names and descriptions of the layouts, for the help pages: their code is loaded by `export` only. */
export const LAYOUT_NAMES = ['phones', 'split', 'reisift', 'hubspot', 'ghl', 'long'] as const;

export type LayoutName = (typeof LAYOUT_NAMES)[number];

/** A matched row, as every layout sees it. */
export interface Lead {
  readonly property: PropertyAddress;
  readonly owner: EnrichedOwner;
}

/** Largest number of each kind that one lead has: decides how many numbered columns a layout needs. */
export interface LeadWidths {
  readonly phones: number;
  readonly mobiles: number;
  readonly landlines: number;
  readonly emails: number;
  /** Widths of the second owner, the third … */
  readonly coOwners: readonly LeadWidths[];
}

/**
 * Numbers that an export keeps, by their Do Not Call status: all; all but the listed ones; only the ones that are not listed, so
 * none that is not checked.
 */
export const DNC_CHOICES = ['keep', 'drop-listed', 'only-not-listed'] as const;

export type DncChoice = (typeof DNC_CHOICES)[number];

/** Import format of another program. */
export interface Layout {
  readonly name: string;
  /**
   * Numbers that it has unless the caller chooses. What calls or texts gets none that must not be called: a dialer would, and
   * a CRM dials what is in its columns for phones.
   */
  readonly dnc: DncChoice;
  /** True if each owner of a property is a lead of its own; else all of them are in one record. */
  readonly isByOwner: boolean;
  header(widths: LeadWidths): string[];
  /** The records of one lead: none, one or many. */
  records(lead: Lead, widths: LeadWidths): string[][];
}

const NAME = ['First Name', 'Last Name'];
const PROPERTY = ['Property Address', 'Property City', 'Property State', 'Property Zip'];
const MAILING = ['Mailing Address', 'Mailing City', 'Mailing State', 'Mailing Zip'];

/** True for an owner with only a full name: a company, or an owner from a list that does not split names. */
export const isWholeName = ({ firstName, lastName, fullName }: EnrichedOwner): boolean =>
  firstName === null && lastName === null && fullName !== null;

/** Cells of the name. Importers require a last name, and "Smith Gina" and "Gina Smith Trust" cannot be distinguished. */
function nameCells(owner: EnrichedOwner): string[] {
  return isWholeName(owner) ? ['', owner.fullName ?? ''] : [owner.firstName ?? '', owner.lastName ?? ''];
}

const propertyCells = ({ address, city, state, zip }: PropertyAddress) => [address, city, state, zip];

const mailingCells = (owner: EnrichedOwner): string[] => [
  owner.mailingAddress ?? '',
  owner.mailingCity ?? '',
  owner.mailingState ?? '',
  owner.mailingZip ?? '',
];

const typeText = ({ type }: EnrichedPhone) => (type === 'mobile' ? 'Mobile' : 'Landline');
const DNC = ['DNC', 'DNC Status'];
const dncCells = (phone: EnrichedPhone): string[] => [phone.dnc ? 'Yes' : 'No', dncStatus(phone)];

/** `5125550102 listed; 5125550103 not checked`: for contacts with several numbers in one record, where a number has no column beside it. */
const dncNotes = ({ phones }: EnrichedOwner): string =>
  phones
    .filter((phone) => dncStatus(phone) !== 'not listed')
    .map((phone) => `${phone.number} ${dncStatus(phone)}`)
    .join('; ');

const ofType = ({ phones }: EnrichedOwner, type: EnrichedPhone['type']) =>
  phones.filter((phone) => phone.type === type);

/** Names of numbered columns: `Phone 1`, `Phone 1 Type`, `Phone 2` … */
function numbered(count: number, names: (n: number) => string[]): string[] {
  return Array.from({ length: count }, (_, at) => names(at + 1)).flat();
}

/** Cells of numbered columns, with empty ones after the last. */
function numberedCells<T>(
  items: readonly T[],
  count: number,
  cells: (item: T) => string[],
  width: number,
): string[] {
  return Array.from({ length: count }, (_, at) => {
    const item = items[at];
    return item === undefined ? new Array<string>(width).fill('') : cells(item);
  }).flat();
}

/** Columns of the second owner, the third … */
const coOwnerColumns = ({ coOwners }: LeadWidths, names: (of: string, widths: LeadWidths) => string[]) =>
  coOwners.flatMap((widths, at) => [
    ...NAME.map((name) => `Owner ${at + 2} ${name}`),
    ...names(`Owner ${at + 2} `, widths),
  ]);

function coOwnerCells(
  { coOwners = [] }: EnrichedOwner,
  widths: LeadWidths,
  cells: (owner: EnrichedOwner, widths: LeadWidths) => string[],
): string[] {
  return widths.coOwners.flatMap((width, at) => {
    const owner = coOwners[at] ?? NO_OWNER;
    return [...nameCells(owner), ...cells(owner, width)];
  });
}

const NO_OWNER: EnrichedOwner = {
  firstName: null,
  lastName: null,
  fullName: null,
  mailingAddress: null,
  mailingCity: null,
  mailingState: null,
  mailingZip: null,
  phones: [],
  emails: [],
};

const splitColumns = (of: string, { mobiles, landlines, emails }: LeadWidths): string[] => [
  ...MAILING.map((name) => of + name),
  ...numbered(mobiles, (n) =>
    [`Mobile ${n}`, ...DNC.map((name) => `Mobile ${n} ${name}`)].map((name) => of + name),
  ),
  ...numbered(landlines, (n) =>
    [`Landline ${n}`, ...DNC.map((name) => `Landline ${n} ${name}`)].map((name) => of + name),
  ),
  ...numbered(emails, (n) => [`${of}Email ${n}`]),
];

const splitCells = (owner: EnrichedOwner, { mobiles, landlines, emails }: LeadWidths): string[] => [
  ...mailingCells(owner),
  ...numberedCells(ofType(owner, 'mobile'), mobiles, (phone) => [phone.number, ...dncCells(phone)], 3),
  ...numberedCells(ofType(owner, 'landline'), landlines, (phone) => [phone.number, ...dncCells(phone)], 3),
  ...numberedCells(owner.emails, emails, (email) => [email], 1),
];

/** A line for every lead, mobiles and landlines in columns of their own. */
const split: Layout = {
  name: 'split',
  dnc: 'keep',
  isByOwner: false,
  header: (widths) => [
    ...NAME,
    ...PROPERTY,
    ...splitColumns('', widths),
    ...coOwnerColumns(widths, splitColumns),
  ],
  records: ({ owner, property }, widths) => [
    [
      ...nameCells(owner),
      ...propertyCells(property),
      ...splitCells(owner, widths),
      ...coOwnerCells(owner, widths, splitCells),
    ],
  ],
};

/** One line for every phone and email: for databases and pivot tables. */
const long: Layout = {
  name: 'long',
  dnc: 'keep',
  isByOwner: true,
  header: () => [...PROPERTY, ...NAME, 'Contact Kind', 'Contact', 'Phone Type', ...DNC, 'Rank'],
  records: ({ owner, property }) => {
    const who = [...propertyCells(property), ...nameCells(owner)];
    return [
      ...owner.phones.map((phone, at) => [
        ...who,
        'phone',
        phone.number,
        typeText(phone),
        ...dncCells(phone),
        String(at + 1),
      ]),
      ...owner.emails.map((email, at) => [...who, 'email', email, '', '', '', String(at + 1)]),
    ];
  },
};

/** One line for every number: the format of dialers and texting programs. */
const phones: Layout = {
  name: 'phones',
  dnc: 'only-not-listed',
  isByOwner: true,
  header: () => [...NAME, 'Phone', 'Phone Type', ...DNC, ...PROPERTY],
  records: ({ owner, property }) =>
    owner.phones.map((phone) => [
      ...nameCells(owner),
      phone.number,
      typeText(phone),
      ...dncCells(phone),
      ...propertyCells(property),
    ]),
};

const reisiftColumns = (of: string, { phones, emails }: LeadWidths): string[] => [
  ...['Mailing Street Address', 'Mailing City', 'Mailing State', 'Mailing ZIP Code'].map((name) => of + name),
  ...numbered(phones, (n) => [`${of}Phone ${n}`, `${of}Phone Type ${n}`, `${of}Phone Status ${n}`]),
  ...numbered(emails, (n) => [`${of}Email ${n}`]),
];

const REISIFT_STATUS = { listed: 'DNC', 'not checked': 'Not checked', 'not listed': '' } as const;

const reisiftCells = (owner: EnrichedOwner, { phones, emails }: LeadWidths): string[] => [
  ...mailingCells(owner),
  ...numberedCells(
    owner.phones,
    phones,
    (phone) => [phone.number, typeText(phone), REISIFT_STATUS[dncStatus(phone)]],
    3,
  ),
  ...numberedCells(owner.emails, emails, (email) => [email], 1),
];

/** REISift: property first, phones with type and status. A listed number has the status DNC. */
const reisift: Layout = {
  name: 'reisift',
  dnc: 'keep',
  isByOwner: false,
  header: (widths) => [
    'Property Street Address',
    'Property City',
    'Property State',
    'Property ZIP Code',
    ...NAME,
    ...reisiftColumns('', widths),
    ...coOwnerColumns(widths, reisiftColumns),
  ],
  records: ({ owner, property }, widths) => [
    [
      ...propertyCells(property),
      ...nameCells(owner),
      ...reisiftCells(owner, widths),
      ...coOwnerCells(owner, widths, reisiftCells),
    ],
  ],
};

/**
 * HubSpot contacts, with its own property names. It identifies a contact by the email, so that comes first. In contacts of every
 * program the address is the owner's, where mail is sent; the property has columns of its own.
 */
const hubspot: Layout = {
  name: 'hubspot',
  dnc: 'only-not-listed',
  isByOwner: true,
  header: () => [
    'Email',
    ...NAME,
    'Phone Number',
    'Mobile Phone Number',
    'Street Address',
    'City',
    'State/Region',
    'Postal Code',
    'Additional email addresses',
    'Additional phone numbers',
    ...PROPERTY,
    'Do Not Call',
  ],
  records: ({ owner, property }) => {
    const [email = '', ...otherEmails] = owner.emails;
    const [mobile] = ofType(owner, 'mobile');
    const others = owner.phones.filter((phone) => phone !== mobile);
    const phone = others.find(({ type }) => type === 'landline') ?? others[0] ?? mobile;
    const otherNumbers = others.filter((other) => other !== phone).map(({ number }) => number);
    return [
      [
        email,
        ...nameCells(owner),
        phone?.number ?? '',
        mobile?.number ?? '',
        ...mailingCells(owner),
        otherEmails.join(';'),
        otherNumbers.join(';'),
        ...propertyCells(property),
        dncNotes(owner),
      ],
    ];
  },
};

/** GoHighLevel contacts: one phone and email, the others beside them. Numbers of ten digits are read as US numbers. */
const ghl: Layout = {
  name: 'ghl',
  dnc: 'only-not-listed',
  isByOwner: true,
  header: () => [
    ...NAME,
    'Phone',
    'Email',
    'Street Address',
    'City',
    'State',
    'Postal Code',
    'Country',
    'Additional Phones',
    'Additional Emails',
    'Tags',
    ...PROPERTY,
    'Do Not Call',
  ],
  records: ({ owner, property }) => {
    const [phone, ...otherPhones] = owner.phones;
    const [email = '', ...otherEmails] = owner.emails;
    return [
      [
        ...nameCells(owner),
        phone?.number ?? '',
        email,
        ...mailingCells(owner),
        'US',
        otherPhones.map(({ number }) => number).join(', '),
        otherEmails.join(', '),
        'skip traced',
        ...propertyCells(property),
        dncNotes(owner),
      ],
    ];
  },
};

export const layouts: Readonly<Record<LayoutName, Layout>> = { phones, split, reisift, hubspot, ghl, long };
