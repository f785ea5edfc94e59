// Clients for the server's API, typed by openapi.yaml and app.yaml. A method returns the body of a successful response.
import type { paths } from '@skiptrace/contract';
import type { appPaths, AppSchemas } from '@skiptrace/contract/app';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  type QueryClient,
} from '@tanstack/react-query';
import createClient, {
  type Client,
  type ClientPathsWithMethod,
  type MaybeOptionalInit,
  type MethodResponse,
  type Middleware,
} from 'openapi-fetch';
import { Problem, problemOf } from './problem.js';

/** Sent with every request. Pages of other origins can't send it, so the server accepts the session cookie only with it. */
const APP_HEADER = { 'Skiptrace-App': '1' } as const;

const options = { baseUrl: '/', headers: APP_HEADER, credentials: 'same-origin' } as const;

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathWith<Paths extends object, M extends Method> = ClientPathsWithMethod<Client<Paths>, M> & keyof Paths;
type Init<Paths extends object, M extends Method, Path extends keyof Paths> =
  undefined extends MaybeOptionalInit<Paths[Path], M & keyof Paths[Path]>
    ? [init?: MaybeOptionalInit<Paths[Path], M & keyof Paths[Path]>]
    : [init: MaybeOptionalInit<Paths[Path], M & keyof Paths[Path]>];
type Body<Paths extends object, M extends Method, Path extends PathWith<Paths, M>> = MethodResponse<
  Client<Paths>,
  M,
  Path
>;
/** @throws Problem with the server's message, or a message that the server wasn't reached */
type Asking<Paths extends object, M extends Method> = <Path extends PathWith<Paths, M>>(
  path: Path,
  ...init: Init<Paths, M, Path>
) => Promise<Body<Paths, M, Path>>;

/** The methods of a client, returning bodies. */
function bodiesOf<Paths extends object>(client: Client<Paths>) {
  const asking = <M extends Method>(method: M): Asking<Paths, M> =>
    ((path: never, init: never) => bodyOf(client.request(method, path, init))) as never;
  return {
    GET: asking('get'),
    POST: asking('post'),
    PUT: asking('put'),
    PATCH: asking('patch'),
    DELETE: asking('delete'),
  };
}

const contractClient = createClient<paths>(options);
const ownClient = createClient<appPaths>(options);

/** Operations of openapi.yaml: lookups, jobs, the balance, support messages. */
export const contract = bodiesOf(contractClient);

/** Operations of app.yaml, which only the web app needs, for a signed-in customer or operator. */
export const own = bodiesOf(ownClient);

/** Operations of app.yaml, sent without an account. */
export const anyone = bodiesOf(createClient<appPaths>(options));

type OwnPath = PathWith<appPaths, 'get'>;

/** The values that are there: without undefined, null and empty texts. */
export const given = <Values extends object>(values: Values) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  ) as { [Name in keyof Values]?: Exclude<Values[Name], undefined | null | ''> };

/** Query of a path; its key is the path with its parameters. */
export const query = <Path extends OwnPath>(path: Path, ...init: Init<appPaths, 'get', Path>) =>
  queryOptions({
    queryKey: [path as string, init[0]?.params ?? {}],
    queryFn: () => own.GET(path, ...init),
  });

interface Page {
  nextCursor: string | null;
}

/**
 * Query of a list that grows by pages. It shows the rows of another filter until its own have arrived.
 * @param load gets one page: `page` is a part of the request's query, empty for the first page
 */
export const pagesOf = <Found extends Page>(
  queryKey: readonly unknown[],
  load: (page: { cursor?: string }) => Promise<Found>,
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: '',
    queryFn: ({ pageParam: cursor }) => load(cursor === '' ? {} : { cursor }),
    getNextPageParam: ({ nextCursor }: Found) => nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

/** Query of a path with pages as answers. */
export const pagedQuery = <Path extends OwnPath>(path: Path, ...[init]: Init<appPaths, 'get', Path>) => {
  const asked: { query?: object } = init?.params ?? {};
  return pagesOf([path, 'pages', asked], (page) => {
    const params = { ...asked, query: { ...asked.query, ...page } };
    return own.GET(path, { ...init, params } as never) as Promise<Body<appPaths, 'get', Path> & Page>;
  });
};

/** Answer of a path. */
export const useRead = <Path extends OwnPath>(path: Path, ...init: Init<appPaths, 'get', Path>) =>
  useQuery(query(path, ...init));

/** Answers of a path that come in pages. */
export const usePages = <Path extends OwnPath>(path: Path, ...init: Init<appPaths, 'get', Path>) =>
  useInfiniteQuery(pagedQuery(path, ...init));

/** Reads again what was read from paths that begin like one of these. */
export const readAgain = (queries: QueryClient, beginnings: readonly string[]): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && beginnings.some((beginning) => path.startsWith(beginning)),
  });

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
contractClient.use(nameAccountOfPage);
ownClient.use(nameAccountOfPage);

interface Answer<Data> {
  data?: Data | undefined;
  error?: unknown;
  response: Response;
}

/** Returns the body of a successful response. @throws Problem */
async function bodyOf<Data>(asking: Promise<Answer<Data>>): Promise<Data> {
  const answer = await asking.catch((cause: unknown) => {
    throw cause instanceof Problem ? cause : Problem.notReached(cause);
  });
  if (answer.response.ok) return answer.data as Data;
  throw problemOf(answer.response, answer.error);
}
