import { describe, expect, it } from 'vitest';
import { leadZip } from './lead-zip.js';

const lead = (address: string, zip: string, city = '', state = '') => ({ address, city, state, zip });

describe('the ZIP of a lead', () => {
  it('has its zeros back if nothing else says where the address lies', () => {
    expect(leadZip(lead('9 Oak St', '7030'))).toEqual({ zip: '07030', reported: false });
    expect(leadZip(lead('9 Oak St Apt 4', '907'))).toEqual({ zip: '00907', reported: false });
    expect(leadZip(lead('9 Oak St', '7030', '', 'NJ'))).toEqual({ zip: '07030', reported: false });
  });

  it('is reported unchanged if something else does', () => {
    for (const found of [
      lead('9 Oak St', '7870', '', 'TX'),
      lead('9 Oak St', '7870', 'Austin'),
      lead('9 Oak St, Austin', '7870'),
      lead('9 Oak St, Austin TX', '7870'),
      lead('9 Oak St', '7870', '', 'Texass'),
      lead('', '7870'),
      lead('9 Oak St', '78'),
    ])
      expect(leadZip(found)).toEqual({ zip: found.zip, reported: true });
  });
});
