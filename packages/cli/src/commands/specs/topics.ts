import { EXITS } from '../../failures/failure.js';
import { SETTINGS } from '../../settings/config.js';
import { globalOptions, optionRow } from '../command.js';

export interface Topic {
  readonly name: string;
  readonly summary: string;
  /** See `layOut` for how lines are arranged. */
  readonly lines: readonly string[];
}

/** An indented line: a name, and its text at a column of its own. */
const item = (name: string, text: string, column: number) => `  ${name.padEnd(column)}  ${text}`;

/** `skiptrace help TOPIC`, and a chapter each of docs/cli.md and the man page. */
export const topics: readonly Topic[] = [
  {
    name: 'options',
    summary: 'options of every command',
    lines: globalOptions.map((option) => item(...optionRow(option), 22)),
  },
  {
    name: 'exit-codes',
    summary: 'what $? means, and what it says about money',
    lines: [
      ...Object.values(EXITS).map(({ code, means, money }) =>
        item(String(code).padStart(3), `${means} ${money}`, 3),
      ),
      '',
      '"Nothing was charged" refers only to the command that just ended, not to earlier ones for the same job.',
    ],
  },
  {
    name: 'environment',
    summary: 'variables, and which setting wins',
    lines: [
      'A flag wins over its variable. The variable wins over "skiptrace config".',
      '',
      "A key is only ever sent to its own service. A profile's key goes to that profile's service. A profile you",
      'name (--profile or SKIPTRACE_PROFILE) wins over SKIPTRACE_API_KEY and SKIPTRACE_BASE_URL.',
      'SKIPTRACE_API_KEY goes to --base-url, SKIPTRACE_BASE_URL or the configured base-url, never to the service of a',
      'profile. It wins over the profile that "auth switch" chose.',
      '',
      'No option takes the key itself, because others can read command lines. --api-key-file names a file.',
      '',
      item('SKIPTRACE_API_KEY', 'the API key; --api-key-file and a named profile win over it', 19),
      item('SKIPTRACE_PROFILE', 'the profile to use', 19),
      ...Object.values(SETTINGS).map(({ variable, description }) => item(variable, description, 19)),
      item('CI', 'no questions, no animation', 19),
      item('NO_COLOR', 'no color; FORCE_COLOR and TERM=dumb work too', 19),
      item('XDG_CONFIG_HOME', 'folder for settings and keys', 19),
      item('XDG_STATE_HOME', 'folder for unfinished uploads', 19),
      item('HTTPS_PROXY', 'proxy for calls and files; HTTP_PROXY and NO_PROXY work too', 19),
      '',
      'Only you can read result files (mode 0600). With --force, a result keeps the mode of the file it replaces.',
      'An interrupted download leaves .skiptrace-JOB-….part beside the result. The same command continues it.',
      'Temporary copies are in TMPDIR. Leftovers from a killed run are removed by the next run.',
      'Records of uploads and lists hold no addresses and expire after a year. A bulk keeps its answers, for 23 hours once it is done.',
    ],
  },
  {
    name: 'json',
    summary: '--json, and errors as JSON',
    lines: [
      'With --json, a command prints one JSON document on standard output and nothing else.',
      '',
      '--json=a,b (or --json a,b) prints only these fields. They are checked before anything is sent.',
      "A command's help lists its fields. Every field is always there: null, [] or 0 stand for nothing.",
      "If the word after --json isn't a field name, it's a normal argument: upload --json leads.csv.",
      '',
      'A failure prints nothing on standard output and one line on standard error, here on three:',
      '',
      '  {"error":{"code":"over_max_cost","message":"…","hint":"…",',
      '   "exit_code":6,"retryable":false,"request_id":null,"job_id":"…",',
      '   "charged_cents":0,"next":null}}',
      '',
      '"charged_cents" is what this command charged, or null if that isn\'t known. "next" is the command to run, or null.',
      '',
      '--progress json prints events on standard error, one JSON object per line: state, upload, download, lookup.',
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
      'Fields: address, city, state, zip, firstName, lastName (to choose among several owners), addressFull (the whole',
      'address in one cell), stateZip, zipPlus4. Parts of a street: numberPrefix, houseNumber, numberTo (14 of 12-14),',
      'numberSuffix (1/2, A), preModifier, preDirection, preType (County Road), preSeparator, streetName, streetSuffix,',
      'postDirection, postModifier. Of the unit: building, floor, unitType (Apt), unit.',
      '',
      'Rows of one address that differ in a column that is not read (1/2, A, REAR), or in the parcel number, may be',
      'different properties: skiptrace names the column and asks. Without a terminal it refuses the list if that column',
      'tells more than 1% of the rows apart (of parcel numbers or many owners 10%). --same-property means that they are one.',
      '',
      "skiptrace never uses the owner's mailing address as the property by itself.",
      'If a header says nothing, the cells below it decide: a column of state codes is the state.',
      'Without a State column, the state comes from the ZIP. Without both, add --state FL.',
      '',
      'One-line addresses work under any address header. So does a plain list: one address per line, no header.',
      'Without a header row, columns are named by what they hold. --no-header says that row 1 is data, and',
      "--map 'address=Column 2' names a column by its place. Rows of a title above the header are left out;",
      '--header-row N says which row is the header, and --sheet NAME which sheet of a workbook has the list.',
      'Rows that repeat a property are looked up and paid once; --no-dedupe pays for each.',
      "Blank addresses, PO boxes, intersections and addresses without a house number can't match and aren't looked up.",
      '',
      'The result is your file, byte for byte (of a workbook, its sheet as CSV), with these columns added. A file without a header row gets one, a title',
      'above the header is left out, and each line of a plain list becomes a cell.',
      '',
      '  Skip Trace Status, Owner First Name, Owner Last Name, Owner Full Name, Owner Mailing Address, Owner Mailing City, Owner Mailing State, Owner Mailing Zip, Phone 1, Phone 1 Type (Mobile, Landline), Phone 1 DNC (Yes, No), Phone 1 DNC Status (listed, not listed, not checked) …, Email 1 …, and where a property has more owners, Owner 2 First Name … Owner 2 Phone 1 … Owner 2 Email 1 …',
      '',
      "Skip Trace Status is Matched, or blank: for a miss, for an address that can't match, such as a PO box, and for an empty",
      'one alike. "skiptrace csv check" says which rows can\'t match, "skiptrace jobs get" why the others found no owner.',
      'In the result of "bulk" it is also Not looked up (a run that stopped), No answer or Rejected.',
      'DNC is Yes for a number on a Do Not Call registry, and also for one that was not checked: calling it is as risky. DNC',
      'Status tells the two apart: listed, not listed, or not checked. Results of earlier versions lack that column.',
      "All owners of a property come at the price of one. Each has columns of their own, so that no phone is taken for another's.",
    ],
  },
  {
    name: 'billing',
    summary: 'what costs money, when, and how you approve it',
    lines: [
      'A match costs $0.04, unless your account has another price ("skiptrace balance" shows it). A miss is free. A match counts even if the owner has no phone on file.',
      '',
      item(
        'upload',
        'Uploading and the preview are free. You see the price and pay once, after a yes. The same command for the same file, from any machine, resumes its job, and downloads a finished one again for free.',
        6,
      ),
      item(
        'bulk',
        'Asks for the highest possible price: different addresses × price. Only matches are charged. The same command within 23 hours gives the results again for free.',
        6,
      ),
      item(
        'lookup',
        'One match at most, without a confirmation. If a match costs more than --max-cost, nothing is sent. If the answer is lost, run the same command again within 23 hours to get it at no further charge. --idempotency-key does the same from anywhere, also for bulk.',
        6,
      ),
      '',
      "You're only prompted in a terminal; Enter means no. Elsewhere nothing is spent without --yes and a limit, such as",
      '--max-cost 400, SKIPTRACE_MAX_COST, or "skiptrace config set max-cost 400". Above the limit nothing is',
      'charged and the job waits. If the price changes after you see it, nothing is charged.',
      '',
      'Every failure says what it cost.',
    ],
  },
];
