import { openapiDocument } from '@skiptrace/contract/document';
import { describe, expect, it } from 'vitest';
import { checkFields, fieldPatterns, problemsOf } from './address.js';

describe('the input that a bulk lookup rejects', () => {
  it('is all that the contract does not allow', () => {
    const schemas = openapiDocument.components?.schemas as Record<
      string,
      { properties: Record<string, { pattern?: string }> }
    >;
    const properties = schemas['AddressInput']?.properties ?? {};
    for (const [field, pattern] of Object.entries(fieldPatterns)) {
      expect(new RegExp(properties[field]?.pattern ?? '', 'u').source).toBe(pattern.source);
    }
  });

  it.each([
    [{ address: '100 Sandbox Match St' }, []],
    ['100 Sandbox Match St', []],
    [{ address: '100 Sandbox Match St', city: undefined }, []],
    [{}, ['address is required']],
    [null, ['an address must be a string or an object']],
    [{ address: 'a\u0000b' }, ["address can't be blank or contain control characters"]],
    [{ address: 'a', city: null }, ['city must be a string']],
    [{ address: 'a\ud800' }, ["address can't be blank or contain control characters"]],
    [
      { address: 'a', state: 'T', zip: 78701 },
      ['state must be a two-letter code', "zip must be a string such as '07104'"],
    ],
    [{ address: 'a', zip: '7104' }, ['zip must be 5 digits']],
    [{ address: 'a', zipcode: '45406' }, ['"zipcode" is no field of an address. Did you mean zip?']],
    [{ address: 'a', ZIP_Code: '45406' }, ['"ZIP_Code" is no field of an address. Did you mean zip?']],
    [{ address: 'a', Stat: 'TX' }, ['"Stat" is no field of an address. Did you mean state?']],
    [
      { street: '1 Elm' },
      ['"street" is no field of an address. Did you mean address?', 'address is required'],
    ],
    [
      { address: 'a', Apt: '2' },
      ['"Apt" is no field of an address. Put the unit into address: "500 Elm St Apt 2".'],
    ],
    [
      { address: 'a', address_line_2: '2' },
      ['"address_line_2" is no field of an address. Put the unit into address: "500 Elm St Apt 2".'],
    ],
    [{ address: 'a', zipcode: undefined, units: 3, id: 7, status: 'new', zip4: '1234', addressId: 9 }, []],
  ])('%j: %j', (input, problems) => {
    expect(problemsOf(input)).toEqual(problems);
  });

  it.each([
    [{ address: 'a', zipcode: '1' }, 'lookup: an address has no field "zipcode". Did you mean zip?'],
    [{ address: 'a', id: 7 }, 'lookup: an address has no field "id". Fields: address, city, state, zip.'],
  ])('lookup refuses %j', (input, sentence) => {
    expect(() => checkFields('lookup', input)).toThrow(sentence);
  });
});
