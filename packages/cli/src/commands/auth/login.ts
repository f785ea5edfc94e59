import type { Context } from '../../context.js';
import { checkKey, maskKey, readAll } from '../../credentials/key.js';
import { writeProfiles } from '../../credentials/profiles.js';
import { Failure } from '../../failures/failure.js';
import { renderJson } from '../../json.js';
import { settingOf } from '../../settings/config.js';
import { askLine } from '../../terminal/prompt.js';
import type { CommandInput } from '../command.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { host, console, profiles, profileName, baseUrl } = context;
  const apiKey = await newKey(input, context);
  const check = !input.off('check');
  if (check) {
    // Listing jobs is free, and answers 401 to a key that is not taken; then nothing is kept.
    const client = await context.client({ apiKey });
    await client.jobs.list({ signal: context.signal });
  }
  // The key belongs to the service that was named for it; without a name, to the one of all runs.
  const named = input.text('baseUrl') ?? settingOf(host, {}, 'base-url');
  const before = profiles.profiles[profileName];
  await writeProfiles(host, {
    current: profiles.current in profiles.profiles ? profiles.current : profileName,
    profiles: {
      ...profiles.profiles,
      [profileName]: { ...before, apiKey, ...(named !== undefined && { baseUrl }) },
    },
  });
  console.note(
    `Key ${maskKey(apiKey)} is kept in profile ${profileName}${check ? `; ${baseUrl} takes it` : ''}.`,
  );
  if (context.json) {
    await console.data(
      renderJson(
        { profile: profileName, baseUrl, key: maskKey(apiKey), accepted: check ? true : null },
        context.json,
      ),
    );
  }
}

/** From `--api-key-file`, from standard input when something is piped in, or from a question that does not show it. */
async function newKey(input: CommandInput, context: Context): Promise<string> {
  const { host, terminal } = context;
  if (input.text('apiKeyFile') !== undefined) {
    const found = await context.findKey();
    if (found) return found.apiKey;
  }
  if (host.stdin.isTTY !== true) return checkKey(await readAll(host.stdin), 'Standard input');
  if (!terminal.canAsk) {
    throw new Failure('no_api_key', 'There is no API key, and nobody can be asked for it here.', {
      hint: 'Pipe it in: skiptrace auth login < key.txt',
    });
  }
  const typed = await askLine(host.stdin, host.stderr, {
    question: 'API key (not shown): ',
    echo: false,
    signal: context.signal,
  });
  if (typed === undefined) throw new Failure('declined', 'Not logged in.');
  return checkKey(typed, 'What was typed');
}
