import type { CommandSpec } from '../command.js';
import { delimiterOption, mapOption, outputOptions, stateOption } from '../shared-options.js';

export const csvCommands: readonly CommandSpec[] = [
  {
    path: ['csv', 'check'],
    summary: 'Say what is wrong with a lead file, and repair it with --fix',
    examples: [
      { command: 'skiptrace csv check leads.csv', does: 'columns, rows, doubtful cells with their rows' },
      { command: 'skiptrace csv check leads.xlsx --fix', does: 'a repaired copy: leads.fixed.csv' },
    ],
    arguments: [
      { name: 'file', description: 'a CSV file, or an Excel workbook (.xlsx); - is standard input' },
    ],
    options: [
      { flags: '--fix', description: 'write a repaired copy' },
      ...outputOptions,
      mapOption,
      stateOption,
      delimiterOption,
    ],
    output: 'the report; with --fix the path of the copy, or with -o - the copy',
    json: {
      fields: [
        'file',
        'rows',
        'blankAddresses',
        'uniqueAddresses',
        'maxCents',
        'encoding',
        'delimiter',
        'columnMapping',
        'warnings',
        'doubts',
        'fixed',
      ],
    },
    cost: 'Free; it works without the service.',
    exits: ['inputFile', 'output'],
    more: `The copy is UTF-8 with commas. Repaired are: ZIPs that lost their zeros or became 95834.0, state names,
headers that appear twice, rows with more or fewer cells than the header, empty rows, and workbooks, which
become CSV. No cell is thrown away, and the file itself is not touched.`,
    load: () => import('./check.js'),
  },
];
