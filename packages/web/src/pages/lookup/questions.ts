// Which idempotency key an address is asked with. The same line keeps its key, so that asking again, after a dropped line or
// by mistake, is answered from the receipt and not paid twice.
import type { Question } from './ask.js';

/** The server keeps receipts for 24 hours; a key is not used up to the last minute of them. */
const KEY_LIFE_MS = 23 * 60 * 60 * 1_000;
const MAX_KEYS = 1_000;
const UNANSWERED = 'skiptrace-lookup';

export interface Asker {
  accountId: string;
  mode: string;
}

interface Kept {
  idempotencyKey: string;
  madeAt: number;
}

/** In memory alone: gone with the page, and at sign-out. */
const kept = new Map<string, Kept>();

const nameOf = ({ accountId, mode }: Asker, line: string) => `${accountId} ${mode} ${line}`;

export const oneLine = (text: string): string => text.trim().replace(/\s+/g, ' ');

export function questionFor(asker: Asker, line: string, now = Date.now()): Question {
  const name = nameOf(asker, line);
  const known = kept.get(name);
  if (known !== undefined && now - known.madeAt < KEY_LIFE_MS) {
    return { line, idempotencyKey: known.idempotencyKey };
  }
  const question = { line, idempotencyKey: `app-${crypto.randomUUID()}` };
  kept.delete(name);
  kept.set(name, { idempotencyKey: question.idempotencyKey, madeAt: now });
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEYS && oldest !== undefined) kept.delete(oldest);
  return question;
}

/** After a miss the same line is a new question: the owner may be on file by then, and a miss is never paid. */
export function forgetQuestion(asker: Asker, line: string): void {
  kept.delete(nameOf(asker, line));
}

/** What was asked and not answered yet outlives a reload of this tab, and nothing else does. */
export function noteUnanswered(asker: Asker, question: Question | null): void {
  try {
    if (question === null) sessionStorage.removeItem(UNANSWERED);
    else {
      const { madeAt } = kept.get(nameOf(asker, question.line)) ?? { madeAt: Date.now() };
      sessionStorage.setItem(UNANSWERED, JSON.stringify({ ...asker, ...question, madeAt }));
    }
  } catch {
    // Storage is full or forbidden: only a reload in the middle of a lookup is worse off.
  }
}

/** The line that this account asked for and got no answer to before a reload; asking for it again takes the same key. */
export function unansweredLine(asker: Asker, now = Date.now()): string | null {
  const found = storedQuestion();
  if (found === null) return null;
  const isOurs = found.accountId === asker.accountId && found.mode === asker.mode;
  if (!isOurs || now - found.madeAt >= KEY_LIFE_MS) {
    noteUnanswered(asker, null);
    return null;
  }
  kept.set(nameOf(asker, found.line), { idempotencyKey: found.idempotencyKey, madeAt: found.madeAt });
  return found.line;
}

function storedQuestion(): (Asker & Question & { madeAt: number }) | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(UNANSWERED) ?? 'null');
    if (typeof found !== 'object' || found === null) return null;
    const { accountId, mode, line, idempotencyKey, madeAt } = found as Record<string, unknown>;
    const isWhole =
      typeof accountId === 'string' &&
      typeof mode === 'string' &&
      typeof line === 'string' &&
      typeof idempotencyKey === 'string' &&
      typeof madeAt === 'number';
    return isWhole ? { accountId, mode, line, idempotencyKey, madeAt } : null;
  } catch {
    return null;
  }
}
