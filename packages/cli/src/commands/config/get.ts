import type { Context } from '../../context.js';
import { renderJson } from '../../json.js';
import type { CommandInput } from '../../input.js';
import { knownSetting, shownSetting } from './setting.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const setting = shownSetting(knownSetting(input.argument(0)), context);
  if (context.json) return context.console.data(renderJson(setting, context.json));
  if (setting.value !== null) await context.console.data(`${setting.value}\n`);
}
