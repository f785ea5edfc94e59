// The one place where the app talks to its server. Bodies are the types of openapi.yaml and app.yaml.
import type { paths } from '@skiptrace/contract';
import type { appPaths, AppSchemas } from '@skiptrace/contract/app';
import createClient, { type Middleware } from 'openapi-fetch';
import { Problem, problemOf } from './problem.js';

/** The header that every request of ours carries. Pages of other origins can't send it, so the server takes the cookie only with it. */
const APP_HEADER = { 'Skiptrace-App': '1' } as const;

const options = { baseUrl: '/', headers: APP_HEADER, credentials: 'same-origin' } as const;

/** Lookups, jobs, the balance, support messages: openapi.yaml. */
export const contract = createClient<paths>(options);

/** Sessions and what only a person at a screen needs: app.yaml. */
export const own = createClient<appPaths>(options);

/** app.yaml for the sign-in page, where no account is known yet. */
export const anyone = createClient<appPaths>(options);

type Whose = Pick<AppSchemas['CustomerSession'], 'mode' | 'accountId'>;

/** An account as requests name it. Its test session is another one: it sees other jobs, and nothing it does costs money. */
export const accountName = ({ mode, accountId }: Whose): string => `${mode}:${accountId}`;

/** The account that this tab shows; null before it is known, and for operators. */
let shown: string | null = null;

/**
 * From now on every request names the account of its page. The cookie is the browser's: after a sign-in with another
 * account in another tab, the server refuses what this page asks instead of doing it with the other one's money.
 */
export function showAccount(session: Whose) {
  shown = accountName(session);
}

/** The account that this tab shows; null before it is known. */
export const shownAccount = (): string | null => shown;

const ACCOUNT_HEADER = 'Skiptrace-Account';

/** Names the account of a request, where it is not the one this tab shows: an upload goes on under any page. */
export const asAccount = (account: string) => ({ [ACCOUNT_HEADER]: account });

/** What every request carries, for those that are not made by a client above. */
export const pageHeaders = (): Readonly<Record<string, string>> =>
  shown === null ? APP_HEADER : { ...APP_HEADER, ...asAccount(shown) };

const saysWhosePageItIs: Middleware = {
  onRequest({ request }) {
    if (shown !== null && !request.headers.has(ACCOUNT_HEADER)) request.headers.set(ACCOUNT_HEADER, shown);
  },
};
contract.use(saysWhosePageItIs);
own.use(saysWhosePageItIs);

interface Answer<Data> {
  data?: Data | undefined;
  error?: unknown;
  response: Response;
}

/**
 * The body of a good answer.
 * @throws Problem with the server's sentence, or one that says that it was not reached
 */
export async function bodyOf<Data>(asking: Promise<Answer<Data>>): Promise<Data> {
  const answer = await asking.catch((cause: unknown) => {
    throw cause instanceof Problem ? cause : Problem.notReached(cause);
  });
  if (answer.response.ok) return answer.data as Data;
  throw problemOf(answer.response, answer.error);
}
