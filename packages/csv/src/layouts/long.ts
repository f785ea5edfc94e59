import { dncText, type Layout, NAME, nameCells, PROPERTY, propertyCells, typeText } from './layout.js';

/** One line for every phone and email: for databases and pivot tables. */
export const long: Layout = {
  name: 'long',
  does: 'one line per phone and email, for databases',
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
