/** An entry of the index of addresses: its numbers, in this order. An import writes it, and job processes copy it. */
export const KeyNumber = { Key: 0, Record: 1, Seal: 2, Contacts: 3 } as const;
export const KEY_NUMBERS = 4;
/** In the place of a missing number. */
export const NONE = -1;
