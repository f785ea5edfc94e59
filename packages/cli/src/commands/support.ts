import type { ContactMessage } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import { Failure } from '../failures/failure.js';
import type { CommandInput } from '../input.js';
import { print } from '../json.js';
import { askLine } from '../terminal/prompt.js';
import { again, plain } from '../terminal/text.js';

type AnswerName = 'name' | 'email' | 'phone' | 'message';

interface Answer {
  readonly name: AnswerName;
  readonly question: string;
  readonly example?: string;
  /** A sentence if the text is not a valid answer; undefined if it is. */
  problem(text: string): string | undefined;
}

const ofLength = (what: string, least: number, most: number) => (text: string) => {
  if (text.length < least) return `${what} needs at least ${least} characters.`;
  return text.length > most ? `${what} can have at most ${most} characters.` : undefined;
};

/** The contract's limits of a contact message, each with a sentence for the person who types it. */
const ANSWERS: readonly Answer[] = [
  { name: 'name', question: 'Your full name', problem: ofLength('Your name', 2, 500) },
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
  { name: 'message', question: 'Message', problem: ofLength('The message', 5, 10_000) },
];

function isPhone(text: string): boolean {
  if (!/^\+?[\d ().-]+$/.test(text)) return false;
  const digits = text.replace(/\D/g, '');
  return text.startsWith('+') ? /^[1-9]\d{7,14}$/.test(digits) : /^1?\d{10}$/.test(digits);
}

export async function run(input: CommandInput, context: Context): Promise<void> {
  const given = new Map<AnswerName, string>();
  // Options are checked before anything is asked.
  for (const answer of ANSWERS) {
    const text = input.text(answer.name)?.trim();
    if (text === undefined) continue;
    const problem = answer.problem(text);
    if (problem !== undefined)
      throw new Failure('usage', `--${answer.name}: ${problem}`, { hint: answer.example });
    given.set(answer.name, text);
  }
  const asked: string[] = [];
  for (const answer of ANSWERS.filter(({ name }) => !given.has(name))) {
    const text = await ask(answer, context);
    given.set(answer.name, text);
    asked.push(`--${answer.name}`, text);
    // The advice repeats the typed text, so that no failure loses it.
    context.receipt.next = again(input.argv, [], asked);
  }
  const text = (name: AnswerName) => given.get(name) ?? '';
  const message: ContactMessage = {
    fullName: text('name'),
    email: text('email'),
    phone: text('phone'),
    reason: reasonOf(input.text('reason')),
    message: text('message'),
    ...(input.flag('consent') && { consent: true }),
  };
  const client = await context.client({ keyless: true });
  const answer = await client.contact(message, { signal: context.signal }).catch((error: unknown) => {
    context.console.warn(`Not sent. To send it again: ${again(input.argv, [], asked)}`);
    throw error;
  });
  await print(context, answer);
  context.console.note(`Sent. The answer goes to ${plain(message.email)}.`);
}

async function ask(answer: Answer, context: Context): Promise<string> {
  if (!context.terminal.canAsk) {
    throw new Failure('usage', `--${answer.name} is missing.`, { next: 'skiptrace support --help' });
  }
  for (;;) {
    const typed = await askLine(context, `${answer.question}: `);
    if (typed === undefined) throw new Failure('declined', 'Nothing was sent.');
    const problem = answer.problem(typed.trim());
    if (problem === undefined) return typed.trim();
    context.console.warn(problem);
  }
}

function reasonOf(text: string | undefined): ContactMessage['reason'] {
  return text === 'Login Issues' || text === 'Other' ? text : 'General';
}
