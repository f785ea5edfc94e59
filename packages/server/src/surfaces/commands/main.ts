import { Command, CommanderError, Help } from 'commander';
import { ConfigError } from '../../platform/config.js';
import { errorCode } from '../../platform/lib/error-code.js';
import { plain } from '../../platform/lib/printable.js';
import { VERSION } from '../../platform/version.js';
import { refundTransaction } from '../acts/refund.js';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
} from '../acts/webhooks.js';
import { accountsCommand } from './accounts.js';
import { actCommand } from './act-command.js';
import { auditCommand } from './audit.js';
import { backupCommand, restoreCommand } from './backup.js';
import { balanceCommand, transactionsCommand } from './balance.js';
import { dncCommand } from './dnc.js';
import { doctorCommand, purgeCommand } from './doctor.js';
import { dropCommand } from './drop.js';
import { Finding, PROGRAM, reasonOf, typedHere, UsageError, type Io } from './io.js';
import { jobsCommand } from './jobs.js';
import { keysCommand } from './keys.js';
import { moveCommand } from './move.js';
import { operatorsCommand } from './operators.js';
import { ownersCommand } from './owners.js';
import { peopleCommand } from './people.js';
import { settingsCommand } from './settings.js';
import { startCommand } from './start.js';
import { supportCommand } from './support.js';
import { suppressCommand } from './suppress.js';

const webhooksCommand = (io: Io): Command => {
  const group = new Command('webhooks').description('Webhook endpoints of accounts (WEBHOOKS=on)');
  for (const one of [createWebhook, listWebhooks, deleteWebhook, listWebhookDeliveries, replayWebhook])
    group.addCommand(actCommand(io, one));
  return group;
};

const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** The operator's command line. Returns the exit code: 0 done, 1 failed or a finding, 2 usage or settings. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const program = new Command(PROGRAM)
    .description('The self-hosted skip tracing server and its operator commands')
    .version(VERSION, '-V, --version', 'Print the version');
  for (const command of [
    startCommand,
    accountsCommand,
    keysCommand,
    balanceCommand,
    transactionsCommand,
    (itself: Io) => actCommand(itself, refundTransaction),
    ownersCommand,
    jobsCommand,
    suppressCommand,
    dncCommand,
    peopleCommand,
    dropCommand,
    auditCommand,
    supportCommand,
    purgeCommand,
    webhooksCommand,
    operatorsCommand,
    backupCommand,
    restoreCommand,
    moveCommand,
    doctorCommand,
    settingsCommand,
  ]) {
    program.addCommand(command(io));
  }
  configureAll(program, io);
  program.hook('preAction', (_, command) => {
    io.running = nameOf(command);
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return EXIT.done;
  } catch (error) {
    return exitCode(error, io);
  }
}

/** Full name of a command, such as `people find`. */
function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name();
}

/** commander's subcommands do not inherit these settings, so each one gets them. */
function configureAll(command: Command, io: Io): void {
  command.helpOption('-h, --help', 'Show help').showHelpAfterError('Run with --help for usage.');
  if (command.commands.length > 0) command.helpCommand('help [command]', 'Show help for a command');
  command.configureHelp({
    optionDescription(option) {
      const description = Help.prototype.optionDescription.call(this, option);
      return option.mandatory ? `required: ${description}` : description;
    },
  });
  command.exitOverride().configureOutput({
    writeOut: (text) => io.out(text),
    writeErr: (text) => io.err(text.split('\n').map(plain).join('\n')),
    // The same prefix as all other errors.
    outputError: (text, write) => write(withDashed(text, command).replace(/^error: /, `${PROGRAM}: `)),
  });
  for (const child of command.commands) configureAll(child, io);
}

/** Suggests `--free-repeat-days` for `--freeRepeatDays`, which commander takes for too different. */
function withDashed(text: string, { options }: Command): string {
  const [, typed = ''] = /^error: unknown option '(--\w+)'\n$/.exec(text) ?? [];
  const dashed = typed.replace(/_|(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
  return options.some(({ long }) => long === dashed) ? `${text}(Did you mean ${dashed}?)\n` : text;
}

/** Codes of an act's refusals that say that it was typed wrong. */
const WRONG_WORDS: ReadonlySet<string> = new Set([
  'unnamed_person',
  'unknown_correction',
  'unknown_suppression',
  'unknown_transaction',
]);

function exitCode(error: unknown, io: Io): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof Finding && error.message === '') return EXIT.failed;
  const message = reasonOf(error);
  io.err(`${PROGRAM}: ${plain(typedHere(io, message))}\n`);
  // A bad environment variable is an error of usage, like a bad flag.
  return error instanceof UsageError ||
    error instanceof ConfigError ||
    WRONG_WORDS.has(errorCode(error) ?? '')
    ? EXIT.usage
    : EXIT.failed;
}
