import { HEAD, LENGTH, NO_SEAL, HASH, NUMBERS } from './record-batch.js';

/** The number in the head of the record that begins at `place`. */
const number = (from: number, width: number): string =>
  `CAST(substr(?2, place + ${from}, ${width}) AS INTEGER)`;
const text = (from: string, length: string): string => `CAST(substr(?2, ${from}, ${length}) AS TEXT)`;

export const INSERT_RECORDS = `
  INSERT OR FAIL INTO owner_records (import_sequence, identity, address_seal, owner_number, phone_count, email_count, fails,
                             owner_id, address, address_keys, contact)
  WITH places AS (SELECT value AS place FROM json_each(?3)),
       sizes AS MATERIALIZED (
         SELECT place, place + ${HEAD} AS texts, ${number(NUMBERS, LENGTH)} AS id,
                ${number(NUMBERS + LENGTH, LENGTH)} AS address, ${number(NUMBERS + 2 * LENGTH, LENGTH)} AS keys,
                ${number(NUMBERS + 3 * LENGTH, LENGTH)} AS contact
           FROM places)
  SELECT ?1, ${number(0, HASH)}, NULLIF(${number(HASH, HASH)}, ${NO_SEAL}), ${number(2 * HASH, 1)}, ${number(2 * HASH + 1, 2)},
         ${number(2 * HASH + 3, 2)}, ${number(2 * HASH + 5, 1)}, NULLIF(${text('texts', 'id')}, ''),
         ${text('texts + id', 'address')}, ${text('texts + id + address', 'keys')},
         ${text('texts + id + address + keys', 'contact')}
    FROM sizes`.trim();
