import { describe, expect, it } from 'vitest';
import { SINGLE_FIELDS } from '../../../csv/src/headers/mapping.js';
import {
  choicesOf,
  columnsOf,
  labelOf,
  lacksHouseNumber,
  menuOf,
  unclearDoubt,
  usesOf,
  withUse,
} from './owner-fields.js';

describe('the columns of an import', () => {
  it('are not sent if they are all as the server suggested', () => {
    const suggested = { address: ['Street'], phone: ['Cell', 'Home'] };
    expect(choicesOf(suggested, { ...suggested, email: [] })).toEqual({});
  });

  it('are all sent as shown once one of them was changed', () => {
    const suggested = { address: ['Address'], city: ['City'], phone: ['Cell', 'Home'] };
    expect(choicesOf(suggested, { ...suggested, state: ['St'] })).toEqual({
      address: ['Address'],
      city: ['City'],
      state: ['St'],
    });
    expect(choicesOf(suggested, { address: [], city: ['City'], phone: ['Home', 'Cell'] })).toEqual({
      address: [],
      city: ['City'],
      phone: ['Home', 'Cell'],
    });
  });

  it('are left to the server if a column holds several fields, or a field several columns', () => {
    const suggested = { address: ['Situs'], city: ['Situs'], mailing: ['Mail 1', 'Mail 2'] };
    expect(choicesOf(suggested, { ...suggested, fullName: ['Who'] })).toEqual({ fullName: ['Who'] });
    const parts = { address: ['No', 'Street'], mailing: ['Mail'] };
    expect(choicesOf(parts, { ...parts, fullName: ['Who'] })).toEqual({ fullName: ['Who'] });
  });

  it('have readable names', () => {
    const found = ['mailing', 'contactName', 'phone', 'phoneType', 'phoneDnc', 'email'];
    expect([...SINGLE_FIELDS, ...found].filter((field) => labelOf(field) === field)).toEqual([]);
  });
});

describe('the menu of a column', () => {
  const file = {
    suggested: { address: ['Address'], fullName: ['Owner'], phone: ['Cell', 'Home'] },
    split: {},
  };
  const detected = columnsOf(file, {});
  const entries = (columns: typeof detected) => Object.fromEntries(usesOf(columns, file));

  it('says what the server detected', () => {
    expect(entries(detected)).toEqual({
      Address: 'address',
      Owner: 'fullName',
      Cell: 'phone',
      Home: 'phone',
    });
  });

  it('gives a column one use, and a use one column, except for phones and emails', () => {
    const moved = withUse(detected, file, 'Taxpayer', 'fullName');
    expect(entries(moved)).toEqual({
      Address: 'address',
      Taxpayer: 'fullName',
      Cell: 'phone',
      Home: 'phone',
    });
    const more = withUse(moved, file, 'Owner', 'phone');
    expect(more.mapping['phone']).toEqual(['Cell', 'Home', 'Owner']);
    expect(withUse(more, file, 'Cell', 'email').mapping).toMatchObject({
      phone: ['Home', 'Owner'],
      email: ['Cell'],
    });
  });

  it('keeps a recognized column from being read, until it gets a use again', () => {
    const without = withUse(detected, file, 'Home', null);
    expect([entries(without)['Home'], without.unused]).toEqual([undefined, ['Home']]);
    expect(withUse(without, file, 'Home', 'phone')).toMatchObject({
      unused: [],
      mapping: { phone: ['Cell', 'Home'] },
    });
    // A column that nothing recognizes is not read anyway.
    expect(withUse(withUse(detected, file, 'Note', 'email'), file, 'Note', null).unused).toEqual([]);
    expect(columnsOf(file, { unused: ['Home'] })).toEqual(without);
  });

  it('reads the street from its parts, or whole, but never both', () => {
    const parts = withUse(withUse(detected, file, 'No', 'houseNumber'), file, 'Road', 'streetName');
    expect(parts.mapping).toMatchObject({ address: [], houseNumber: ['No'], streetName: ['Road'] });
    expect(withUse(parts, file, 'Situs', 'addressFull').mapping).toMatchObject({
      address: [],
      addressFull: ['Situs'],
      houseNumber: [],
      streetName: [],
    });
  });

  it('shows a street that the server joins by its parts, which can be changed one by one', () => {
    const joined = {
      suggested: { address: ['No', 'Road', 'Kind'] },
      split: { houseNumber: 'No', streetName: 'Road', streetSuffix: 'Kind' },
    };
    const columns = columnsOf(joined, {});
    expect(Object.fromEntries(usesOf(columns, joined))).toEqual({
      No: 'houseNumber',
      Road: 'streetName',
      Kind: 'streetSuffix',
    });
    expect(choicesOf(joined.suggested, columns.mapping)).toEqual({});
    const changed = withUse(columns, joined, 'No', null);
    expect([lacksHouseNumber(columns), lacksHouseNumber(changed)]).toEqual([false, true]);
    expect(choicesOf(joined.suggested, withUse(changed, joined, 'Number', 'houseNumber').mapping)).toEqual({
      address: [],
      houseNumber: ['Number'],
      streetName: ['Road'],
      streetSuffix: ['Kind'],
    });
  });

  it('offers what the server detected in a column and a person would not choose, and sends no such use', () => {
    const uses = menuOf('mailing').flatMap(({ items }) => items.map(({ value }) => value));
    expect([uses[0], uses.includes('phoneDnc')]).toEqual(['mailing', true]);
    const mailed = { suggested: { mailing: ['Mail', 'Town'] }, split: {} };
    const { mapping } = withUse(columnsOf(mailed, {}), mailed, 'Town', 'mailingCity');
    expect(choicesOf(mailed.suggested, mapping)).toEqual({ mailingCity: ['Town'] });
  });

  it('asks about a column that could be meant, until another one has the use', () => {
    const unclear = { fullName: ['Name 1', 'Name 2'] };
    const none = { mapping: {}, unused: [] };
    expect(unclearDoubt({ unclear }, none, 'Name 1')).toBe(
      'Owner’s full name? Not used until you choose it.',
    );
    expect(unclearDoubt({ unclear }, none, 'City')).toBeNull();
    expect(unclearDoubt({ unclear }, { mapping: { fullName: ['Name 2'] }, unused: [] }, 'Name 1')).toBeNull();
  });
});
