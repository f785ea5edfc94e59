import {
  dncText,
  type Layout,
  NAME,
  nameCells,
  PROPERTY,
  propertyCells,
  typeText,
  MAILING,
  mailingCells,
  numbered,
  numberedCells,
  ofType,
} from './layout.js';

/** A line for every lead, mobiles and landlines in columns of their own. */
export const split: Layout = {
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
export const long: Layout = {
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
export const phones: Layout = {
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
