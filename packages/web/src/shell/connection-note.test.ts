import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../api/problem.js';
import { retryReasonOf } from './connection-note.js';

const queries = new QueryClient();
afterEach(() => queries.clear());

/** The second try is an hour away, so what is seen follows the first failure. */
const TRIES_AGAIN = { retry: true, retryDelay: 3_600_000 };

const read = (name: string, queryFn: () => Promise<never>, options: { retry: boolean } = TRIES_AGAIN) =>
  queries.query({ queryKey: [name], queryFn, ...options }).catch(() => undefined);
const noAnswer = () => Promise.reject(Problem.notReached(null));
const answer = (status: number) => () => Promise.reject(new Problem('Try again later.', status));
const saysSoon = (reason: string) => vi.waitFor(() => expect(retryReasonOf(queries)).toBe(reason));

describe('the note of a page about requests that are sent again', () => {
  it('is nothing while every request is on its way for the first time', () => {
    void read('slow', () => new Promise(() => undefined));
    expect(retryReasonOf(queries)).toBeNull();
  });

  it('is that the server does not answer, as soon as the first try of a read got no answer', async () => {
    void read('account', noAnswer);
    await saysSoon('unanswered');
  });

  it('is the same behind a gateway that answers for a server that is away', async () => {
    void read('account', answer(502));
    await saysSoon('unanswered');
  });

  it('is that the server is busy, if it said so itself and no other request went unanswered', async () => {
    void read('account', answer(429));
    await saysSoon('busy');
    void read('jobs', noAnswer);
    await saysSoon('unanswered');
  });

  it('is the same for a lookup, which is a mutation', async () => {
    void new MutationObserver(queries, { mutationFn: noAnswer, ...TRIES_AGAIN }).mutate();
    await saysSoon('unanswered');
  });

  it('is nothing once the request is given up, because the page then says more', async () => {
    await read('account', noAnswer, { retry: false });
    expect(retryReasonOf(queries)).toBeNull();
  });
});
