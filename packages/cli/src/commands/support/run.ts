import type { ContactMessage } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { Failure } from '../../failures/failure.js';
import { renderJson } from '../../json.js';
import { askLine } from '../../terminal/prompt.js';
import type { CommandInput } from '../command.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const message: ContactMessage = {
    fullName: await given('name', 'Your full name', input, context),
    email: await given('email', 'E-mail for the answer', input, context),
    phone: await given('phone', 'Phone', input, context),
    reason: reasonOf(input.text('reason')),
    message: await given('message', 'Message', input, context),
    ...(input.flag('consent') && { consent: true }),
  };
  const client = await context.client({ keyless: true });
  const answer = await client.contact(message, { signal: context.signal });
  if (context.json) await context.console.data(renderJson(answer, context.json));
  else context.console.note('Sent. The answer comes by e-mail.');
}

async function given(name: string, question: string, input: CommandInput, context: Context): Promise<string> {
  const option = input.text(name);
  if (option !== undefined) return option;
  if (!context.terminal.canAsk)
    throw new Failure('usage', `--${name} is needed.`, { next: 'skiptrace support --help' });
  const { stdin, stderr } = context.host;
  const answer = await askLine(stdin, stderr, {
    question: `${question}: `,
    echo: true,
    signal: context.signal,
  });
  if (answer === undefined) throw new Failure('declined', 'Nothing was sent.');
  return answer;
}

function reasonOf(text: string | undefined): ContactMessage['reason'] {
  return text === 'Login Issues' || text === 'Other' ? text : 'General';
}
