import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LAYOUT_NAMES } from '@skiptrace/csv/layouts';
import { describe, expect, it } from 'vitest';
import { type FakeHost, hostsOfThisFile } from '../testing/fake-host.js';
import { skiptrace } from '../testing/scenario.js';

const newHost = hostsOfThisFile();
const ADDED =
  'Skip Trace Status,Owner First Name,Owner Last Name,Owner Full Name,Owner Mailing Address,Owner Mailing City,' +
  'Owner Mailing State,Owner Mailing Zip,Phone 1,Phone 1 Type,Phone 1 DNC,Phone 2,Phone 2 Type,Phone 2 DNC,Email 1,Email 2';
const ENRICHED = [
  `Property Address,Property City,Property State,Property Zip,${ADDED}`,
  '1 Oak St,Newark,New Jersey,7104,Matched,Vera,Drumlin,Vera Drumlin,9 Elm St,Reno,NV,89501,9735550131,Mobile,No,9735550132,Landline,Yes,vera@example.com,v2@example.com',
  '2 Oak St,Reno,NV,89501,,,,,,,,,,,,,,,,',
  "3 Oak St,Reno,NV,89501,Matched,,,'=Acme LLC,,,,,7755550101,Mobile,Yes,,,,,",
  '',
].join('\r\n');

function withFile(content = ENRICHED): FakeHost {
  const host = newHost();
  writeFileSync(path.join(host.cwd, 'leads.enriched.csv'), content);
  return host;
}

const lines = (text: string) => text.trimEnd().split('\r\n');

async function exported(layout: string, ...more: string[]): Promise<string[]> {
  const host = withFile();
  expect(await skiptrace(host, 'export', 'leads.enriched.csv', '--layout', layout, '-o', '-', ...more)).toBe(
    0,
  );
  return lines(host.output);
}

