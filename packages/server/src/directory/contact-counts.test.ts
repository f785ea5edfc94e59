import { describe, expect, it } from 'vitest';
import { contentsOf, packContacts, PACKED_COUNTS, readContents, unpackContacts } from './contact-counts.js';
import type { OwnerPhone } from './record.js';

const mobile: OwnerPhone = { number: '5125550100', type: 'mobile', dnc: false };
const landline: OwnerPhone = { ...mobile, type: 'landline' };
const listed: OwnerPhone = { ...mobile, dnc: true };
const unchecked: OwnerPhone = { ...listed, dncChecked: false };

const AT = {
  propertyAddress: '12 Oak St',
  propertyZip: '46052',
  mailingAddress: null,
  mailingZip: null,
};
const NOTHING = {
  callableMobile: false,
  callableLandline: false,
  notChecked: false,
  mailing: false,
  absentee: false,
};

describe('the contents of an owner’s record', () => {
  it.each([
    ['no phone', [], {}],
    ['a mobile', [mobile], { callableMobile: true }],
    ['a landline beside a listed mobile', [listed, landline], { callableLandline: true }],
    ['both, one of them callable only', [mobile, { ...landline, dnc: true }], { callableMobile: true }],
    ['both', [landline, mobile], { callableMobile: true, callableLandline: true }],
    ['only what is on a registry', [listed, listed], {}],
    ['only what was not checked', [unchecked], { notChecked: true }],
    ['one not checked beside a listed one', [listed, unchecked], { notChecked: true }],
    ['one not checked beside a callable one', [unchecked, landline], { callableLandline: true }],
  ])('is told of the phones: %s', (_, phones, expected) => {
    expect(readContents(contentsOf({ ...AT, phones }))).toEqual({ ...NOTHING, ...expected });
  });

  it.each([
    ['the property itself', '12 Oak Street', '46052-1234', false],
    ['the property without a ZIP', '12 OAK ST', null, false],
    ['another number in the same ZIP', '14 Oak St', '46052', true],
    ['the same number in another ZIP', '12 Oak St', '46060', true],
    ['a PO box', 'PO Box 12', '46052', true],
  ])('is told of the mail: %s', (_, mailingAddress, mailingZip, absentee) => {
    const contents = contentsOf({ ...AT, mailingAddress, mailingZip, phones: [] });
    expect(readContents(contents)).toEqual({ ...NOTHING, mailing: true, absentee });
  });

  it('survive being packed into one number with the counts', () => {
    for (let contents = 0; contents < 16; contents++) {
      for (const [phoneCount, emailCount] of [
        [0, 0],
        [19, 28],
        [1, 0],
        [0, 28],
      ] as const) {
        const packed = packContacts({ phoneCount, emailCount, contents });
        expect(packed).toBeLessThan(PACKED_COUNTS);
        expect(unpackContacts(packed)).toEqual({ phoneCount, emailCount, contents });
      }
    }
    // A SMALLINT of PostgreSQL.
    expect(PACKED_COUNTS).toBeLessThanOrEqual(2 ** 15);
  });
});
