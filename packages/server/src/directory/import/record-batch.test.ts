import { expect, it } from 'vitest';
import { NO_CONTACT } from '../record.js';
import { RecordBatch } from './record-batch.js';

it('a batch notes each street once, however many of its records are there', () => {
  const batch = new RecordBatch('json');
  const contact = { ...NO_CONTACT, phones: [], emails: [] };
  const facts = { ownerId: null, ownerNumber: 1, address: '', addressKeys: [], addressSeal: null, contact };
  const note = (identity: number, ...streets: (readonly [number, string])[]) =>
    batch.add({ identity, ...facts, streets });
  note(1, [0, 'N OAK ST'], [0, 'OAK ST']);
  note(2, [0, 'N OAK ST'], [1, 'N OAK ST']);
  expect(JSON.parse(batch.encoded().streets)).toEqual([
    [0, 'N OAK ST'],
    [0, 'OAK ST'],
    [1, 'N OAK ST'],
  ]);
});
