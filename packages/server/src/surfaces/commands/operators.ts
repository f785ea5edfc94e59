import { Command } from 'commander';
import { signInUrl, type CreatedLink, type Role } from '../../money/accounts/index.js';
import { isoTime } from '../../platform/clock.js';
import { isBlank } from '../../platform/lib/printable.js';
import type { Service } from '../service/service.js';
import { command, withService, type CommonOptions } from './command.js';
import { print, UsageError, type Io } from './io.js';

interface NamedOptions extends CommonOptions {
  name: string;
}

/** Commands that manage operators, the people who sign in to the operator's pages. */
export const operatorsCommand = (io: Io): Command =>
  new Command('operators')
    .description("Let people use the operator's pages in the browser")
    .addCommand(
      command('sign-in-link', "Print a link that signs somebody in to the operator's pages, once")
        .requiredOption('--name <name>', 'who it is for; shown in the log beside what they do')
        .action((options: NamedOptions) =>
          withService(io, options, async (service) => {
            const link = await service.sessions.links.createForOperator(nameOf(options));
            printLink(io, options, service, 'operator', link);
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
  if (isBlank(trimmed) || trimmed.length > MAX_NAME_LENGTH || /\p{Cc}/u.test(trimmed))
    throw new UsageError(`--name must be 1 to ${MAX_NAME_LENGTH} characters, without control characters.`);
  return trimmed;
}

export function printLink(
  io: Io,
  options: CommonOptions,
  service: Pick<Service, 'baseUrl' | 'isReached'>,
  role: Role,
  { token, expiresAt }: CreatedLink,
): void {
  const url = signInUrl(service.baseUrl(), role, token);
  const reached = service.isReached();
  print(io, options, { url, expiresAt: isoTime(expiresAt) }, [
    ...(reached === 'perhaps' ? [NOT_REACHED] : []),
    url,
    ...(reached === 'here' ? [REACHED_HERE] : []),
    `Works once, until ${isoTime(expiresAt)}. Whoever has it can sign in: hand it over, don't post it.`,
  ]);
}

const NOT_REACHED =
  'No server is running here and PUBLIC_URL is not set, so where this link begins is a guess: put the address of your ' +
  'server in front of /app or /operator.';
const REACHED_HERE =
  'PUBLIC_URL is not set, so the link works on this machine alone. For other machines, set it to the address they use.';