describe('export', () => {
  it('gives a line for every phone by default, beside the enriched file', async () => {
    const host = withFile();
    expect(await skiptrace(host, 'export', 'leads.enriched.csv', '--dnc', 'keep')).toBe(0);
    const file = path.join(host.cwd, 'leads.phones.csv');
    expect(host.output).toBe(`${file}\n`);
    expect(lines(readFileSync(file, 'utf8'))).toEqual([
      'First Name,Last Name,Phone,Phone Type,DNC,DNC Status,Property Address,Property City,Property State,Property Zip',
      'Vera,Drumlin,9735550131,Mobile,No,not listed,1 Oak St,Newark,NJ,07104',
      'Vera,Drumlin,9735550132,Landline,Yes,listed,1 Oak St,Newark,NJ,07104',
      ",'=Acme LLC,7755550101,Mobile,Yes,listed,3 Oak St,Reno,NV,89501",
    ]);
    expect(host.errors).toContain('2 leads, 3 records.');
  });

  it('splits mobiles from landlines', async () => {
    expect(await exported('split')).toEqual([
      'First Name,Last Name,Property Address,Property City,Property State,Property Zip,Mailing Address,Mailing City,Mailing State,Mailing Zip,Mobile 1,Mobile 1 DNC,Mobile 1 DNC Status,Landline 1,Landline 1 DNC,Landline 1 DNC Status,Email 1,Email 2',
      'Vera,Drumlin,1 Oak St,Newark,NJ,07104,9 Elm St,Reno,NV,89501,9735550131,No,not listed,9735550132,Yes,listed,vera@example.com,v2@example.com',
      ",'=Acme LLC,3 Oak St,Reno,NV,89501,,,,,7755550101,Yes,listed,,,,,",
    ]);
  });

  it('gives REISift the status DNC', async () => {
    const [header, first] = await exported('reisift');
    expect(header).toContain('Property Street Address,');
    expect(header).toContain('Phone 1,Phone Type 1,Phone Status 1,Phone 2');
    expect(first).toContain('9735550131,Mobile,,9735550132,Landline,DNC,vera@example.com');
  });

  it('gives a contact once, even if several rows repeat its property', async () => {
    const again = ENRICHED.replace(
      /^1 Oak St,Newark.*$/m,
      (row) => `${row}\n${row.replace('1 Oak St', '1 OAK STREET')}`,
    );
    const host = withFile(again);
    expect(await skiptrace(host, 'export', 'leads.enriched.csv', '-o', '-')).toBe(0);
    expect(host.output.split('9735550131')).toHaveLength(2);
    expect(host.errors).toContain('2 leads, 1 record.');
  });

  it('says how many numbers it leaves out, warns of leads that lose all their phones, and says what to do', async () => {
    const host = withFile();
    expect(await skiptrace(host, 'export', 'leads.enriched.csv', '--layout', 'hubspot')).toBe(0);
    // Vera keeps one of two numbers; Acme's only one is marked.
    expect(host.errors).toContain(
      'warning: Of 2 leads with phones, 1 lost all of them: their numbers were left out.',
    );
    expect(host.errors).toContain(
      'It leaves 2 numbers out: 2 listed on Do Not Call lists. --dnc keep includes them.',
    );
    const kept = withFile();
    expect(await skiptrace(kept, 'export', 'leads.enriched.csv', '-l', 'hubspot', '--dnc', 'keep')).toBe(0);
    expect(kept.errors).not.toContain('warning');
  });

  it('keeps, drops or chooses numbers by their status, and never leaves a file without phones in silence', async () => {
    const columns = 'Phone 1,Phone 1 Type,Phone 1 DNC,Phone 1 DNC Status';
    const header = ADDED.split(',').slice(0, 8).join();
    const statuses = ['No,not listed', 'Yes,listed', 'No,not checked'];
    const content = [
      `Address,City,State,Zip,${header},${columns}`,
      ...statuses.map(
        (status, at) => `${at} Oak St,Reno,NV,89501,Matched,V,D,V D,,,,,775555010${at},Mobile,${status}`,
      ),
    ].join('\n');
    const last = async (...more: string[]) => {
      const host = withFile(content);
      expect(await skiptrace(host, 'export', 'leads.enriched.csv', '-o', '-', ...more)).toBe(0);
      return {
        numbers: [...host.output.matchAll(/775555010(\d)/g)].map(([, digit]) => digit).join(''),
        said: host.errors,
      };
    };
    const { numbers, said } = await last();
    expect(numbers).toBe('0');
    expect(said).toContain(
      'It leaves 2 numbers out: 1 listed, 1 not checked against Do Not Call lists. --dnc keep includes them, --dnc drop-listed those that are not checked.',
    );
    expect((await last('--dnc', 'only-not-listed')).numbers).toBe('0');
    expect((await last('--dnc', 'drop-listed')).numbers).toBe('02');
    expect((await last('--dnc', 'keep')).numbers).toBe('012');
    expect((await last('--dnc', 'keep', '--only', 'absentee')).numbers).toBe('');
    expect((await last('-l', 'split', '--only', 'callable', '--only', 'mobile')).numbers).toBe('0');
    const contradiction = withFile(content);
    const options = ['--only', 'callable', '--dnc', 'keep'];
    expect(await skiptrace(contradiction, 'export', 'leads.enriched.csv', ...options)).toBe(2);
    expect(await skiptrace(contradiction, 'export', 'leads.enriched.csv', '--only', 'mobiles')).toBe(2);
    const unchecked = withFile(
      content
        .split('\n')
        .filter((_, at) => at !== 1 && at !== 2)
        .join('\n'),
    );
    expect(await skiptrace(unchecked, 'export', 'leads.enriched.csv')).toBe(0);
    expect(unchecked.errors).toContain(
      'warning: The file has no phone number in it: its only number was left out.',
    );
  });

  it('gives HubSpot the email that identifies a contact, with mobile and phone in separate columns', async () => {
    const [header, first] = await exported('hubspot', '--dnc', 'keep');
    expect(header).toBe(
      'Email,First Name,Last Name,Phone Number,Mobile Phone Number,Street Address,City,State/Region,Postal Code,Additional email addresses,Additional phone numbers,Property Address,Property City,Property State,Property Zip,Do Not Call',
    );
    expect(first).toBe(
      'vera@example.com,Vera,Drumlin,9735550132,9735550131,9 Elm St,Reno,NV,89501,v2@example.com,,1 Oak St,Newark,NJ,07104,9735550132 listed',
    );
  });

  it('gives a line for every phone and email in long', async () => {
    expect(await exported('long')).toEqual([
      'Property Address,Property City,Property State,Property Zip,First Name,Last Name,Contact Kind,Contact,Phone Type,DNC,DNC Status,Rank',
      '1 Oak St,Newark,NJ,07104,Vera,Drumlin,phone,9735550131,Mobile,No,not listed,1',
      '1 Oak St,Newark,NJ,07104,Vera,Drumlin,phone,9735550132,Landline,Yes,listed,2',
      '1 Oak St,Newark,NJ,07104,Vera,Drumlin,email,vera@example.com,,,,1',
      '1 Oak St,Newark,NJ,07104,Vera,Drumlin,email,v2@example.com,,,,2',
      "3 Oak St,Reno,NV,89501,,'=Acme LLC,phone,7755550101,Mobile,Yes,listed,1",
    ]);
  });

  it('has as many cells in every record as in the header, in every layout', async () => {
    for (const layout of LAYOUT_NAMES) {
      const [header = '', ...records] = await exported(layout);
      for (const record of records) expect(record.split(',')).toHaveLength(header.split(',').length);
    }
  });

  it('removes invisible spaces of the list', async () => {
    const host = withFile(ENRICHED.replace('1 Oak St,Newark', '" 1  Oak St ",Newark '));
    expect(await skiptrace(host, 'export', 'leads.enriched.csv', '-o', '-')).toBe(0);
    expect(lines(host.output)[1]).toBe(
      'Vera,Drumlin,9735550131,Mobile,No,not listed,1 Oak St,Newark,NJ,07104',
    );
  });

  it('reads the newer results of a file that was traced twice', async () => {
    const twice = ENRICHED.split('\r\n').map((line, at) => {
      if (line === '') return line;
      if (at === 0)
        return `${line},${ADDED.split(',')
          .map((name) => `ST ${name}`)
          .join(',')}`;
      return at === 1 ? `${line},Matched,New,Owner,,,,,,2015550100,Mobile,No,,,,,` : line + ','.repeat(16);
    });
    const host = withFile(twice.join('\r\n'));
    expect(await skiptrace(host, 'export', 'leads.enriched.csv', '-o', '-')).toBe(0);
    expect(lines(host.output).slice(1)).toEqual([
      'New,Owner,2015550100,Mobile,No,not listed,1 Oak St,Newark,NJ,07104',
    ]);
  });

  it('refuses a file that is not a result, and an unknown layout', async () => {
    const host = withFile('Property Address,Zip\r\n1 Oak St,89501\r\n');
    expect(await skiptrace(host, 'export', 'leads.enriched.csv')).toBe(7);
    expect(host.errors).toContain('Skip Trace Status');
    expect(await skiptrace(host, 'export', 'leads.enriched.csv', '--layout', 'excel')).toBe(2);
  });

  it('reports with --json what it wrote', async () => {
    const host = withFile();
    expect(await skiptrace(host, 'export', 'leads.enriched.csv', '-l', 'ghl', '--json')).toBe(0);
    expect(JSON.parse(host.output)).toEqual({
      layout: 'ghl',
      leads: 2,
      records: 2,
      droppedNumbers: 2,
      uncheckedNumbers: 0,
      output: path.join(host.cwd, 'leads.ghl.csv'),
    });
  });
});
