import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Command } from 'commander';
import { UnknownAccountError, type Account, type Accounts } from '../../money/accounts/index.js';
import { commandActor } from '../../money/log/index.js';
import {
  ConfigError,
  readConfig,
  type Config,
  type ConfigFlags,
  type Environment,
} from '../../platform/config.js';
import { listeningAt, requireDataDirectory } from '../../platform/data-directory.js';
import { randomIds } from '../../platform/ids.js';
import { errorCode } from '../../platform/lib/error-code.js';
import { nearest } from '../../platform/lib/nearest.js';
import { createLogger } from '../../platform/logger.js';
import { readSettings, SETTINGS_FILE } from '../../platform/settings.js';
import type { Printed } from '../acts/act.js';
import type { Difference } from '../service/notes.js';
import type { Service } from '../service/service.js';
import { Finding, print, UsageError, type Io } from './io.js';

/** Options of every command. */
export interface CommonOptions {
  dataDir?: string;
  json?: boolean;
}

/** A command with the options of every command. `import <file>` is the command `import` with one argument. */
export function command(nameAndArguments: string, description: string): Command {
  const [name = '', ...words] = nameAndArguments.split(' ');
  const created = new Command(name);
  for (const argument of words) created.argument(argument);
  return created
    .description(description)
    .option('--data-dir <path>', 'data directory (or DATA_DIR; default: ./data)')
    .option('--json', 'print one JSON document');
}

/** The environment, completed by skiptrace.conf in the data directory. @throws ConfigError */
export function settingsOf(io: Pick<Io, 'env' | 'err'>, dataDir?: string): Environment {
  const { env, warnings } = readSettings(io.env, dataDir);
  for (const warning of warnings) io.err(`${warning}\n`);
  return env;
}

/** The configuration of the server and of every command. @throws ConfigError */
export const configOf = (io: Pick<Io, 'env' | 'err'>, flags: ConfigFlags): Config =>
  readConfig(settingsOf(io, flags.dataDir), flags);

type Where = 'existing' | 'new' | 'dry';

/**
 * Opens the service for one command and closes it afterwards. A server may be running on the same data directory.
 * @param where `new` also creates the data directory if it is missing; `dry` then uses an empty temporary one
 * @throws ConfigError
 */
export async function withService<T>(
  io: Io,
  { dataDir }: CommonOptions,
  run: (service: Service) => Promise<T>,
  where: Where = 'existing',
): Promise<T> {
  const config = configOf(io, { dataDir });
  if (where !== 'dry' || (await hasDataDirectory(config))) return onConfig(io, config, run, where);
  const folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-dry-run-'));
  try {
    return await onConfig(io, { ...config, dataDir: folder }, run, where);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens the service for one command, and prints its answer. @throws Finding */
export const answer = (
  io: Io,
  options: CommonOptions,
  run: (service: Service) => Promise<Printed>,
  where?: Where,
): Promise<void> =>
  withService(
    io,
    options,
    async (service) => {
      const [document, lines, isFinding = false] = await run(service);
      print(io, options, document, lines);
      if (isFinding) throw new Finding();
    },
    where,
  );

/**
 * A command that opens the service and prints an answer; its argument `<account>` becomes the account's id.
 * @param run gets the options, of its own type, and the arguments
 */
export const answering = (
  io: Io,
  to: Command,
  run: (service: Service, options: never, ...args: string[]) => Promise<Printed>,
  where?: Where,
): Command =>
  to.action((...given: unknown[]) => {
    const names = to.registeredArguments.map((argument) => argument.name());
    const options = given[names.length] as CommonOptions;
    const idOf = async ({ accounts }: Service, text: string, index: number) =>
      names[index] === 'account' ? (await accountOf(accounts, text)).id : text;
    const words = given.slice(0, names.length) as string[];
    return answer(
      io,
      options,
      async (service) =>
        run(
          service,
          options as never,
          ...(await Promise.all(words.map((text, index) => idOf(service, text, index)))),
        ),
      where,
    );
  });

export const hasDataDirectory = ({ dataDir, database }: Config): Promise<boolean> =>
  access(database.engine === 'sqlite' ? path.join(dataDir, 'service.sqlite') : dataDir).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT',
  );

async function onConfig<T>(
  io: Io,
  config: Config,
  run: (service: Service) => Promise<T>,
  where: Where,
): Promise<T> {
  const logger = createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel);
  if (where === 'existing' && config.database.engine === 'sqlite') await requireDataDirectory(config.dataDir);
  // Imported here so that --help and usage errors do not load a database.
  const { openForCommand } = await import('../service/open-service.js');
  const { inFile } = readSettings(io.env, config.dataDir);
  const service = await openForCommand(config, { ids: randomIds, logger }, inFile);
  const listening = config.database.engine === 'sqlite' ? await listeningAt(config.dataDir) : null;
  if (listening !== null) service.listensAt(listening);
  try {
    if (!SHOWS_SETTINGS.has(io.running ?? ''))
      for (const line of ignoredLines(service.differing)) io.err(`${line}\n`);
    await noteCommand(io, service);
    return await run(service);
  } finally {
    await service.close();
  }
}

