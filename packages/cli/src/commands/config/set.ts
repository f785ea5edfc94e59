import type { Context } from '../../context.js';
import { renderJson } from '../../json.js';
import { SETTINGS, writeConfig } from '../../settings/config.js';
import type { CommandInput } from '../../input.js';
import { knownSetting } from './setting.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { host, config, console } = context;
  const name = knownSetting(input.argument(0));
  const value = input.words[1];
  const { [name]: _before, ...rest } = config;
  if (value !== undefined) SETTINGS[name].check(value);
  await writeConfig(host, value === undefined ? rest : { ...rest, [name]: value });
  console.note(value === undefined ? `Removed ${name}.` : `Set ${name} to ${value}.`);
  const { variable } = SETTINGS[name];
  if (host.env[variable]) console.warn(`${variable} is set in the environment and overrides this.`);
  if (context.json) await console.data(renderJson({ name, value: value ?? null }, context.json));
}
