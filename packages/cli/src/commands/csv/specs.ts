import type { CommandSpec } from '../command.js';
import { listOptions, outputOptions } from '../shared-options.js';

export const csvCommands: readonly CommandSpec[] = [
  {
    path: ['csv', 'check'],
    summary: 'Check a lead file for problems, and repair it with --fix',
    examples: [
      { command: 'skiptrace csv check leads.csv', does: 'show columns, rows and problems' },
      { command: 'skiptrace csv check leads.xlsx --fix', does: 'write a repaired copy: leads.fixed.csv' },
    ],
    arguments: [
      { name: 'file', description: 'CSV file, plain list or Excel workbook (.xlsx); - is standard input' },
    ],
    options: [{ flags: '--fix', description: 'write a repaired copy' }, ...outputOptions, ...listOptions],
    output: 'the report; with --fix the path of the copy, or with -o - the copy',
    json: {
      fields: [
        'file',
        'rows',
        'blankAddresses',
        'uniqueAddresses',
        'unmatchableRows',
        'repeatedRows',
        'fields',
        'unusedColumns',
        'maxCents',
        'encoding',
        'delimiter',
        'columnMapping',
        'warnings',
        'doubts',
        'fixed',
      ],
    },
    cost: 'Free. Works offline, without a key.',
    exits: ['inputFile', 'output'],
    more: `The copy is UTF-8 with commas. --fix restores ZIPs that lost their zeros or became 95834.0, turns state names
into codes, adds a missing header, renames repeated headers, pads short rows, names the columns of extra cells,
and removes empty rows. It keeps every cell and doesn't change the file itself.`,
    load: () => import('./check.js'),
  },
];
