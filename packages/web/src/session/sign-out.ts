import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { accountName, anyone, bodyOf, own } from '../api/clients.js';
import { Problem, sentenceOf } from '../api/problem.js';
import { forgetKept } from './kept-list.js';
import { sessionQuery } from './sessions.js';

/** Ends the session in this browser, or in all of them, and drops everything that was loaded for it. */
export function useSignOut() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ everywhere }: { everywhere: boolean }) => {
      await end(
        () => bodyOf(own.DELETE('/app/api/session', { params: { query: { everywhere } } })),
        () => bodyOf(anyone.GET('/app/api/session')),
      );
      const session = queries.getQueryData(sessionQuery.queryKey);
      // The session has ended, whatever becomes of this.
      if (session !== undefined) await forgetLists(accountName(session)).catch(() => undefined);
    },
    onSuccess: () => {
      forgetKept();
      otherTabs.postMessage(SIGNED_OUT);
      leave();
    },
  });
}

/** Whoever signs out in one tab leaves nothing on the pages of the others. */
export function useSignOutOfOtherTabs(): void {
  useEffect(() => {
    const listen = ({ data }: MessageEvent) => {
      if (data !== SIGNED_OUT) return;
      const { pathname, search } = window.location;
      leave(`?next=${encodeURIComponent(pathname + search)}`);
    };
    otherTabs.addEventListener('message', listen);
    return () => otherTabs.removeEventListener('message', listen);
  }, []);
}

const SIGNED_OUT = 'signed out';
const otherTabs = new BroadcastChannel('skiptrace');

/** The sign-in page is loaded anew, so that nothing stays in memory either. */
const leave = (search = ''): void => window.location.assign(`/app/sign-in${search}`);

/** Ends the operator's session in this browser. */
export const useOperatorSignOut = () =>
  useMutation({
    mutationFn: () =>
      end(
        () => bodyOf(own.DELETE('/operator/api/session')),
        () => bodyOf(anyone.GET('/operator/api/session')),
      ),
    onSuccess: () => window.location.assign('/operator/sign-in'),
  });

/**
 * Where the answer does not tell whether the session has ended, the server is asked.
 * @throws Problem that says what is known
 */
async function end(signOut: () => Promise<unknown>, whoIsSignedIn: () => Promise<unknown>): Promise<void> {
  try {
    await signOut();
  } catch (error) {
    if (isSignedOut(error)) return;
    const known = await whoIsSignedIn().then(
      () => 'You are still signed in.',
      (asked: unknown) => (isSignedOut(asked) ? null : 'It is not known whether you are signed out.'),
    );
    if (known !== null) throw new Problem(`${known} ${sentenceOf(error)}`, null, null, { cause: error });
  }
}

const isSignedOut = (error: unknown): boolean => error instanceof Problem && error.status === 401;

/** Deletes this account's lists from the browser, except those whose upload was agreed to: it goes on after the next sign-in. */
async function forgetLists(account: string): Promise<void> {
  const { forgetUnsent } = await import('../lead-file/records.js');
  await forgetUnsent(account);
}
