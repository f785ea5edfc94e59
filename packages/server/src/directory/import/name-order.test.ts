import { describe, expect, it } from 'vitest';
import { nameOrderOf, peopleOf, type NameOrder } from './name-order.js';

const names = (cell: string, order: NameOrder) => peopleOf(cell, order).map(({ fullName }) => fullName);

describe('whole names', () => {
  it.each([
    ['DOE, JANE', ['JANE DOE']],
    ['DOE,JANE A', ['JANE A DOE']],
    ['DOE, JOHN A & MARY', ['JOHN A DOE', 'MARY DOE']],
    ['DOE, JOHN & ROE, MARY', ['JOHN DOE', 'MARY ROE']],
    ['DOE, JOHN, JR', ['JOHN DOE JR']],
    ['DOE JR, JOHN', ['JOHN DOE JR']],
    ['VAN DER BERG, ANNA', ['ANNA VAN DER BERG']],
    ["O'NEIL, Pat", ["Pat O'NEIL"]],
    ['TIPPER, JAMES JR.', ['JAMES TIPPER JR.']],
    ['GARNER, SONYA II', ['SONYA GARNER II']],
    ['GARNER, SONYA A III', ['SONYA A GARNER III']],
    ['DOE, JOHN V', ['JOHN V DOE']],
    ['DE LA FUENTE, QUENTIN SR', ['QUENTIN DE LA FUENTE SR']],
    ['HERRERA RIOS, ESPERANZA', ['ESPERANZA HERRERA RIOS']],
    ['HERRERA RIOS, ESPERANZA M & LUIS', ['ESPERANZA M HERRERA RIOS', 'LUIS HERRERA RIOS']],
  ])('with a comma are turned: %s', (cell, people) => {
    expect(names(cell, 'comma')).toEqual(people);
    expect(names(cell, 'last-first')).toEqual(people);
  });

  it.each([
    ['DOE JANE', ['JANE DOE']],
    ['DOE JANE A', ['JANE A DOE']],
    ['DOE JOHN JR', ['JOHN DOE JR']],
    ['DOE JOHN A & MARY B', ['JOHN A DOE', 'MARY B DOE']],
    ['DOE JOHN & DOE MARY', ['JOHN DOE', 'MARY DOE']],
  ])('without one are turned where last names come first in the file: %s', (cell, people) => {
    expect(names(cell, 'last-first')).toEqual(people);
    expect(names(cell, 'comma')).toEqual([cell]);
    expect(names(cell, 'as-written')).toEqual([cell]);
  });

  it.each([
    ['Gina Smith', ['Gina|Smith']],
    ['GINA M SMITH', ['GINA M|SMITH']],
    ['Ludwig van der Berg', ['Ludwig|van der Berg']],
    ['John Doe Jr', ['John|Doe Jr']],
    ['Doe, Jane', ['Jane|Doe']],
    ['John & Jane Doe', ['John|Doe', 'Jane|Doe']],
    ['John B and Jane Doe', ['John B|Doe', 'Jane|Doe']],
    ['John Doe & Jane', ['John|Doe', 'Jane|Doe']],
    ['John Doe & Mary Roe', ['John|Doe', 'Mary|Roe']],
    ...['Mary Ann Lopez Garcia', 'Gina', 'Van Buren', 'Gina Smith Trust', 'John & Jane', 'A & B & C Doe'].map(
      (unclear): [string, string[]] => [unclear, [`null|null|${unclear}`]],
    ),
  ])(
    'are split where somebody says that first names come first, and stay whole where that is unclear: %s',
    (cell, people) => {
      const found = peopleOf(cell, 'first-last').map(({ firstName, lastName, fullName }) =>
        firstName === null ? `${firstName}|${lastName}|${fullName}` : `${firstName}|${lastName}`,
      );
      expect(found).toEqual(people);
    },
  );

  it.each([
    ...['ACME HOLDINGS, LLC', 'DOE FAMILY TRUST', 'DOE JOHN EST OF', 'DOE, JOHN & MARY ROE'],
    ...['GARCIA LOPEZ MARIA', 'VAN BUREN', 'DOE JOHN ETAL', 'JOHN DOE, MARY ROE'],
    ...['DOE JOHN, DOE JANE', 'DOE, JOHN JR, SR', 'DOE, JOHN & MARY & SUE', 'DOE'],
    'BANK OF AMERICA NA',
  ])('stay as they are where it is unclear who is meant: %s', (cell) => {
    expect(names(cell, 'last-first')).toEqual([cell]);
    expect(names(cell, 'comma')).toEqual([cell]);
  });
});

describe('the order of a file’s names', () => {
  const orderOf = (written: string[], header = 'Owner Name', vendor?: string) =>
    nameOrderOf({ header, vendor, names: written });

  it('is detected from its header, its county, or its commas', () => {
    expect(orderOf(['DOE JANE'], 'Owner Name (Last, First)').order).toBe('last-first');
    expect(orderOf(['DOE JANE'], 'OWN_NAME', 'Florida NAL').order).toBe('last-first');
    expect(orderOf(['DOE, JANE', 'ROE, JOHN', 'ACME, LLC', 'POE ANN']).order).toBe('comma');
  });

  it('is never guessed', () => {
    expect(orderOf(['Jane Doe', 'John Roe'])).toMatchObject({ order: 'as-written', warning: null });
    expect(orderOf(['DOE JANE', 'ROE JOHN'])).toMatchObject({ order: 'as-written' });
    expect(orderOf(['Jane Doe, John Doe', 'ROE, JOHN'])).toMatchObject({ order: 'as-written' });
    const doubted = orderOf(['DOE JANE A', 'ROE JOHN']);
    expect(doubted.order).toBe('as-written');
    expect(doubted.warning).toMatch(/"DOE JANE A" may have the last name first/);
    expect(orderOf(['DOE JANE A', 'JOHN Q ROE']).warning).toBeNull();
  });
});
