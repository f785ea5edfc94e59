import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXIT, EXITS, Failure, type FailureCode, FAILURE_EXITS, Interruption } from './failures/failure.js';
import { Receipt } from './receipt.js';
import { explain, renderFailure, renderFailureJson } from './report.js';
import { createPaint } from './terminal/text.js';

const paint = createPaint(false);

describe('an exit code that says "Nothing was charged."', () => {
  it('is never used after a command that has spent money, or may have', () => {
    const codes = Object.keys(FAILURE_EXITS) as FailureCode[];
    const spendings: ((receipt: Receipt) => void)[] = [
      () => undefined,
      (receipt) => receipt.mayCharge(),
      (receipt) => receipt.charged(4),
      (receipt) => receipt.chargedSoFar(4),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.array(fc.constantFrom(...spendings)), (code, spend) => {
        const receipt = new Receipt();
        for (const some of spend) some(receipt);
        const { exitCode } = explain(new Failure(code, 'Wrong.'), receipt);
        const exit = Object.values(EXITS).find(({ code }) => code === exitCode);
        return exit?.money !== 'Nothing was charged.' || receipt.chargedCents === 0;
      }),
    );
    expect(explain(new Failure('usage', 'Wrong.'), new Receipt()).exitCode).toBe(2);
  });
});

describe('how a command ends', () => {
  it('says what happened, why, the cost, and what to run next', () => {
    const receipt = new Receipt();
    const failure = explain(
      new Failure('declined', 'Not spent.', { hint: 'The job waits.', next: 'skiptrace jobs confirm 7d0f' }),
      receipt,
    );
    expect(failure.exitCode).toBe(EXIT.declined);
    expect(renderFailure(failure, receipt, paint)).toBe(
      'Not spent.\nThe job waits.\nNothing was charged.\nNext: skiptrace jobs confirm 7d0f\n',
    );
  });

  it('keeps a usage error to two lines', () => {
    const failure = explain(
      new Failure('usage', 'Unknown option.', { hint: 'Hint.', next: 'x --help' }),
      new Receipt(),
    );
    expect(renderFailure(failure, new Receipt(), paint).trimEnd().split('\n')).toHaveLength(2);
  });

  it('is one JSON document with names that do not change', () => {
    const receipt = new Receipt();
    receipt.job('7d0f', 'completed');
    receipt.charged(39_248);
    const failure = explain(
      new Failure('output_unwritable', 'The disk is full.', { next: 'again' }),
      receipt,
    );
    expect(JSON.parse(renderFailureJson(failure, receipt))).toEqual({
      error: {
        code: 'output_unwritable',
        message: 'The disk is full.',
        hint: null,
        exit_code: 12,
        retryable: false,
        request_id: null,
        job_id: '7d0f',
        charged_cents: 39_248,
        next: 'again',
      },
    });
  });

  it('by Ctrl-C names the job’s status, the cost so far and how to continue', () => {
    const receipt = new Receipt();
    receipt.job('7d0f', 'generating');
    receipt.charged(800);
    receipt.next = 'skiptrace upload leads.csv';
    const failure = explain(new Interruption('SIGINT'), receipt);
    expect(failure.exitCode).toBe(130);
    expect(renderFailure(failure, receipt, paint)).toBe(
      'Interrupted. Job 7d0f is paid and being written.\nYou were charged $8.00.\nNext: skiptrace upload leads.csv\n',
    );
    expect(explain(new Interruption('SIGTERM'), receipt).exitCode).toBe(143);
  });

  it('reports a bug of this program as one', () => {
    const failure = explain(new TypeError('x is not a function'), new Receipt());
    expect(failure).toMatchObject({ code: 'bug', exitCode: EXIT.bug });
  });

  it('shows no control characters of a server', () => {
    expect(explain(new Failure('job_failed', 'bad\u001b[2J'), new Receipt()).message).toBe('bad?[2J');
  });
});
