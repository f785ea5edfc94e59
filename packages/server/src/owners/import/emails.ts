/** Specification, Limits: what a match can hold. */
export const MAX_EMAILS = 28;

/** RFC 5321 §4.5.3.1.3. */
const MAX_EMAIL_CHARACTERS = 254;

const BETWEEN_EMAILS = /[;,|\s]+/;
// Loose on purpose: it tells an address from a remark, it does not judge mailboxes.
const EMAIL = /^[^@<>"()[\]\\]+@[^@<>"()[\]\\.]+(?:\.[^@<>"()[\]\\.]+)+$/;

export interface FoldedEmails {
  emails: string[];
  /** Not an address, or over the limit. An address given twice is not left out. */
  leftOut: number;
}

/** The e-mail addresses of one owner in the order of the data, each once whatever its case. */
export function foldEmails(cells: readonly string[]): FoldedEmails {
  const written = cells.flatMap((cell) => cell.split(BETWEEN_EMAILS)).filter((text) => text !== '');
  const valid = written.filter((text) => text.length <= MAX_EMAIL_CHARACTERS && EMAIL.test(text));
  const { emails, over } = limitEmails(valid);
  return { emails, leftOut: written.length - valid.length + over };
}

export function limitEmails(all: readonly string[]): { emails: string[]; over: number } {
  if (all.length < 2) return { emails: [...all], over: 0 };
  const distinct = [
    ...new Map(all.toReversed().map((email) => [email.toLowerCase(), email])).values(),
  ].toReversed();
  const emails = distinct.slice(0, MAX_EMAILS);
  return { emails, over: distinct.length - emails.length };
}
