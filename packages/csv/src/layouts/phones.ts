import { dncText, type Layout, NAME, nameCells, PROPERTY, propertyCells, typeText } from './layout.js';

/** One line for every number: the format of dialers and texting programs. */
export const phones: Layout = {
  name: 'phones',
  does: 'a line for every phone number, for dialers and texting',
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
