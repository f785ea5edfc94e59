import type { EnrichedOwner, EnrichedPhone } from '../enriched/added-columns.js';
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
}

/** Import format of another program. */
export interface Layout {
  readonly name: string;
  /** True if it has a column that marks numbers on a Do Not Call registry. */
  readonly tellsDnc: boolean;
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
const dncText = ({ dnc, dncChecked }: EnrichedPhone) =>
  !dnc ? 'No' : dncChecked === false ? 'Not checked' : 'Yes';

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

/** A line for every lead, mobiles and landlines in columns of their own. */
const split: Layout = {
  name: 'split',
  tellsDnc: true,
  header: ({ mobiles, landlines, emails }) => [
    ...NAME,
    ...PROPERTY,
    ...MAILING,
    ...numbered(mobiles, (n) => [`Mobile ${n}`, `Mobile ${n} DNC`]),
    ...numbered(landlines, (n) => [`Landline ${n}`, `Landline ${n} DNC`]),
    ...numbered(emails, (n) => [`Email ${n}`]),
  ],
  records: ({ owner, property }, { mobiles, landlines, emails }) => [
    [
      ...nameCells(owner),
      ...propertyCells(property),
      ...mailingCells(owner),
      ...numberedCells(ofType(owner, 'mobile'), mobiles, (phone) => [phone.number, dncText(phone)], 2),
      ...numberedCells(ofType(owner, 'landline'), landlines, (phone) => [phone.number, dncText(phone)], 2),
      ...numberedCells(owner.emails, emails, (email) => [email], 1),
    ],
  ],
};

/** One line for every phone and email: for databases and pivot tables. */
const long: Layout = {
  name: 'long',
  tellsDnc: true,
  header: () => [...PROPERTY, ...NAME, 'Contact Kind', 'Contact', 'Phone Type', 'DNC', 'Rank'],
  records: ({ owner, property }) => {
    const who = [...propertyCells(property), ...nameCells(owner)];
    return [
      ...owner.phones.map((phone, at) => [
        ...who,
        'phone',
        phone.number,
        typeText(phone),
        dncText(phone),
        String(at + 1),
      ]),
      ...owner.emails.map((email, at) => [...who, 'email', email, '', '', String(at + 1)]),
    ];
  },
};

/** One line for every number: the format of dialers and texting programs. */
const phones: Layout = {
  name: 'phones',
  tellsDnc: true,
  header: () => [...NAME, 'Phone', 'Phone Type', 'DNC', ...PROPERTY],
  records: ({ owner, property }) =>
    owner.phones.map((phone) => [
      ...nameCells(owner),
      phone.number,
      typeText(phone),
      dncText(phone),
      ...propertyCells(property),
    ]),
};

/** REISift: property first, phones with type and status. A number on a Do Not Call registry has the status DNC. */
const reisift: Layout = {
  name: 'reisift',
  tellsDnc: true,
  header: ({ phones, emails }) => [
    'Property Street Address',
    'Property City',
    'Property State',
    'Property ZIP Code',
    ...NAME,
    'Mailing Street Address',
    'Mailing City',
    'Mailing State',
    'Mailing ZIP Code',
    ...numbered(phones, (n) => [`Phone ${n}`, `Phone Type ${n}`, `Phone Status ${n}`]),
    ...numbered(emails, (n) => [`Email ${n}`]),
  ],
  records: ({ owner, property }, { phones, emails }) => [
    [
      ...propertyCells(property),
      ...nameCells(owner),
      ...mailingCells(owner),
      ...numberedCells(
        owner.phones,
        phones,
        (phone) => [
          phone.number,
          typeText(phone),
          phone.dnc ? (phone.dncChecked === false ? 'Not checked' : 'DNC') : '',
        ],
        3,
      ),
      ...numberedCells(owner.emails, emails, (email) => [email], 1),
    ],
  ],
};

/** HubSpot contacts, with its own property names. It identifies a contact by the email, so that comes first. */
const hubspot: Layout = {
  name: 'hubspot',
  tellsDnc: false,
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
    ...PROPERTY,
  ],
  records: ({ owner, property }) => {
    const [email = '', ...otherEmails] = owner.emails;
    const [mobile] = ofType(owner, 'mobile');
    const phone = ofType(owner, 'landline')[0] ?? owner.phones[0];
    return [
      [
        email,
        ...nameCells(owner),
        phone?.number ?? '',
        mobile?.number ?? '',
        ...mailingCells(owner),
        otherEmails.join(';'),
        ...propertyCells(property),
      ],
    ];
  },
};

/** GoHighLevel contacts: one phone and email, the others beside them. Numbers of ten digits are read as US numbers. */
const ghl: Layout = {
  name: 'ghl',
  tellsDnc: false,
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
  ],
  records: ({ owner, property }) => {
    const [phone, ...otherPhones] = owner.phones;
    const [email = '', ...otherEmails] = owner.emails;
    return [
      [
        ...nameCells(owner),
        phone?.number ?? '',
        email,
        ...propertyCells(property),
        'US',
        otherPhones.map(({ number }) => number).join(', '),
        otherEmails.join(', '),
        'skip traced',
      ],
    ];
  },
};

export const layouts: Readonly<Record<LayoutName, Layout>> = { phones, split, reisift, hubspot, ghl, long };
