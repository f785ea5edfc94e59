import { describe, expect, it } from 'vitest';
import { SINGLE_FIELDS } from '../../../csv/src/headers/fields.js';
import { choicesOf, labelOf } from './owner-fields.js';

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
