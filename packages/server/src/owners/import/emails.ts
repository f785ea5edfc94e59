import { limits } from '@skiptrace/contract';

/** RFC 5321 §4.5.3.1.3. */
const MAX_EMAIL_CHARACTERS = 254;

const BETWEEN_EMAILS = /[;,|\s]+/;
// Loose on purpose: distinguishes an address from a remark, but doesn't validate mailboxes.
const EMAIL = /^[^@<>"()[\]\\]+@[^@<>"()[\]\\.]+(?:\.[^@<>"()[\]\\.]+)+$/;

export interface FoldedEmails {
  emails: string[];
  /** Values that aren't addresses or exceed the limit; duplicates don't count. */
  leftOut: number;
}

/** Email addresses of one owner in the order of the data, without duplicates, ignoring case. */
export function foldEmails(cells: readonly string[]): FoldedEmails {
  const valid: string[] = [];
  let leftOut = 0;
  for (const cell of cells) {
    for (const text of BETWEEN_EMAILS.test(cell) ? cell.split(BETWEEN_EMAILS) : [cell]) {
      if (text === '') continue;
      if (text.length <= MAX_EMAIL_CHARACTERS && EMAIL.test(text)) valid.push(text);
      else leftOut++;
    }
  }
  const { emails, over } = limitEmails(valid);
  return { emails, leftOut: leftOut + over };
}

export function limitEmails(all: readonly string[]): { emails: string[]; over: number } {
  if (all.length < 2) return { emails: [...all], over: 0 };
  const distinct = [
    ...new Map(all.toReversed().map((email) => [email.toLowerCase(), email])).values(),
  ].toReversed();
  const emails = distinct.slice(0, limits.emailsPerMatch);
  return { emails, over: distinct.length - emails.length };
}
