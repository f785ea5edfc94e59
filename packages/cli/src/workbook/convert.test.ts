import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { workbook, workbookParts } from '../../../csv/src/testing/workbook.js';
import { zipOf } from '../../../csv/src/testing/zip.js';
import { hostsOfThisFile } from '../testing/fake-host.js';
import { convertWorkbook } from './convert.js';

const newHost = hostsOfThisFile();

it.each([
  ['no workbook', Buffer.from('Address,Zip\n'), 'input_not_text', /^list.xlsx can't be read/],
  ['an empty sheet', workbook([]), 'input_empty', /^list.xlsx: /],
  [
    'too much in it',
    zipOf(workbookParts({ 'xl/styles.xml': `<styleSheet>${' '.repeat(20 * 1024 * 1024)}</styleSheet>` })),
    'input_too_big',
    /^list.xlsx is too big for a lead list: /,
  ],
])('names a workbook with %s', async (_what, bytes, code, message) => {
  const { cwd } = newHost();
  const file = path.join(cwd, 'list.xlsx');
  writeFileSync(file, await bytes);
  await expect(convertWorkbook(file, 'list.xlsx', path.join(cwd, 'list.csv'))).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message) as string,
  });
});
