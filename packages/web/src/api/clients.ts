// The one place where the app talks to its server. Bodies are those of openapi.yaml and of app.yaml, and nothing else.
import type { paths } from '@skiptrace/contract';
import type { appPaths } from '@skiptrace/contract/app';
import createClient from 'openapi-fetch';
import { Problem, problemOf } from './problem.js';

/** No page of another origin can send it, so the server takes the session's cookie only beside it. */
export const APP_HEADER = { 'Skiptrace-App': '1' } as const;

const options = { baseUrl: '/', headers: APP_HEADER, credentials: 'same-origin' } as const;

/** Lookups, jobs, the balance, support messages: openapi.yaml. */
export const contract = createClient<paths>(options);

/** Sessions and what only a person at a screen needs: app.yaml. */
export const own = createClient<appPaths>(options);

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
