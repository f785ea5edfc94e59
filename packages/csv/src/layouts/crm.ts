import {
  type Layout,
  nameCells,
  propertyCells,
  mailingCells,
  ofType,
  NAME,
  numbered,
  numberedCells,
  typeText,
} from './layout.js';

/** REISift: property first, phones with type and status. A number on a Do Not Call registry has the status DNC. */
export const reisift: Layout = {
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
export const hubspot: Layout = {
  name: 'hubspot',
  tellsDnc: false,
  header: () => [
    'Email',
    'First Name',
    'Last Name',
    'Phone Number',
    'Mobile Phone Number',
    'Street Address',
    'City',
    'State/Region',
    'Postal Code',
    'Additional email addresses',
    'Property Address',
    'Property City',
    'Property State',
    'Property Zip',
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
export const ghl: Layout = {
  name: 'ghl',
  tellsDnc: false,
  header: () => [
    'First Name',
    'Last Name',
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
