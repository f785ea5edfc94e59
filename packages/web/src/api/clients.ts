// Clients for the server's API, typed by openapi.yaml and app.yaml.
import type { paths } from '@skiptrace/contract';
import type { appPaths, AppSchemas } from '@skiptrace/contract/app';
import createClient, { type Middleware } from 'openapi-fetch';
import { Problem, problemOf } from './problem.js';

/** Sent with every request. Pages of other origins can't send it, so the server accepts the session cookie only with it. */
const APP_HEADER = { 'Skiptrace-App': '1' } as const;

const options = { baseUrl: '/', headers: APP_HEADER, credentials: 'same-origin' } as const;

/** Operations of openapi.yaml: lookups, jobs, the balance, support messages. */
export const contract = createClient<paths>(options);

/** Operations of app.yaml, which only the web app needs, for a signed-in customer or operator. */
export const own = createClient<appPaths>(options);

/** Operations of app.yaml, sent without an account. */
export const anyone = createClient<appPaths>(options);

type SessionAccount = Pick<AppSchemas['CustomerSession'], 'mode' | 'accountId'>;

/** Account name as sent in requests. Test mode counts as another account: it sees other jobs, and nothing it does costs money. */
export const accountName = ({ mode, accountId }: SessionAccount): string => `${mode}:${accountId}`;

/** Account shown in this tab; null until it is known, and for operators. */
let shown: string | null = null;

/**
 * Makes every request from now on name the account shown in this tab. All tabs share the session cookie: after a sign-in with
 * another account in another tab, the server refuses this tab's requests instead of charging the other account.
 */
export function showAccount(session: SessionAccount) {
  shown = accountName(session);
}

/** Account shown in this tab; null until it is known. */
export const shownAccount = (): string | null => shown;

const ACCOUNT_HEADER = 'Skiptrace-Account';

/** Headers for a request of another account than the one shown: an upload continues whatever page is open. */
export const asAccount = (account: string) => ({ [ACCOUNT_HEADER]: account });

/** Headers for requests that aren't made by one of the clients above. */
export const pageHeaders = (): Readonly<Record<string, string>> =>
  shown === null ? APP_HEADER : { ...APP_HEADER, ...asAccount(shown) };

const nameAccountOfPage: Middleware = {
  onRequest({ request }) {
    if (shown !== null && !request.headers.has(ACCOUNT_HEADER)) request.headers.set(ACCOUNT_HEADER, shown);
  },
};
contract.use(nameAccountOfPage);
own.use(nameAccountOfPage);

interface Answer<Data> {
  data?: Data | undefined;
  error?: unknown;
  response: Response;
}

/**
 * Returns the body of a successful response.
 * @throws Problem with the server's message, or a message that the server wasn't reached
 */
export async function bodyOf<Data>(asking: Promise<Answer<Data>>): Promise<Data> {
  const answer = await asking.catch((cause: unknown) => {
    throw cause instanceof Problem ? cause : Problem.notReached(cause);
  });
  if (answer.response.ok) return answer.data as Data;
  throw problemOf(answer.response, answer.error);
}
