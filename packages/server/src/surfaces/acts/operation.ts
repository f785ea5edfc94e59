import type { TProperties, TSchema } from 'typebox';

/** An operation of the app: its route, and its part of app.yaml. */
export interface Operation {
  /** Its name in the document. */
  id: string;
  /** `POST /operator/api/accounts/{accountId}/credits`: each path parameter is a field. */
  at: string;
  summary: string;
  description?: string;
  /** Role of the session that it needs; by default its path tells. */
  role?: 'anyone' | 'customer' | 'operator';
  /** A plain link may ask for it, without the app's header. */
  isNavigation?: true;
  /** It needs an Idempotency-Key. */
  hasKey?: true;
  query?: TProperties;
  body?: TSchema;
  /** Media type of a body other than JSON. */
  takes?: string;
  answers: readonly [status: number, words: string, schema?: TSchema];
  /** Media type of an answer other than JSON. */
  gives?: string;
  /** Name of the refusals' description. */
  refuses?: 'LookupProblem';
}
