import { id, integer, nullableInteger, nullableText, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';

/** `know_and_delete`: the person gets a copy before the deletion. */
export type PersonWish = 'leave_out' | 'know' | 'delete' | 'know_and_delete';

/** `unconfirmed`: may have been sent by anyone. */
export type RequestState = 'unconfirmed' | 'open' | 'done' | 'refused';

export interface PostalAddress {
  street: string;
  city: string;
  state: string;
  zip: string;
}

/** Form of the opt-out page, filled in by a person or an agent. */
export interface RequestForm {
  wants: PersonWish;
  name: string;
  /** At least one. */
  addresses: PostalAddress[];
  phones: string[];
  emails: string[];
  /** Null if the person asks for themselves. */
  agent: string | null;
  /** Null: a letter goes to the first address. */
  contactEmail: string | null;
  language: 'en' | 'es';
}

export type Deed =
  | 'received'
  | 'mailed'
  | 'letter'
  | 'confirmed'
  | 'confirmed_by_operator'
  | 'exported'
  | 'suppressed'
  | 'deleted'
  | 'extended'
  | 'done'
  | 'refused'
  | 'reopened'
  | 'emptied';

/** A step in the history of a request. */
export interface HistoryEntry {
  at: number;
  what: Deed;
  /** Operator; null for the person or the server. */
  by: string | null;
  note: string | null;
}

/** One person's request. */
export interface PersonRequest extends RequestForm {
  id: string;
  /** Reference shown in letters and mails. */
  reference: string;
  state: RequestState;
  createdAt: number;
  dueAt: number;
  changedAt: number;
  extendedAt: number | null;
  closedAt: number | null;
  /** How the person was told to confirm it; null until that is decided, and without an email. */
  confirmBy: 'email' | 'letter' | null;
  mailedAt: number | null;
  /** Number of letters written; only the code of the last one is valid. */
  letters: number;
  letterAt: number | null;
  /** Time the person's data was deleted from it. */
  emptiedAt: number | null;
  history: HistoryEntry[];
}

const json = { type: 'simple-json' } as const;

export const PersonRequestEntity = new EntitySchema<PersonRequest>({
  name: 'PersonRequest',
  tableName: 'person_requests',
  columns: {
    id,
    reference: text,
    wants: text,
    state: text,
    name: text,
    addresses: json,
    phones: json,
    emails: json,
    agent: nullableText,
    contactEmail: nullableText,
    language: text,
    createdAt: integer,
    dueAt: integer,
    changedAt: integer,
    extendedAt: nullableInteger,
    closedAt: nullableInteger,
    confirmBy: nullableText,
    mailedAt: nullableInteger,
    letters: integer,
    letterAt: nullableInteger,
    emptiedAt: nullableInteger,
    history: json,
  },
});
