import type { Account, SkipTrace } from '@skiptrace/sdk';
import type { Context } from '../context.js';
import { keyInEnvironment, noProfile } from '../credentials/account.js';
import { checkKey, maskKey, readAll, noKey } from '../credentials/key.js';
import { writeProfiles, DEFAULT_PROFILE, checkProfileName, type Profile } from '../credentials/profiles.js';
import { Failure } from '../failures/failure.js';
import { errorCode } from '../failures/system-error.js';
import type { CommandInput } from '../input.js';
import { print } from '../json.js';
import { reach } from '../reach.js';
import { settingOf, SETTINGS } from '../settings/config.js';
import { askLine, askYes } from '../terminal/prompt.js';
import { renderFacts, renderTable } from '../terminal/text.js';
import { describeAccount, LABEL_WIDTH } from './balance.js';

export async function login(input: CommandInput, context: Context): Promise<void> {
  const { host, console, profiles, profileName } = context;
  const named = input.text('baseUrl') ?? settingOf(host, {}, 'base-url');
  const asked = named === undefined ? await askService(input, context) : undefined;
  const baseUrl = asked ?? context.baseUrl;
  const check = !input.off('check');
  // Before the key is asked for, so that a person learns of a server that is down before pasting it.
  if (check && asked === undefined && context.terminal.canAsk) {
    const reached = await reach(baseUrl, context);
    if (!reached.isThere) throw reached.cause;
  }
  const apiKey = await newKey(input, context);
  // A key the service refuses ends here, and isn't saved.
  const account = check ? await whoIs(await context.client({ apiKey, baseUrl }), context.signal) : undefined;
  // Saves the URL only if one was named: otherwise the profile follows the default URL of all commands.
  const own = asked ?? named;
  const before = profiles.profiles[profileName];
  if (before?.apiKey !== undefined && before.apiKey !== apiKey) await settleReplaced(before, context);
  await writeProfiles(host, {
    current: profiles.current in profiles.profiles ? profiles.current : profileName,
    profiles: {
      ...profiles.profiles,
      [profileName]: { ...before, apiKey, ...(own !== undefined && { baseUrl }) },
    },
  });
  console.note(
    check
      ? `Logged in to ${baseUrl}. Saved key ${maskKey(apiKey)} in profile ${profileName}.`
      : `Saved key ${maskKey(apiKey)} in profile ${profileName}. It wasn't checked.`,
  );
  if (account) console.note(describeAccount(account, context.terminal.errorColumns).trimEnd());
  if (profiles.current in profiles.profiles && profiles.current !== profileName)
    console.note(
      `Commands use profile ${profiles.current}, as before. Use this one: skiptrace auth switch ${profileName}`,
    );
  // SKIPTRACE_PROFILE names a profile, and a named one wins over the key in the environment.
  if (keyInEnvironment(host) !== undefined && !host.env['SKIPTRACE_PROFILE'])
    console.warn(
      `warning: SKIPTRACE_API_KEY is set and wins over this profile. Unset it, or add --profile ${profileName} to commands.`,
    );
  await print(context, {
    profile: profileName,
    baseUrl,
    key: maskKey(apiKey),
    accepted: check ? true : null,
    account: account?.name,
    balanceCents: account?.balanceCents,
  });
}

/** A service shows a key once, so another one is never replaced without a yes. @throws Failure declined */
async function settleReplaced({ apiKey = '', baseUrl }: Profile, context: Context): Promise<void> {
  const { host, terminal, profileName, receipt } = context;
  const held = `Profile ${profileName} holds another key, ${maskKey(apiKey)}${baseUrl === undefined ? '' : ` for ${baseUrl}`}.`;
  const question = `${held} Replace it?`;
  if (terminal.canAsk && host.stdin.isTTY === true) {
    if (await askYes(context, question)) return;
    throw new Failure('declined', 'Not logged in.', { hint: 'Add --profile NAME to keep both keys.' });
  }
  throw new Failure('declined', `${held} Nothing was saved.`, {
    hint: `Add --profile NAME to keep both keys. To replace it, remove it first: ${receipt.suggest('auth', 'logout')}`,
  });
}

/** Asks on a terminal for the URL of the service until one answers, if nothing names the service. */
async function askService(input: CommandInput, context: Context): Promise<string | undefined> {
  const { host, terminal, console, profileName } = context;
  const isPiped = input.text('apiKeyFile') !== undefined || host.stdin.isTTY !== true;
  if (isPiped || !terminal.canAsk) return undefined;
  const origin = context.account().urlFrom === 'profile' ? `, of profile ${profileName}` : '';
  for (;;) {
    const typed = await askLine(context, `Service URL [${context.baseUrl}${origin}]: `);
    if (typed === undefined) throw new Failure('declined', 'Not logged in.');
    const baseUrl = typed.trim() || context.baseUrl;
    const problem = await problemWith(baseUrl, input, context);
    if (problem === undefined) return typed.trim() === '' ? undefined : baseUrl;
    console.warn(problem);
  }
}

