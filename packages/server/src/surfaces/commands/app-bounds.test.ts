import { appDocument } from '@skiptrace/contract/app';
import { describe, expect, it } from 'vitest';
import { TERM_BOUNDS } from '../../money/accounts/index.js';
import { MAX_TOP_UP_CENTS } from '../../money/billing/index.js';

describe('the limits of operator settings in the web app', () => {
  it('equal the limits of the command line', () => {
    const text = JSON.stringify(appDocument);
    for (const [column, { min, max }] of Object.entries(TERM_BOUNDS)) {
      expect(text).toContain(`"${column}":{"type":["integer","null"],"minimum":${min},"maximum":${max}}`);
    }
    expect(text).toContain(
      `"cents":{"type":"integer","minimum":${-MAX_TOP_UP_CENTS},"maximum":${MAX_TOP_UP_CENTS}}`,
    );
    expect(text).toContain(`"balanceCents":{"type":"integer","minimum":0,"maximum":${MAX_TOP_UP_CENTS}}`);
  });
});
