export type AnswerName = 'name' | 'email' | 'phone' | 'message';

export interface Answer {
  readonly name: AnswerName;
  readonly question: string;
  readonly example: string | undefined;
  /** A sentence if the text is not a valid answer; undefined if it is. */
  problem(text: string): string | undefined;
}

/** The contract's limits of a contact message, each with a sentence for the person who types it. */
export const ANSWERS: readonly Answer[] = [
  {
    name: 'name',
    question: 'Your full name',
    example: undefined,
    problem: (text) => lengthProblem(text, 'Your name', 2, 500),
  },
  {
    name: 'email',
    question: 'Email for the answer',
    example: 'Example: jo@example.com',
    problem: (text) =>
      text.length <= 320 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
        ? undefined
        : "That isn't an email address.",
  },
  {
    name: 'phone',
    question: 'Phone',
    example: 'Example: (512) 555-0142',
    problem: (text) =>
      text.length <= 100 && isPhone(text)
        ? undefined
        : 'A phone number has 10 digits, or starts with + and the country code.',
  },
  {
    name: 'message',
    question: 'Message',
    example: undefined,
    problem: (text) => lengthProblem(text, 'The message', 5, 10_000),
  },
];

function lengthProblem(text: string, what: string, least: number, most: number): string | undefined {
  if (text.length < least) return `${what} needs at least ${least} characters.`;
  if (text.length > most) return `${what} can have at most ${most} characters.`;
  return undefined;
}

function isPhone(text: string): boolean {
  if (!/^\+?[\d ().-]+$/.test(text)) return false;
  const digits = text.replace(/\D/g, '');
  return text.startsWith('+') ? /^[1-9]\d{7,14}$/.test(digits) : /^1?\d{10}$/.test(digits);
}
