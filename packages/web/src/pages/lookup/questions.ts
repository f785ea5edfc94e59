// Lookups without an answer yet, with their idempotency keys. A second request for the same property (after a dropped
// connection, a reload, or in another tab) reuses the key, so the server answers from its receipt and doesn't charge twice.
import { KeptList } from '../../session/kept-list.js';

/** Whether two typed lines name the same property for certain. */
export type SameProperty = (one: string, other: string) => boolean;

export interface Question {
  /** The address as typed. */
  line: string;
  idempotencyKey: string;
  /** Time of the first request, in milliseconds since the epoch. */
  at: number;
  /** The tab that sent it. */
  tab: string;
}

/** The server keeps receipts for 24 hours; keys expire an hour earlier, to be safe. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1_000;

const open = new KeptList<Question>('questions', 100, KEY_LIFE_MS);

const TAB = 'skiptrace-tab';

/** Id of this tab, which survives a reload. */
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
 * Returns the open question for this property, or opens a new one.
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

/** Closes a question that was answered or refused for certain: the next one about the property gets a new key. */
export function closeQuestion(account: string, { idempotencyKey }: Question): void {
  open.write(
    account,
    open.read(account).filter((question) => question.idempotencyKey !== idempotencyKey),
  );
}

/** This tab's last line without an answer; other tabs wait for their own. */
export const unansweredLine = (account: string, now = Date.now()): string | null =>
  open.read(account, now).find((question) => question.tab === tab)?.line ?? null;
