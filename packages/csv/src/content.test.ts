import { describe, expect, it } from 'vitest';
import { contentOf, nameColumns } from './content.js';

describe('the content of a column', () => {
  it.each([
    ['street', ['12 Oak St', '500 Broadway', '12-B Elm Avenue', 'PO Box 9', '1380 W 4th St']],
    ['street', ['12 Oak St', '14 Elm Ave', 'Main St & 4th Ave', 'Oak St']],
    ['street', ['N52W16590 Oak Dr', '88 1/2 Fir Ln']],
    [
      'oneLine',
      ['12 Oak St, Reno, NV 89501', '9 Elm Ave Apt 4, Austin TX 78701', '7 Elm Rd Austin TX 78701'],
    ],
    ['zip', ['89501', '78701-1234', '7030', '07030', '']],
    ['state', ['NV', 'tx', 'New Jersey']],
    ['stateZip', ['NV 89501', 'TX, 78701']],
    ['unit', ['Apt 4', '#4', 'Unit B', '']],
    ['words', ['Reno', "Coeur d'Alene", 'St. Louis']],
    ['other', ['(555) 010-4477', '12.5', '2020-01-02']],
    ['other', ['3 bed', '4 bed']],
    ['other', ['99999999', '1234567']],
    ['empty', ['', 'N/A']],
  ])('%s: %j', (content, cells) => {
    expect(contentOf(cells)).toBe(content);
  });

  it.each([
    ['companies', ['3M Company', '21st Century Homes', '7 Eleven']],
    ['dates', ['12 Jan 2020', '3 Feb 2021']],
  ])('%s are no streets', (_, cells) => {
    expect(contentOf(cells)).not.toBe('street');
  });
});

describe('names for a file without a header', () => {
  it.each([
    ['Address|City|State|Zip', '12 Oak St|Reno|NV|89501'],
    ['Address|Zip', '12 Oak St|89501'],
    ['Address|City|State Zip', '12 Oak St|Reno|NV 89501'],
    ['Column 1|Address|Unit|City|State|Zip', 'John Smith|12 Oak St|Apt 4|Reno|NV|89501'],
    ['Column 1|Column 2|Address|Unit|City|State|Zip', 'John|Smith|12 Oak St|4B|Reno|NV|89501'],
    ['Full Address|Column 2', '12 Oak St, Reno, NV 89501|John Smith'],
    ['Column 1|Address|City|State|Zip|Column 6', '10045|12 Oak St|Reno|NV|89501|(555) 010-4477'],
    ['Column 1|Address|City|State', 'John Smith|12 Oak St|Reno|NV'],
    ['Column 1|Column 2', 'John|Smith'],
  ])('%s', (names, row) => {
    expect(nameColumns([row.split('|')]).names).toEqual(names.split('|'));
  });

  it('two street columns are left to a person: one may be the mail', () => {
    const row = '12 Oak St|Reno|NV|89501|9 Elm Ave|Austin|TX|78701';
    expect(nameColumns([row.split('|')]).names.every((name) => name.startsWith('Column '))).toBe(true);
  });
});
