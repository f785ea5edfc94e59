import { Command } from 'commander';
import { isBlank } from '../../platform/lib/printable.js';
import { shownLink } from '../acts/sign-in-link.js';
import { answering, command, type CommonOptions } from './command.js';
import { count, UsageError, type Io } from './io.js';

interface NamedOptions extends CommonOptions {
  name: string;
}

/** Commands that manage operators, the people who sign in to the operator's pages. */
export const operatorsCommand = (io: Io): Command =>
  new Command('operators')
    .description("Let people use the operator's pages in the browser")
    .addCommand(
      answering(
        io,
        command(
          'sign-in-link',
          "Print a link that signs somebody in to the operator's pages, once",
        ).requiredOption('--name <name>', 'who it is for; shown in the log beside what they do'),
        async (service, options: NamedOptions) => {
          const made = await service.sessions.links.createForOperator(nameOf(options));
          const { lines, ...link } = shownLink(service, 'operator', made);
          return [link, lines];
        },
      ),
    )
    .addCommand(
      answering(
        io,
        command('sign-out', 'End all sessions and unused links of one operator').requiredOption(
          '--name <name>',
          'as it was given to sign-in-link',
        ),
        async ({ sessions }, options: NamedOptions) => {
          const name = nameOf(options);
          const ended = await sessions.endOperator(name);
          return [{ name, ended }, [`Signed out ${name}: ${count(ended, 'session')} ended.`]];
        },
      ),
    );

const MAX_NAME_LENGTH = 100;

function nameOf({ name }: NamedOptions): string {
  const trimmed = name.trim();
  if (isBlank(trimmed) || trimmed.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(trimmed))
    throw new UsageError(`--name must be 1 to ${MAX_NAME_LENGTH} characters, without control characters.`);
  return trimmed;
}
