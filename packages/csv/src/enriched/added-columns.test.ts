import { describe, expect, it } from 'vitest';
import { addedColumns } from './added-columns.js';

const NONE = { extra: 0, phones: 0, emails: 0 };

describe('added columns', () => {
  it('are the status, the owner, and as many phones and emails as the widest row has', () => {
    expect(addedColumns(['Address'], { extra: 0, phones: 2, emails: 1, coOwners: [] })).toEqual({
      extra: [],
      owner: [
        ...['Skip Trace Status', 'Owner First Name', 'Owner Last Name', 'Owner Full Name'],
        ...['Owner Mailing Address', 'Owner Mailing City', 'Owner Mailing State'],
        ...['Owner Mailing Zip', 'Phone 1', 'Phone 1 Type', 'Phone 1 DNC', 'Phone 1 DNC Status'],
        ...['Phone 2', 'Phone 2 Type', 'Phone 2 DNC', 'Phone 2 DNC Status', 'Email 1'],
      ],
    });
  });

  it('name each further owner with the owner’s own phones and emails', () => {
    const coOwners = [
      { phones: 1, emails: 1 },
      { phones: 0, emails: 0 },
    ];
    const { owner } = addedColumns([], { ...NONE, coOwners });
    const mail = (n: number) =>
      [
        ...['First Name', 'Last Name', 'Full Name', 'Mailing Address', 'Mailing City'],
        ...['Mailing State', 'Mailing Zip'],
      ].map((name) => `Owner ${n} ${name}`);
    expect(owner.slice(8)).toEqual([
      ...mail(2),
      'Owner 2 Phone 1',
      'Owner 2 Phone 1 Type',
      'Owner 2 Phone 1 DNC',
      'Owner 2 Phone 1 DNC Status',
      'Owner 2 Email 1',
      ...mail(3),
    ]);
    expect(addedColumns(['Owner 2 First Name'], { ...NONE, coOwners }).owner).toContain(
      'ST Owner 3 Last Name',
    );
  });

  it('have no status in results of earlier versions', () => {
    const { owner } = addedColumns([], { ...NONE, phones: 1 });
    expect(owner.slice(8)).toEqual(['Phone 1', 'Phone 1 Type', 'Phone 1 DNC']);
  });

  it('all get a prefix when one of them is in the header already, whatever its case', () => {
    const { owner } = addedColumns(['PHONE 1'], { ...NONE, phones: 1 });
    expect(owner.every((name) => name.startsWith('ST '))).toBe(true);
    expect(owner).toContain('ST Phone 1 DNC');
  });

  it('keep their names when the header holds a phone column that is not added', () => {
    expect(addedColumns(['Phone 1'], NONE).owner[0]).toBe('Skip Trace Status');
  });

  it('continue the numbering when a file was enriched before', () => {
    const once = ['Phone 1', 'ST Phone 1'];
    expect(addedColumns(once, { ...NONE, phones: 1 }).owner[0]).toBe('ST 2 Skip Trace Status');
    const twice = [...once, ' st 2 phone 1'];
    expect(addedColumns(twice, { ...NONE, phones: 1 }).owner[0]).toBe('ST 3 Skip Trace Status');
  });

  it('name the cells that had no header', () => {
    expect(addedColumns(['a', 'extra 2'], { ...NONE, extra: 2 }).extra).toEqual(['Extra 1', 'Extra 3']);
  });
});
