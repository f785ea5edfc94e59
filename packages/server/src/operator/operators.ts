import { Command } from 'commander';
import { isoTime } from '../clock.js';
import { signInUrl } from '../accounts/index.js';
import { command, withService, type CommonOptions } from './command.js';
import { print, UsageError, type Io } from './io.js';

interface NamedOptions extends CommonOptions {
  name: string;
}

/** What people who have a terminal do for those who use the operator's pages. */
export const operatorsCommand = (io: Io): Command =>
  new Command('operators')
    .description("Let people use the operator's pages in the browser")
    .addCommand(
      command('sign-in-link', "Print a link that signs somebody in to the operator's pages, once")
        .requiredOption('--name <name>', 'who it is for; shown in the log beside what they do')
        .action((options: NamedOptions) =>
          withService(io, options, async ({ sessions, baseUrl }) => {
            const { token, expiresAt } = await sessions.linkForOperator(nameOf(options));
            printLink(io, options, signInUrl(baseUrl(), 'operator', token), expiresAt);
          }),
        ),
    )
    .addCommand(
      command('sign-out', 'End all sessions and unused links of one operator')
        .requiredOption('--name <name>', 'as it was given to sign-in-link')
        .action((options: NamedOptions) =>
          withService(io, options, async ({ sessions }) => {
            const name = nameOf(options);
            const ended = await sessions.endOperator(name);
            print(io, options, { name, ended }, [
              `Signed out ${name}: ${ended} ${ended === 1 ? 'session' : 'sessions'} ended.`,
            ]);
          }),
        ),
    );

const MAX_NAME_LENGTH = 100;

function nameOf({ name }: NamedOptions): string {
  const trimmed = name.trim();
  if (trimmed === '' || trimmed.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(trimmed))
    throw new UsageError(`--name must be 1 to ${MAX_NAME_LENGTH} characters, without control characters.`);
  return trimmed;
}

export function printLink(io: Io, options: CommonOptions, url: string, expiresAt: number): void {
  print(io, options, { url, expiresAt: isoTime(expiresAt) }, [
    url,
    ...(io.env.PUBLIC_URL === undefined
      ? ['PUBLIC_URL is not set: put the address of your server in front of /app or /operator.']
      : []),
    `Works once, until ${isoTime(expiresAt)}. Whoever has it can sign in: hand it over, don't post it.`,
  ]);
}
