import type { Context } from '../../context.js';
import { renderJson } from '../../json.js';
import { isSettingName, SETTINGS } from '../../settings/config.js';
import { renderTable } from '../../terminal/table.js';
import type { CommandInput } from '../../input.js';
import { shownSetting } from './setting.js';

export async function run(_input: CommandInput, context: Context): Promise<void> {
  const { console, terminal } = context;
  const settings = Object.keys(SETTINGS)
    .filter(isSettingName)
    .map((name) => shownSetting(name, context));
  if (context.json) return console.data(renderJson(settings, context.json));
  const rows = settings.map(({ name, value, source }) => [name, value ?? '-', source ?? '-']);
  await console.data(renderTable(['SETTING', 'VALUE', 'SOURCE'], rows, terminal.outputColumns));
}
