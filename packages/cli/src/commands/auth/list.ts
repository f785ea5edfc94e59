import type { Context } from '../../context.js';
import { maskKey } from '../../credentials/key.js';
import { renderJson } from '../../json.js';
import { renderTable } from '../../terminal/table.js';
import type { CommandInput } from '../../input.js';

export async function run(_input: CommandInput, context: Context): Promise<void> {
  const { console, profiles, profileName, terminal } = context;
  const list = Object.entries(profiles.profiles).map(([name, { apiKey, baseUrl }]) => ({
    profile: name,
    key: apiKey === undefined ? null : maskKey(apiKey),
    baseUrl: baseUrl ?? null,
    current: name === profileName,
  }));
  if (context.json) return console.data(renderJson(list, context.json));
  if (list.length === 0) return console.note('There are no profiles yet. "skiptrace auth login" makes one.');
  const rows = list.map(({ profile, key, baseUrl, current }) => [
    current ? '*' : '',
    profile,
    key ?? '-',
    baseUrl ?? '-',
  ]);
  await console.data(renderTable(['', 'PROFILE', 'KEY', 'SERVICE'], rows, terminal.outputColumns));
}
