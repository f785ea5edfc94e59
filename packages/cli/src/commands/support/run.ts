import type { ContactMessage } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { Failure } from '../../failures/failure.js';
import { renderJson } from '../../json.js';
import { askLine } from '../../terminal/prompt.js';
import { plain } from '../../terminal/text.js';
import type { CommandInput } from '../../input.js';
import { type Answer, ANSWERS, type AnswerName } from './answers.js';

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
  for (const answer of ANSWERS) {
    if (!given.has(answer.name)) given.set(answer.name, await ask(answer, context));
    // The advice repeats the typed text, so that no failure loses it.
    context.receipt.next = again(input, given, context);
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
    context.console.warn(`Not sent. To send it again: ${again(input, given, context)}`);
    throw error;
  });
  if (context.json) await context.console.data(renderJson(answer, context.json));
  else context.console.note(`Sent. The answer goes to ${plain(message.email)}.`);
}

async function ask(answer: Answer, context: Context): Promise<string> {
  if (!context.terminal.canAsk) {
    throw new Failure('usage', `--${answer.name} is missing.`, { next: 'skiptrace support --help' });
  }
  const { stdin, stderr } = context.host;
  for (;;) {
    const typed = await askLine(stdin, stderr, {
      question: `${answer.question}: `,
      echo: true,
      signal: context.signal,
    });
    if (typed === undefined) throw new Failure('declined', 'Nothing was sent.');
    const problem = answer.problem(typed.trim());
    if (problem === undefined) return typed.trim();
    context.console.warn(problem);
  }
}

function again(input: CommandInput, given: ReadonlyMap<AnswerName, string>, { receipt }: Context): string {
  const reason = input.text('reason');
  return receipt.suggest(
    'support',
    ...[...given].flatMap(([name, text]) => [`--${name}`, text]),
    ...(reason === undefined ? [] : ['--reason', reason]),
    ...(input.flag('consent') ? ['--consent'] : []),
  );
}

function reasonOf(text: string | undefined): ContactMessage['reason'] {
  return text === 'Login Issues' || text === 'Other' ? text : 'General';
}
