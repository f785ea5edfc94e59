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
    lines: exitNames.flatMap((name) => [
      `${String(EXIT[name]).padStart(4)}  ${EXIT_MEANINGS[name].means}`,
      `      ${EXIT_MEANINGS[name].money}`,
    ]),
  },
  {
    name: 'environment',
    summary: 'variables, and which of several answers wins',
    lines: [
      'A flag wins over its variable, the variable over the profile, the profile over "skiptrace config".',
      '',
      '  SKIPTRACE_API_KEY   the API key; --api-key-file wins over it',
      '  SKIPTRACE_PROFILE   which profile to use',
      ...Object.values(SETTINGS).map(
        ({ variable, description }) => `  ${variable.padEnd(19)} ${description}`,
      ),
      '  CI                  nobody is asked, nothing is animated',
      '  NO_COLOR, FORCE_COLOR, TERM=dumb   as usual',
      '  XDG_CONFIG_HOME, XDG_STATE_HOME    where settings, keys and unfinished uploads are kept',
    ],
  },
  {
    name: 'json',
    summary: '--json, and what errors look like in it',
    lines: [
      'With --json a command prints one JSON document on standard output and nothing else.',
      '--json=a,b prints these fields only; the fields are bound with = so that a file name may follow --json.',
      'A failure leaves standard output empty and prints one line on standard error:',
      '',
      '  {"error":{"code":"over_max_cost","message":"…","hint":"…","exit_code":6,"retryable":false,',
      '            "request_id":null,"job_id":"…","charged_cents":0,"next":"skiptrace jobs confirm …"}}',
      '',
      '"charged_cents" is null when it is not known. "next" is the command to run, or null.',
      '--progress json prints events on standard error, one JSON object a line: state, upload, download.',
    ],
  },
  {
    name: 'columns',
    summary: 'which columns a file needs, and which the result adds',
    lines: [
      'A file needs a property address: a street line, and a ZIP or a city and state. The headers of county',
      'files and of common list tools are known; the choice is shown with its reason before anything is sent.',
      'Name a column yourself with --map:',
      '',
      "  skiptrace upload leads.csv --map 'address=Site Addr' --map zip=Zip5",
      '',
      'Fields: address, city, state, zip, firstName, lastName (they choose among several owners); or what they are',
      'put together from: unit, addressFull, houseNumber, preDirection, streetName, streetSuffix, postDirection,',
      'stateZip, zipPlus4.',
      '',
      "The owner's mailing address is never taken for the property by itself.",
      'Without a State column, --state FL says it for all rows, or it is derived from the ZIP. Street parts and',
      'one-line addresses are put together in a temporary copy; what is added for that is cut from the result.',
      '',
      'The result is your file, byte for byte, with these columns behind it:',
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
      'lookup   At most $0.04; it does not ask.',
      '',
      'The question is asked on a terminal only, and Enter means no. Elsewhere nothing is spent without',
      '--yes and a ceiling: --max-cost 400, SKIPTRACE_MAX_COST, or "skiptrace config set max-cost 400".',
      'Above the ceiling nothing is charged and the job waits. A price that changed after it was shown is not paid.',
      'Every failure ends with what it cost.',
    ],
  },
];
