import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateCode, stateOfZip, cleanZip } from './state-zip.js';

describe('a state', () => {
  it.each([
    ['TX', 'TX'],
    ['tx', 'TX'],
    [' Texas ', 'TX'],
    ['N.Y.', 'NY'],
    ['new  york', 'NY'],
    ['D.C.', 'DC'],
    ['District Of Columbia', 'DC'],
    ['Puerto Rico', 'PR'],
    ['guam', 'GU'],
    ['AE', 'AE'],
    ['US-PA', 'PA'],
    ['USA - Pennsylvania', 'PA'],
    ['PA, USA', 'PA'],
    ['us pa', 'PA'],
  ])('%j is %j', (value, code) => {
    expect(stateCode(value)).toBe(code);
  });

  it.each(['', 'XX', 'Ontario', 'TXS', 'N/A'])('is not %j', (value) => {
    expect(stateCode(value)).toBeNull();
  });
});

describe('the state of a ZIP', () => {
  it.each([
    ['75206', 'TX'],
    ['07030', 'NJ'],
    ['06390', 'NY'],
    ['06389', 'CT'],
    ['96799', 'AS'],
    ['00907', 'PR'],
    ['09012', 'AE'],
  ])('%s is %s', (zip, state) => {
    expect(stateOfZip(zip)).toBe(state);
  });

  it.each(['00000', '7870', '', 'abcde', '752061'])('%j has none', (zip) => {
    expect(stateOfZip(zip)).toBeNull();
  });
});

describe('a ZIP is cleaned for matching', () => {
  it.each([
    ['07030', '', '07030'],
    [' 45405\u00a0', '', '45405'],
    ['="07030"', '', '07030'],
    ["'07030", '', '07030'],
    ['95834.0', '', '95834'],
    ['9.5834E+04', '', '95834'],
    ['9.58340e4', '', '95834'],
    ['07030-1234', '', '07030'],
    ['07030–1234', '', '07030'],
    ['07030-', '', '07030'],
    ['070301234', '', '07030'],
    ['7030', 'NJ', '07030'],
    ['7030', 'new jersey', '07030'],
    ['1851.0', 'MA', '01851'],
    ['7.03E+03', 'NJ', '7.03E+03'],
    ['7030-1234', 'NJ', '07030'],
    ['907', 'PR', '00907'],
    ['802', 'VI', '00802'],
    ['21181234', 'MA', '02118'],
    ['2118-1234', 'MA', '02118'],
    ['9071234', 'PR', '00907'],
    ['01,970', '', '01970'],
    ['1,970', 'MA', '01970'],
    ['45,402.00', 'OH', '45402'],
    ['MA 01970', '', '01970'],
    ['MA 01970-1234', 'MA', '01970'],
    ['MA 1970', '', '01970'],
    ['Massachusetts, 01970', 'MA', '01970'],
    ['MA01970', '', '01970'],
    ['01970, MA', 'MA', '01970'],
    ['US-01970', 'MA', '01970'],
    ['N/A', '', ''],
    ['0', 'NJ', ''],
    ['', '', ''],
  ])('%j in %j is %j', (value, state, zip) => {
    expect(cleanZip(value, state).zip).toBe(zip);
  });

  it.each([
    ['7870', 'TX'],
    ['7870', ''],
    ['907', 'NJ'],
    ['9.58E+04', 'CA'],
    ['95834.5', 'CA'],
    ['123456', 'NJ'],
    ['7030123', 'NJ'],
    ['K1A 0B1', ''],
    ['MA 01970', 'NH'],
    ['ABC 01970', ''],
    ['21181234', 'OH'],
  ])('%j in %j stays and is reported', (value, state) => {
    expect(cleanZip(value, state)).toEqual({ zip: value, reported: true });
  });

  it('and cleaning twice changes nothing', () => {
    const cell = fc.oneof(fc.string(), fc.stringMatching(/^['="]{0,2}\d{2,9}[.\-E+0]{0,4}"?$/));
    fc.assert(
      fc.property(cell, fc.constantFrom('', 'NJ', 'TX', 'PR'), (value, state) => {
        const { zip } = cleanZip(value, state);
        expect(cleanZip(zip, state).zip).toBe(zip);
      }),
    );
  });
});
