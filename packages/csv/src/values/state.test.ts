import { describe, expect, it } from 'vitest';
import { stateCode, stateOfZip } from './state.js';

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
