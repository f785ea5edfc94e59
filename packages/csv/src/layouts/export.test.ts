import { describe, expect, it } from 'vitest';
import type { EnrichedPhone } from '../enriched/added-columns.js';
import type { EnrichedRow } from '../leads/enriched-rows.js';
import { exportRows, layouts } from './export.js';

const PHONES: readonly EnrichedPhone[] = [
  { number: '5125550101', type: 'mobile', dnc: false },
  { number: '5125550102', type: 'mobile', dnc: true },
  { number: '5125550103', type: 'mobile', dnc: true, dncChecked: false },
];

async function* rows(): AsyncGenerator<EnrichedRow> {
  yield await Promise.resolve({
    property: { address: '1 Elm St', city: 'Austin', state: 'TX', zip: '78701' },
    owner: {
      firstName: 'Jane',
      lastName: 'Doe',
      fullName: 'Jane Doe',
      mailingAddress: null,
      mailingCity: null,
      mailingState: null,
      mailingZip: null,
      phones: PHONES,
      emails: [],
    },
  });
}

async function exported(
  options: Omit<Parameters<typeof exportRows>[1], 'layout'>,
  name: keyof typeof layouts,
) {
  const { csv, tally } = await exportRows(rows, { layout: layouts[name], ...options });
  let text = '';
  for await (const chunk of csv) text += new TextDecoder().decode(chunk);
  return { text, dropped: tally.droppedNumbers };
}

describe('a number with an unchecked Do Not Call status', () => {
  it('is named as unchecked in layouts with a column for it', async () => {
    const { text } = await exported({}, 'phones');
    expect(text).toMatch(/5125550102,Mobile,Yes,/);
    expect(text).toMatch(/5125550103,Mobile,Not checked,/);
    expect((await exported({}, 'reisift')).text).toContain('Not checked');
  });

  it('is left out with the listed ones, unless the caller includes it', async () => {
    expect((await exported({ dropDnc: true }, 'phones')).dropped).toBe(2);
    const { text, dropped } = await exported({ dropDnc: true, includeUnchecked: true }, 'phones');
    expect(dropped).toBe(1);
    expect(text).toContain('5125550103');
    expect(text).not.toContain('5125550102');
  });
});
