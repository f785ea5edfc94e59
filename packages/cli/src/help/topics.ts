import { EXIT, EXIT_MEANINGS, type ExitName } from '../exit-codes.js';
import { SETTINGS } from '../settings/config.js';

export interface Topic {
  readonly name: string;
  readonly summary: string;
  readonly lines: readonly string[];
}

const exitNames = Object.keys(EXIT) as ExitName[];

/** `skiptrace help TOPIC`, and a chapter each of docs/cli.md. */
export const topics: readonly Topic[] = [
  {
    name: 'exit-codes',
    summary: 'what $? means, and what it says about money',
    lines: [
      ...exitNames.flatMap((name) => [
        `${String(EXIT[name]).padStart(4)}  ${EXIT_MEANINGS[name].means}`,
        `      ${EXIT_MEANINGS[name].money}`,
      ]),
      '',
      '"Nothing was charged" is about the command that ended, not about earlier ones for the same job.',
    ],
  },
  {
    name: 'environment',
    summary: 'variables, and which of several answers wins',
    lines: [
      'A flag wins over its variable, the variable over "skiptrace config".',
      '',
      'A key goes to the service it belongs to, and to no other:',
      '  The key of a profile goes to the service of that profile. A profile that is named (--profile,',
      '  SKIPTRACE_PROFILE) wins over SKIPTRACE_API_KEY and SKIPTRACE_BASE_URL.',
      '  SKIPTRACE_API_KEY goes to --base-url, SKIPTRACE_BASE_URL or the configured base-url, never to the service',
      '  of a profile. It wins over the profile that "auth switch" chose.',
      'No option takes the key itself, since others can read command lines: --api-key-file names a file.',
      '',
      '  SKIPTRACE_API_KEY   the API key; --api-key-file and a named profile win over it',
      '  SKIPTRACE_PROFILE   which profile to use',
      ...Object.values(SETTINGS).map(
        ({ variable, description }) => `  ${variable.padEnd(19)} ${description}`,
      ),
      '  CI                  nobody is asked, nothing is animated',
      '  NO_COLOR, FORCE_COLOR, TERM=dumb   as usual',
      '  XDG_CONFIG_HOME, XDG_STATE_HOME    where settings, keys and unfinished uploads are kept',
      '',
      'HTTP_PROXY, HTTPS_PROXY and NO_PROXY, in capitals or not, are for calls and for files.',
      '',
      'Results are for the eyes of their owner only (0600); with --force a result keeps the mode of the file it replaces.',
      'A download that was cut leaves .skiptrace-JOB-….part beside its place, and the same command goes on with it.',
      'Temporary copies lie in TMPDIR. What a killed run left of them is removed by the next run on the same machine.',
      'What is remembered of uploads and lists (no addresses; of an unfinished bulk its answers) is forgotten after a year.',
    ],
  },
  {
    name: 'json',
    summary: '--json, and what errors look like in it',
    lines: [
      'With --json a command prints one JSON document on standard output and nothing else.',
      '--json=a,b (or --json a,b) prints these fields only. They are checked before anything is sent. The fields of a',
      'command stand in its help; all of them are always there, as null, [] or 0 where there is nothing to say.',
      'A word after --json that is no field stays what it would be without it: upload --json leads.csv.',
      'A failure leaves standard output empty and prints one line on standard error:',
      '',
      '  {"error":{"code":"over_max_cost","message":"…","hint":"…","exit_code":6,"retryable":false,',
      '            "request_id":null,"job_id":"…","charged_cents":0,"next":"skiptrace jobs confirm …"}}',
      '',
      '"charged_cents" is what this command charged, and null when that is not known. "next" is the command to run, or null.',
      '--progress json prints events on standard error, one JSON object a line: state, upload, download.',
    ],
  },
  {
    name: 'columns',
    summary: 'which columns a file needs, and which the result adds',
    lines: [
      'A file needs a property address: a street, and a ZIP or a city and state. skiptrace knows the headers of county',
      'files and common list tools, and shows the columns with a sample before it sends anything.',
      'Name a column yourself with --map:',
      '',
      "  skiptrace upload leads.csv --map 'address=Site Addr' --map zip=Zip5",
      '',
      'Fields: address, city, state, zip, firstName, lastName (to choose among several owners), unit, addressFull (the',
      'whole address in one cell), and parts: houseNumber, preDirection, streetName, streetSuffix, postDirection,',
      'stateZip, zipPlus4.',
      '',
      "skiptrace never uses the owner's mailing address as the property by itself.",
      'Without a State column, the state comes from the ZIP. Without both, add --state FL.',
      '',
      'One-line addresses work under any address header. So does a plain list: one address per line, no header.',
      'Without a header row, columns are named by what they hold. --no-header says that row 1 is data, and',
      "--map 'address=Column 2' names a column by its place.",
      'Rows that repeat a property are looked up and paid once; --no-dedupe pays for each.',
      "Blank addresses, PO boxes, intersections and addresses without a house number can't match.",
      '',
      'The result is your file, byte for byte, with these columns added. A file without a header row gets one, and each',
      'line of a plain list becomes a cell.',
      '  Skip Trace Status, Owner First Name, Owner Last Name, Owner Full Name, Owner Mailing Address,',
      '  Owner Mailing City, Owner Mailing State, Owner Mailing Zip,',
      '  Phone 1, Phone 1 Type (Mobile, Landline), Phone 1 DNC (Yes, No) …, Email 1 …',
    ],
  },
  {
    name: 'billing',
    summary: 'what costs money, when, and how it is agreed to',
    lines: [
      'A match costs $0.04. A miss is free. There is no subscription and no minimum.',
      '',
      'upload   Uploading and the preview are free. The price is shown, and is charged after a yes, once: the same',
      '         command for the same file goes on with its job, and downloads a finished one again for nothing.',
      'bulk     Asks for the highest possible price: different addresses × $0.04. Only matches are charged.',
      'lookup   At most $0.04; it does not ask. If the answer is lost, the same command within 23 hours asks for that',
      '         answer and does not pay again. --idempotency-key does the same from anywhere, also for bulk.',
      '',
      'The question is asked on a terminal only, and Enter means no. Elsewhere nothing is spent without',
      '--yes and a ceiling: --max-cost 400, SKIPTRACE_MAX_COST, or "skiptrace config set max-cost 400".',
      'Above the ceiling nothing is charged and the job waits. A price that changed after it was shown is not paid.',
      'Every failure ends with what it cost.',
    ],
  },
];
