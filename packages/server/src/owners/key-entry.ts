/** Numbers of an address index entry, in this order. An import writes entries, and job processes copy them. */
export const KeyNumber = { Key: 0, Record: 1, Seal: 2, Contacts: 3 } as const;
export const KEY_NUMBERS = 4;
/** Stands for a missing number. */
export const NONE = -1;