/** Commands that print by themselves which settings differ from the server's. */
const SHOWS_SETTINGS: ReadonlySet<string> = new Set(['doctor', 'purge', 'settings']);

/** The differences as texts, for JSON. */
export const textsOf = (differing: readonly Difference[]): string[] => differing.map(({ text }) => text);

/** Says which settings of this shell, or of a file that changed after the server's start, are ignored. */
export function ignoredLines(differing: readonly Difference[]): string[] {
  const changed = textsOf(differing.filter(({ inFile }) => inFile)).join(', ');
  const ofShell = textsOf(differing.filter(({ inFile }) => !inFile)).join(', ');
  return [
    ...(changed === ''
      ? []
      : [
          `${SETTINGS_FILE} has changed since the server started: ${changed}. Restart the server, and it counts.`,
        ]),
    ...(ofShell === ''
      ? []
      : [
          `The server that started last has other settings than this shell, and they count: ${ofShell}. To change them, start the server with others; to have the same here, keep them in ${SETTINGS_FILE} in the data directory.`,
        ]),
  ];
}

/**
 * For a command that signs, or checks a signature of the server.
 * @param what was not done, as a sentence
 * @throws ConfigError
 */
export function requireSecretOfServer({ hasOtherSecret }: Service, what: string): void {
  if (hasOtherSecret)
    throw new ConfigError(
      `${what} The SIGNING_SECRET of this shell is not the one of the server that started last. Set it as the server has it, best in ${SETTINGS_FILE} in the data directory, which the server and every command read.`,
    );
}

/** Health checks of the service and its log, not audited because a monitor may run them every minute. */
const UNNOTED: ReadonlySet<string> = new Set(['doctor', 'settings', 'audit verify', 'audit head']);

/** The user of this shell. Containers often have no name for it. */
export const userOf = ({ env }: Pick<Io, 'env'>): string => env['USER'] || env['LOGNAME'] || 'operator';

/** Default of `--by`, in help. */
export const BY_DEFAULT = 'default: USER or LOGNAME of your shell, else "operator"';

/** Actor of a command in the log of disclosures. */
export const actorOfShell = (io: Io): string => commandActor(userOf(io));

/** Logs only the command's name, because its arguments may be personal. */
async function noteCommand(io: Io, { audit }: Service): Promise<void> {
  const { running } = io;
  if (running === undefined || UNNOTED.has(running)) return;
  const noted = { kind: 'command', actor: actorOfShell(io), reference: null, cents: 0 } as const;
  // "purge" has to work on a full disk, too.
  await audit.noteAlone({ ...noted, details: { command: running } }).catch((error: unknown) => {
    io.err(`This command is not in the audit log (${errorCode(error)}).\n`);
  });
}

/** Last line of a command that a forgotten DATA_DIR would have run on another data directory. */
export const whereLines = (did: 'Stored' | 'Looked', { database, dataDir }: Config): string[] =>
  database.engine === 'sqlite' ? [`${did} in ${dataDir}`] : [];

/** Minimum length of an id prefix. */
const SHORTEST_ID = 4;

/** Help text of the argument, the same in every command. */
export const ACCOUNT_HELP = 'ID, the first characters of the ID, or the name';

/**
 * Finds an account by its id, a prefix of the id, or its name.
 * @throws UnknownAccountError, UsageError when several match
 */
export async function accountOf(accounts: Accounts, text: string): Promise<Account> {
  const all = await accounts.list();
  const exact = all.find(({ id }) => id === text.toLowerCase());
  if (exact !== undefined) return exact;
  const named = all.filter(({ name }) => name === text);
  const begun = text.length < SHORTEST_ID ? [] : all.filter(({ id }) => id.startsWith(text.toLowerCase()));
  const [only, ...others] = named.length > 0 ? named : begun;
  if (only === undefined)
    throw new UnknownAccountError(
      text,
      nearest(
        text,
        all.map(({ name }) => name),
      ),
    );
  if (others.length > 0) {
    const ids = [only, ...others].map(({ id }) => id).join(', ');
    throw new UsageError(
      `${others.length + 1} accounts match "${text}": ${ids}. Use the ID, or give one another name: ` +
        `skiptrace-server accounts set ${only.id} --name "NEW NAME"`,
    );
  }
  return only;
}
