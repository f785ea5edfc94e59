import type { LayoutName } from '@skiptrace/csv/layouts';
import type { CommandSpec } from '../command.js';
import { mapOption, outputOptions, stateOption } from '../shared-options.js';

/** Written out here: help shows them, and loads no code of a layout. */
const LAYOUTS: Readonly<Record<LayoutName, string>> = {
  phones: 'a line for every phone number, for dialers and texting',
  split: 'a line for every lead, mobiles and landlines in columns of their own',
  reisift: 'REISift: phones with type and status; DNC is a status',
  hubspot: 'HubSpot contacts; no number that is marked Do Not Call',
  ghl: 'GoHighLevel contacts; no number that is marked Do Not Call',
  long: 'one line per phone and email, for databases',
};

export const exportCommand: CommandSpec = {
  path: ['export'],
  summary: 'Turn an enriched file into what other programs import',
  examples: [
    { command: 'skiptrace export leads.enriched.csv', does: 'a line for every phone: leads.phones.csv' },
    { command: 'skiptrace export leads.enriched.csv --layout hubspot', does: 'contacts for HubSpot' },
    { command: 'skiptrace export leads.enriched.csv --layout long -o - | head', does: 'to standard output' },
  ],
  arguments: [
    { name: 'file', description: 'a file that upload, bulk or jobs download wrote; - is standard input' },
  ],
  options: [
    {
      flags: '-l, --layout <layout>',
      description: 'the target format; default phones',
      choices: Object.keys(LAYOUTS),
    },
    {
      flags: '--dnc <what>',
      description: 'Do Not Call numbers: by default dropped where no column marks them',
      choices: ['keep', 'drop'],
    },
    ...outputOptions,
    mapOption,
    stateOption,
  ],
  output: 'the path of the file it wrote, or with -o - the file',
  json: { fields: ['layout', 'leads', 'records', 'droppedNumbers', 'output'] },
  cost: 'Free; it works without the service.',
  exits: ['inputFile', 'output'],
  more: `Layouts:
${Object.entries(LAYOUTS)
  .map(([name, does]) => `  ${name.padEnd(9)} ${does}`)
  .join('\n')}
A number is marked Do Not Call when it is on a registry, or when nobody checked: a result file does not tell the two apart,
lookup does. --dnc keep includes them.
Rows without a match are left out. Cells that look like a formula are prefixed with an
apostrophe, so that no spreadsheet runs them.`,
  load: () => import('./run.js'),
};
