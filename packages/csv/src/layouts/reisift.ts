import {
  type Layout,
  mailingCells,
  NAME,
  nameCells,
  numbered,
  numberedCells,
  propertyCells,
  typeText,
} from './layout.js';

/** REISift: property first, phones with type and status. A number on a Do Not Call registry has the status DNC. */
export const reisift: Layout = {
  name: 'reisift',
  does: 'REISift: a line for every lead, phones with type and status (DNC)',
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
