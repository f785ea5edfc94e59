import type { Context } from '../context.js';
import { credentialsFile } from '../credentials/profiles.js';
import { Failure, didYouMean } from '../failures/failure.js';
import type { CommandInput } from '../input.js';
import { print } from '../json.js';
import { isSettingName, type SettingName, SETTINGS, writeConfig, configFile } from '../settings/config.js';
import { stateDirectory } from '../settings/private-file.js';
import { renderTable } from '../terminal/text.js';

interface ShownSetting {
  readonly name: SettingName;
  readonly value: string | null;
  /** The variable, profile or file it comes from; null when it isn't set. */
  readonly source: string | null;
}

function shownSetting(
  name: SettingName,
  { host, config, profiles, profileName, baseUrl }: Context,
): ShownSetting {
  const { variable } = SETTINGS[name];
  const fromVariable = host.env[variable];
  if (fromVariable) return { name, value: fromVariable, source: variable };
  // A profile's own URL wins over the configured one; the URL shown is the one in use.
  if (name === 'base-url' && profiles.profiles[profileName]?.baseUrl === baseUrl)
    return { name, value: baseUrl, source: `profile ${profileName}` };
  const value = config[name];
  return value === undefined ? { name, value: null, source: null } : { name, value, source: 'config' };
}

function knownSetting(name: string): SettingName {
  if (isSettingName(name)) return name;
  const names = Object.keys(SETTINGS);
  throw new Failure(
    'usage',
    `There's no setting "${name}". Settings: ${names.join(', ')}.${didYouMean(name, names)}`,
  );
}

export async function get(input: CommandInput, context: Context): Promise<void> {
  const setting = shownSetting(knownSetting(input.argument(0)), context);
  await print(context, setting, setting.value === null ? '' : `${setting.value}\n`);
}

export async function list(_input: CommandInput, context: Context): Promise<void> {
  const settings = Object.keys(SETTINGS)
    .filter(isSettingName)
    .map((name) => shownSetting(name, context));
  const rows = settings.map(({ name, value, source }) => [name, value ?? '-', source ?? '-']);
  const table = renderTable(['SETTING', 'VALUE', 'SOURCE'], rows, context.terminal.outputColumns);
  await print(context, settings, table);
}

export async function set(input: CommandInput, context: Context): Promise<void> {
  const { host, config, console } = context;
  const name = knownSetting(input.argument(0));
  const value = input.argument(1);
  SETTINGS[name].check(value);
  await writeConfig(host, { ...config, [name]: value });
  console.note(`Set ${name} to ${value}.`);
  const { variable } = SETTINGS[name];
  if (host.env[variable]) console.warn(`${variable} is set in the environment and overrides this.`);
  await print(context, { name, value });
}

export async function unset(input: CommandInput, context: Context): Promise<void> {
  const { host, config, console } = context;
  const name = knownSetting(input.argument(0));
  const { [name]: before, ...rest } = config;
  if (before !== undefined) await writeConfig(host, rest);
  console.note(before === undefined ? `${name} wasn't set.` : `Removed ${name} (was ${before}).`);
  const { variable } = SETTINGS[name];
  if (host.env[variable]) console.warn(`${variable} still sets ${name} to ${host.env[variable]}.`);
  await print(context, { name, value: null });
}

export async function paths(_input: CommandInput, context: Context): Promise<void> {
  const { host } = context;
  const places = {
    config: configFile(host),
    credentials: credentialsFile(host),
    state: stateDirectory(host),
  };
  await print(context, places, `${places.config}\n`);
}
