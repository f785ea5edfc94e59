import { describe, expect, it } from 'vitest';
import { detailsOf, placesOf, rowsOf, whatHappened, whoDidIt, type LogEvent } from './events.js';

const event = (changes: Partial<LogEvent>): LogEvent => ({
  id: 'a/1',
  at: '2026-11-27T03:00:00.000Z',
  kind: 'sign_in',
  actor: 'service',
  accountId: null,
  accountName: null,
  key: null,
  reference: null,
  cents: 0,
  details: {},
  ...changes,
});

describe('an event', () => {
  it('says what happened and to what, and links to it', () => {
    const imported = event({
      kind: 'command',
      actor: 'operator:Ana',
      details: {
        command: 'import of owners begun',
        importId: 'i1',
        source: 'county',
        dryRun: false,
        rows: 1_200,
      },
    });
    expect(whatHappened(imported)).toBe('Import of owners begun');
    expect(detailsOf(imported)).toEqual(['source: county', 'dry run: no', 'rows: 1,200']);
    expect(placesOf(imported)).toEqual([{ to: '/operator/owners/imports/i1', name: 'Import' }]);
    const paid = event({ kind: 'job.confirm', accountId: 'a1', accountName: 'Acme', reference: 'j1' });
    expect(placesOf(paid)).toEqual([
      { to: '/operator/accounts/a1', name: 'Acme' },
      { to: '/operator/jobs/j1', name: 'Job' },
    ]);
  });

  it('has amounts in dollars, and a change of the price from what to what', () => {
    expect(
      detailsOf(
        event({ kind: 'command', details: { amountCents: 250, isNew: true, recordId: crypto.randomUUID() } }),
      ),
    ).toEqual(['amount: $2.50', 'is new: yes']);
    expect(detailsOf(event({ kind: 'price', details: { priceCents: 3, was: { priceCents: 4 } } }))).toEqual([
      'Price per match: from $0.04 to $0.03',
    ]);
  });

  it('counts the parts of a result, without their digests', () => {
    const written = (parts: number) =>
      detailsOf(
        event({
          kind: 'job.result',
          details: { records: 60_000, parts: Array<string>(parts).fill('0f'.repeat(32)) },
        }),
      );
    expect([written(9), written(1)]).toEqual([
      ['records: 60,000', '9 parts'],
      ['records: 60,000', '1 part'],
    ]);
  });

  it('names the customer and the key, or says that it was a web session', () => {
    const actor = 'key:0123456789abcdef';
    const of = (label: string | null, isWebSession: boolean) => ({
      accountName: 'Acme',
      key: { label, isWebSession },
    });
    expect([
      whoDidIt(actor, of(null, true)),
      whoDidIt(actor, of('CRM', false)),
      whoDidIt(actor, of(null, false)),
      whoDidIt('dashboard:0123456789abcdef', of('CRM', false)),
      whoDidIt('dashboard:0123456789abcdef', of(null, true)),
      whoDidIt('dashboard:0123456789abcdef'),
      whoDidIt('operator:Ana'),
    ]).toEqual([
      'Acme, in a web session',
      'Acme, with key “CRM”',
      'Acme, with key 01234567',
      'Acme, in a web session that began with key “CRM”',
      'Acme, in a web session',
      'The customer, in a web session',
      'Ana, in the web app',
    ]);
  });

  it('does not say where an operator was if the log has it the same for the web app and the command line', () => {
    expect([
      whoDidIt('command:Ana', event({ kind: 'suppression' })),
      whoDidIt('command:', event({ kind: 'suppression' })),
      whoDidIt('command:Ana', event({ kind: 'command' })),
    ]).toEqual(['Ana', 'An operator', 'Ana, on the command line']);
  });
});

describe('equal events', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 27, 3, minute)).toISOString();

  it('are one row with their number and the time of the first, also where others came between', () => {
    const download = { kind: 'job.download', reference: 'j1', actor: 'key:k1' };
    const rows = rowsOf([
      event({ ...download, at: at(50) }),
      event({ kind: 'sign_in', at: at(45) }),
      event({ ...download, at: at(40) }),
      event({ ...download, at: at(1), reference: 'j2' }),
      event({ kind: 'sign_in', at: at(0), reference: 's1' }),
    ]);
    expect(
      rows.map(({ event: { kind, reference }, times, firstAt }) => [kind, reference, times, firstAt]),
    ).toEqual([
      ['job.download', 'j1', 2, at(40)],
      ['sign_in', null, 2, at(0)],
      ['job.download', 'j2', 1, at(1)],
    ]);
  });

  it('stay apart if they moved money, differ, or lie more than an hour apart', () => {
    const credit = { kind: 'credit', cents: -500 };
    expect(rowsOf([event({ ...credit, at: at(2) }), event({ ...credit, at: at(1) })])).toHaveLength(2);
    expect(rowsOf([event({ details: { a: 1 } }), event({ details: { a: 2 } })])).toHaveLength(2);
    expect(rowsOf([event({ at: at(70) }), event({ at: at(5) })])).toHaveLength(2);
  });
});
