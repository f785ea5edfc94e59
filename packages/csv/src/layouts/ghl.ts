import { type Layout, nameCells, propertyCells } from './layout.js';

/** GoHighLevel contacts: one phone and email, the others beside them. Numbers of ten digits are read as US numbers. */
export const ghl: Layout = {
  name: 'ghl',
  does: 'GoHighLevel contacts: first phone and email, then the others; no Do Not Call numbers',
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
