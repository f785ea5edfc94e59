import {
  dncText,
  type Layout,
  MAILING,
  mailingCells,
  NAME,
  nameCells,
  numbered,
  numberedCells,
  ofType,
  PROPERTY,
  propertyCells,
} from './layout.js';

/** A line for every lead, mobiles and landlines in columns of their own. */
export const split: Layout = {
  name: 'split',
  does: 'a line for every lead, mobiles and landlines split into columns of their own',
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
