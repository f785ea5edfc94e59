// Lookups that have no answer yet, each with the idempotency key it is sent with. A second request for the same
// property, after a dropped connection, a reload, or in another tab, is the same request: it is answered from the receipt and not paid twice.
import { KeptList } from '../../session/kept-list.js';

/** Whether two lines that were typed name one property for certain. */
export type SameProperty = (one: string, other: string) => boolean;

export interface Question {
  /** The address as it was typed. */
  line: string;
  idempotencyKey: string;
  /** When it was asked first, in milliseconds since the epoch. */
  at: number;
  /** Which tab asked. */
  tab: string;
}

/** The server keeps receipts for 24 hours; a key is not used up to the last minute of them. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1_000;

const open = new KeptList<Question>('questions', 100, KEY_LIFE_MS);

const TAB = 'skiptrace-tab';

/** The name of this tab, which a reload keeps. */
function thisTab(): string {
  const name = crypto.randomUUID();
  try {
    const before = sessionStorage.getItem(TAB);
    if (before === null) sessionStorage.setItem(TAB, name);
    return before ?? name;
  } catch {
    return name;
  }
}

const tab = thisTab();

export const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

/**
 * The question to send: the one that is still open for this property, or a new one, which is open from now on.
 * `isRepeated`: an earlier request may have been answered and charged.
 */
export function questionFor(
  account: string,
  line: string,
  isSame: SameProperty,
  now = Date.now(),
): { question: Question; isRepeated: boolean } {
  const questions = open.read(account, now);
  const known = questions.find((question) => isSame(question.line, line));
  if (known !== undefined) return { question: known, isRepeated: true };
  const question = { line, idempotencyKey: `app-${crypto.randomUUID()}`, at: now, tab };
  open.write(account, [question, ...questions]);
  return { question, isRepeated: false };
}

/** Whether an earlier request for this property may have been answered and charged. */
export const isOpen = (account: string, line: string, isSame: SameProperty, now = Date.now()): boolean =>
  open.read(account, now).some((question) => isSame(question.line, line));

/** It has its answer, or is known to have none: the next question about the property is a new one. */
export function closeQuestion(account: string, { idempotencyKey }: Question): void {
  open.write(
    account,
    open.read(account).filter((question) => question.idempotencyKey !== idempotencyKey),
  );
}

/** The line that was asked for last in this tab and has no answer; another tab may be waiting for its own. */
export const unansweredLine = (account: string, now = Date.now()): string | null =>
  open.read(account, now).find((question) => question.tab === tab)?.line ?? null;
