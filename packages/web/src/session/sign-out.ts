import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { anyone, own, shownAccount } from '../api/clients.js';
import { Problem, sentenceOf } from '../api/problem.js';
import { forgetKept } from './kept-list.js';

export type Home = '/app' | '/operator';
export type SignOut = ReturnType<typeof useSignOut>;

/** Ends the session in this browser or in all browsers, and drops everything loaded for it. */
export const useSignOut = (home: Home) =>
  useMutation({
    mutationFn: async ({ everywhere }: { everywhere: boolean }) => {
      const path = `${home}/api/session` as const;
      await end(
        () => own.DELETE(path, { params: { query: { everywhere } } }),
        () => anyone.GET(path),
      );
      const account = shownAccount();
      // The session has ended, even if this fails.
      if (account !== null) await forgetAccount(account).catch(() => undefined);
    },
    onSuccess: () => leaveAll(home),
  });

/** A sign-out in one tab clears the pages of the others. */
export function useSignOutOfOtherTabs(home: Home): void {
  useEffect(() => {
    const listen = ({ data }: MessageEvent) => {
      if (data !== tabsOf(home)) return;
      const { pathname, search } = window.location;
      leave(home, `?next=${encodeURIComponent(pathname + search)}`);
    };
    otherTabs.addEventListener('message', listen);
    return () => otherTabs.removeEventListener('message', listen);
  }, [home]);
}

/** Message for tabs that show this account; tabs with another account stay open. */
const tabsOf = (home: Home): string => `${home} ${shownAccount() ?? ''}`;

/** Channel that tells the other tabs which session ended. */
const otherTabs = new BroadcastChannel('skiptrace signed out');

function leaveAll(home: Home): void {
  otherTabs.postMessage(tabsOf(home));
  leave(home);
}

/** Opens the sign-in page with a full reload, so that nothing stays in memory. */
const leave = (home: Home, search = ''): void => window.location.assign(`${home}/sign-in${search}`);

/**
 * Signs out; if the response leaves the outcome open, asks the server for the session.
 * @throws Problem that says whether the person is still signed in, as far as known
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

/**
 * Deletes an account's data from the browser, except lists with an agreed upload: these continue after the next sign-in.
 */
export async function forgetAccount(account: string): Promise<void> {
  forgetKept(account);
  const { forgetUnsent } = await import('../lead-file/records.js');
  await forgetUnsent(account);
}
