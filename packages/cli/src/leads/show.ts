import { count, plural } from '../money/cents.js';
import type { Console } from '../terminal/console.js';
import { plain } from '../terminal/text.js';
import type { Doubt, Leads } from './inspect.js';
import type { Source } from './source.js';

/** What the file is, which column means what and why, and which rows are doubtful: before anything is sent. */
export function showLeads({ name }: Source, leads: Leads, console: Console): void {
  const { dialect, mapping, rows, doubts } = leads;
  console.note(
    `${plain(name)}: ${plural(rows, 'row')}, ${dialect.encoding}, ${delimiterName(dialect.delimiter)}`,
  );
  if (mapping.vendor !== undefined) console.note(`It looks like an export of ${mapping.vendor}.`);
  const shown = mapping.choices.map(({ field, headers, reason }) => ({
    field,
    from: headers.length === 0 ? '-' : headers.map(plain).join(' + '),
    reason,
  }));
  const width = Math.max(0, ...shown.map(({ from }) => from.length));
  for (const { field, from, reason } of shown) {
    console.note(`  ${field.padEnd(9)}  ${from.padEnd(Math.min(width, 40))}  ${plain(reason)}`);
  }
  for (const { message } of mapping.warnings) console.warn(`warning: ${plain(message)}`);
  for (const doubt of doubts) console.warn(`warning: ${doubtText(doubt)}`);
}

export function doubtText({ what, count: found, lines }: Doubt): string {
  const more = found > lines.length ? ` and ${count(found - lines.length)} more` : '';
  return `${plural(found, 'row')} with ${what === 'no state for the ZIP' ? 'a ZIP that is in no state' : what === 'blank address' ? 'a blank address' : 'an unreadable ZIP'}: line ${lines.join(', ')}${more}`;
}

function delimiterName(delimiter: string): string {
  const names: Readonly<Record<string, string>> = {
    ',': 'comma',
    ';': 'semicolon',
    '\t': 'tab',
    '|': 'pipe',
  };
  return names[delimiter] ?? `separated by ${delimiter}`;
}
