import { describe, expect, it } from 'vitest';
import { SINGLE_FIELDS } from '../../../../csv/src/headers/fields.js';
import { changesTo, labelOf, reasonOnPage } from './fields.js';

describe('the columns of an import', () => {
  it('are sent only where they differ from what the server suggested', () => {
    const suggested = { address: ['Street'], phone: ['Cell', 'Home'] };
    expect(changesTo(suggested, { address: ['Street'], phone: ['Cell', 'Home'], email: [] })).toEqual({});
    expect(changesTo(suggested, { address: [], phone: ['Home', 'Cell'], fullName: ['Who'] })).toEqual({
      address: [],
      phone: ['Home', 'Cell'],
      fullName: ['Who'],
    });
  });

  it('have names that are words', () => {
    expect(SINGLE_FIELDS.filter((field) => labelOf(field) === field)).toEqual([]);
  });

  it('are explained by the names on the page, where there is something to explain', () => {
    expect(reasonOnPage('address = Situs: A known name for this field.')).toBeNull();
    expect(reasonOnPage('fullName = Who: The operator chose it.')).toBe(
      "Owner's full name = Who: The operator chose it.",
    );
    expect(reasonOnPage('state: every row is in TX')).toBe('Property state: every row is in TX');
    expect(reasonOnPage('names: last name first')).toBe('names: last name first');
  });
});
