import { type Layout, mailingCells, nameCells, ofType, propertyCells } from './layout.js';

/** HubSpot contacts, with its own property names. It identifies a contact by the email, so that comes first. */
export const hubspot: Layout = {
  name: 'hubspot',
  does: 'HubSpot contacts: best email, phone and mobile; no Do Not Call numbers',
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
