import type { LookupMatch } from '@skiptrace/sdk';
import { expect, it } from 'vitest';
import { createPaint } from '../../terminal/paint.js';
import { renderOwner } from './owner.js';

const CONTACT: LookupMatch['contact'] = {
  ...{ firstName: null, lastName: null, fullName: 'Jane Doe' },
  ...{ propertyAddress: null, propertyCity: null, propertyState: null, propertyZip: null },
  ...{ mailingAddress: null, mailingCity: null, mailingState: null, mailingZip: null },
};

it('calls an unchecked number "not checked", and only a listed one Do Not Call', () => {
  const phones: LookupMatch['phones'] = [
    { number: '5125550101', type: 'mobile', dnc: false },
    { number: '5125550102', type: 'mobile', dnc: true },
    { number: '5125550103', type: 'landline', dnc: true, dncChecked: false },
  ];
  const shown = renderOwner({ contact: CONTACT, phones, emails: [] }, createPaint(false)) ?? '';
  expect(shown).toMatch(/\(512\) 555-0101 {2}mobile$/m);
  expect(shown).toMatch(/\(512\) 555-0102 {2}mobile {2}Do Not Call$/m);
  expect(shown).toMatch(/\(512\) 555-0103 {2}landline {2}Do Not Call not checked$/m);
});