/** Reason why the key can't go there; undefined if a service answers, or if it is not to be tried. */
async function problemWith(
  baseUrl: string,
  input: CommandInput,
  context: Context,
): Promise<string | undefined> {
  try {
    SETTINGS['base-url'].check(baseUrl);
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
  if (input.off('check')) return undefined;
  const reached = await reach(baseUrl, context);
  return reached.isThere ? undefined : reached.problem;
}

/** The key from `--api-key-file`, from a pipe on standard input, or from a question with hidden input. */
async function newKey(input: CommandInput, context: Context): Promise<string> {
  const { host, terminal } = context;
  if (input.text('apiKeyFile') !== undefined) {
    const found = await context.findKey();
    if (found) return found.apiKey;
  }
  if (host.stdin.isTTY !== true) return checkKey(await readAll(host.stdin), 'Standard input');
  if (!terminal.canAsk) {
    throw new Failure('no_api_key', "There's no API key, and no terminal to ask on.", {
      hint: 'Pipe it in: skiptrace auth login < key.txt',
    });
  }
  context.console.note('Your provider gives you an API key. On your own server, make one:');
  context.console.note('  skiptrace-server keys create ACCOUNT');
  const typed = await askLine(context, 'API key (not shown): ', false);
  if (typed === undefined) throw new Failure('declined', 'Not logged in.');
  return checkKey(typed, 'What was typed');
}

export async function logout(_input: CommandInput, context: Context): Promise<void> {
  const { host, console, profiles, profileName } = context;
  const { [profileName]: gone, ...rest } = profiles.profiles;
  if (gone) {
    const current =
      profiles.current === profileName ? (Object.keys(rest)[0] ?? DEFAULT_PROFILE) : profiles.current;
    await writeProfiles(host, { current, profiles: rest });
  }
  console.note(gone ? `Removed profile ${profileName}.` : `There's no profile ${profileName}.`);
  await print(context, { profile: profileName, loggedOut: gone !== undefined });
}

export async function status(_input: CommandInput, context: Context): Promise<void> {
  const { console, profileName, baseUrl, receipt } = context;
  const found = await context.findKey();
  if (!found) throw noKey(receipt.suggest('auth', 'login'));
  const status = { profile: profileName, baseUrl, key: maskKey(found.apiKey), source: found.source };
  if (!context.json) {
    const { profile, key, source } = status;
    const facts = [['Profile', profile] as const, ['Service', baseUrl] as const];
    await console.data(renderFacts([...facts, ['Key', key], ['From', source]], LABEL_WIDTH));
  }
  const client = await context.client();
  // Free. When the service refuses the key (401), the command ends here with exit code 4.
  let account;
  try {
    account = await whoIs(client, context.signal);
  } catch (error) {
    if (errorCode(error) === 'unauthorized' && !context.json) await console.data('Accepted     no\n');
    throw error;
  }
  await print(
    context,
    { ...status, accepted: true, account: account?.name, balanceCents: account?.balanceCents },
    `Accepted     yes\n${account ? describeAccount(account, context.terminal.outputColumns) : ''}`,
  );
}

export async function list(_input: CommandInput, context: Context): Promise<void> {
  const { console, profiles, profileName, terminal } = context;
  const list = Object.entries(profiles.profiles).map(([name, { apiKey, baseUrl }]) => ({
    profile: name,
    key: apiKey === undefined ? null : maskKey(apiKey),
    baseUrl: baseUrl ?? null,
    current: name === profileName,
  }));
  if (list.length === 0 && !context.json)
    return console.note('There are no profiles yet. "skiptrace auth login" makes one.');
  const rows = list.map(({ profile, key, baseUrl, current }) => [
    current ? '*' : '',
    profile,
    key ?? '-',
    baseUrl ?? '-',
  ]);
  await print(context, list, renderTable(['', 'PROFILE', 'KEY', 'SERVICE'], rows, terminal.outputColumns));
}

export async function switchProfile(input: CommandInput, context: Context): Promise<void> {
  const { host, console, profiles } = context;
  const name = checkProfileName(input.argument(0));
  if (!Object.hasOwn(profiles.profiles, name)) throw noProfile(name, profiles);
  await writeProfiles(host, { ...profiles, current: name });
  console.note(`Commands now use profile ${name}.`);
  await print(context, { profile: name });
}

/**
 * The account of the client's key. Undefined if the service accepts the key but has no operation that shows
 * accounts; the key is then tested by listing the jobs. Both are free.
 *
 * @throws SkipTraceError if the service refuses the key or cannot be reached
 */
async function whoIs(client: SkipTrace, signal: AbortSignal): Promise<Account | undefined> {
  try {
    return await client.account({ signal });
  } catch (error) {
    if (errorCode(error) !== 'not_offered') throw error;
    await client.jobs.list({ signal });
    return undefined;
  }
}
