import type { Context } from '../../context.js';
import { renderJson } from '../../json.js';
import { SETTINGS, writeConfig } from '../../settings/config.js';
import type { CommandInput } from '../../input.js';
import { knownSetting } from './setting.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { host, config, console } = context;
  const name = knownSetting(input.argument(0));
  const { [name]: before, ...rest } = config;
  if (before !== undefined) await writeConfig(host, rest);
  console.note(before === undefined ? `${name} wasn't set.` : `Removed ${name} (was ${before}).`);
  const { variable } = SETTINGS[name];
  if (host.env[variable]) console.warn(`${variable} still sets ${name} to ${host.env[variable]}.`);
  if (context.json) await console.data(renderJson({ name, value: null }, context.json));
}
