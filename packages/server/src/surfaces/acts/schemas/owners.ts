// Schemas of the directory of owners: sources, files, imports, and answers explained.
import {
  bool,
  choice,
  filled,
  form,
  int,
  list,
  maybe,
  object,
  orNull,
  personal,
  record,
  text,
  time,
} from '../schema.js';
import { Reason } from './people.js';

export const OwnerSources = object({
  sources: list(
    object({
      source: text(),
      priority: int('The highest wins where several sources know a property, then the newest import.'),
      imports: int(),
      records: int(),
      addressKeys: int(),
      phones: int('Stored, with or without a type.'),
      phoneTypeDefault: orNull(
        choice(['mobile', 'landline'], 'What phones without a type are; null leaves them out of answers.'),
      ),
      untypedPhones: int('Phones of which no file says the type.'),
      emails: int(),
      lastImportAt: time(),
      outdated: bool('Imported under other rules of addresses: import its file again.'),
    }),
    'By name.',
  ),
  retired: object(
    { imports: int(), records: int() },
    'Out of the directory, but kept until no job refers to them any more.',
  ),
  loading: int('Imports being written now, or left by a process that died.'),
});
export const OwnerFile = object({
  id: text(),
  name: text(),
  bytes: int(),
  headers: list(text()),
  headerRow: int('The row with the headers, from 1; 0 if the file has no headers.'),
  titleRows: list(object({ row: int(), cells: list(personal()) }), 'The rows above the headers.'),
  firstRows: list(list(personal()), 'Up to 5 rows.'),
  firstRowNumbers: list(int(), 'Which row of the file each of these is, from 1.'),
  split: record(text(), 'Part of a split street → the header that most likely holds it.'),
  notes: list(text(), 'What a person should know before the check, as sentences.'),
  sheet: orNull(text('The sheet of a workbook that was read.')),
  otherSheets: list(text()),
  suggested: record(list(text()), 'Field → headers that hold it.'),
  unclear: record(
    list(text()),
    'Field → headers that may hold it. None is read for it until `map` names one.',
  ),
});
export const OwnerImportRequest = form({
  dryRun: bool('Try it; keep nothing.'),
  source: text({ ...filled(200) }),
  replace: bool('Replace everything in the source with this file.'),
  priority: maybe(int({ minimum: -1000000, maximum: 1000000 })),
  state: maybe(
    text('For every row, where the file has none.', {
      pattern: '^[A-Z]{2}$',
      'x-skiptrace-must': 'be a two-letter code in capitals, such as TX',
    }),
  ),
  dncDefault: maybe(bool('Mark phones without a flag as Do Not Call.', { default: true })),
  phoneTypeDefault: maybe(
    choice(
      ['mobile', 'landline'],
      'What phones without a type are, in the whole source. By default the source keeps what it has.',
    ),
  ),
  allowNameless: maybe(bool({ default: false })),
  sameProperty: maybe(
    bool('Rows of one address are the same property, even if a column that is not read tells them apart.'),
  ),
  nameOrder: maybe(choice(['as-written', 'comma', 'first-last', 'last-first'])),
  headerRow: maybe(
    int('The row with the names of the columns, from 1; 0 for none. By default the file tells.', {
      minimum: 0,
      maximum: 1000,
    }),
  ),
  sheet: maybe(text('Of a workbook.', { minLength: 1, maxLength: 255 })),
  map: maybe(record(list(text()), 'Field → headers, where the suggestion is wrong.')),
  unused: maybe(list(text(), 'Headers of columns that are not read.')),
});
export const OwnerImportSummary = object({
  status: choice(
    ['imported', 'unchanged', 'dry_run'],
    'unchanged: the source has this file already, so nothing was done.',
  ),
  source: text(),
  before: object(
    { imports: int(), owners: int(), replaced: bool() },
    'What the source held before, and whether the file takes its place.',
  ),
  rows: object(
    { read: int(), stored: int(), merged: int(), refused: int() },
    'read = stored + merged + refused. Merged, the owner was on an earlier row already.',
  ),
  owners: int('Stored, or in a try what would be: a row can name two.'),
  refusals: list(object({ reason: text(), rows: int(), lines: list(int(), 'Line numbers of the first.') })),
  phonesLeftOut: object({
    unusable: int('Not ten digits.'),
    withoutType: int('Stored; left out of answers until the source says what they are.'),
    ofOthers: int('Of another person than the owner.'),
    over: int('More than a match can hold.'),
  }),
  mapping: list(
    object({
      field: text(),
      headers: list(text(), 'None where no column holds it.'),
      sample: orNull(personal()),
      reason: orNull(text('A sentence.')),
    }),
  ),
  nameOrderReason: orNull(
    text('Why full names are read in an order, as a sentence; null for the usual order.'),
  ),
  warnings: list(text()),
  ignoredColumns: list(text()),
  sensitiveColumns: list(text(), 'Look like Social Security numbers or dates of birth: never read.'),
  hasRejects: bool(),
});
export const OwnerImport = object({
  id: text("The server's log names it `runId`."),
  fileId: text('Of a file sent with a browser; empty for one that the command line read.'),
  fileName: orNull(text('Null where an older version of the server began it.')),
  startedBy: orNull(text('`operator:NAME` or `command:NAME`.')),
  dryRun: bool(),
  request: orNull(
    OwnerImportRequest,
    'What was asked for; null where an older version of the server began it.',
  ),
  state: choice(['running', 'done', 'failed']),
  rowsRead: int(),
  bytesRead: int(),
  bytes: int(),
  startedAt: time(),
  endedAt: orNull(time('Null while it runs.')),
  summary: orNull(OwnerImportSummary),
  error: orNull(text('What happened and what to do, where it failed.')),
});
export const WaitingOwnerFile = object({
  id: text(),
  name: text(),
  bytes: int(),
  receivedAt: time(),
  lastImport: orNull(OwnerImport),
});
export const OwnerPreviewRequest = form(
  {
    state: maybe(
      text({ pattern: '^[A-Z]{2}$', 'x-skiptrace-must': 'be a two-letter code in capitals, such as TX' }),
    ),
    dncDefault: maybe(bool({ default: true })),
    phoneTypeDefault: maybe(
      choice(['mobile', 'landline'], 'The setting of the source where the request has none.'),
    ),
    allowNameless: maybe(bool({ default: false })),
    nameOrder: maybe(choice(['as-written', 'comma', 'first-last', 'last-first'])),
    headerRow: maybe(int({ minimum: 0, maximum: 1000 })),
    sheet: maybe(text({ minLength: 1, maxLength: 255 })),
    map: maybe(record(list(text()))),
    unused: maybe(list(text())),
  },
  'The parts of an OwnerImportRequest that say what a row becomes.',
);
export const PreviewedOwner = object(
  {
    name: orNull(personal()),
    property: personal('As it is compared with addresses that are looked up.'),
    mailing: orNull(personal()),
    phones: list(
      object({
        number: personal('10 digits.'),
        type: orNull(
          choice(
            ['mobile', 'landline'],
            'Null for a phone that answers leave out until the source says what it is.',
          ),
        ),
        doNotCall: choice(
          ['yes', 'no', 'unchecked'],
          'unchecked: the file does not say, so it is treated as listed.',
        ),
      }),
    ),
    emails: list(personal()),
  },
  'A record as it would be stored.',
);
export const OwnerPreview = object({
  problem: orNull(text('Why the file can’t be imported like this, as a sentence; then there are no rows.')),
  rows: list(
    object({
      row: int('Which row of the file, from 1.'),
      refused: orNull(text('Why it is not stored, as a clause.')),
      owners: list(PreviewedOwner),
      phonesLeftOut: int('Unusable, of another person, or too many.'),
      emailsLeftOut: int(),
    }),
  ),
});
export const RejectedOwnerRows = object({
  headers: list(text(), 'Of the file, without columns that are never read.'),
  rows: list(object({ line: int('Of the imported file.'), reason: personal(), cells: list(personal()) })),
  corrected: int('Rows that were corrected and imported, or are being imported.'),
  more: int('Further rows that wait for a correction.'),
});
export const DoNotCall = choice(
  ['yes', 'no', 'unchecked'],
  'unchecked: nothing says so, and it is treated as listed.',
);
export const OwnerDetails = object(
  {
    name: orNull(personal()),
    mailing: orNull(
      object({ address: personal(), city: orNull(text()), state: orNull(text()), zip: orNull(text()) }),
    ),
    phones: list(
      object({ number: personal('10 digits.'), type: choice(['mobile', 'landline']), doNotCall: DoNotCall }),
    ),
    emails: list(personal()),
  },
  'What is handed out about a person, and how to reach them.',
);
export const Explanation = object({
  reason: orNull(text('Why it missed, `suppressed` where that is all there is to say; null for a match.')),
  readings: list(personal(), 'How the address is read; the first is the likely one.'),
  outcome: text('How it matches, or why not, as a clause.'),
  compared: list(
    object({ address: personal(), result: text('How it compares, as a clause.'), fits: bool() }),
    'Addresses found under its keys, those that fit first.',
  ),
  moreCompared: int('How many more there are.'),
  owner: orNull(
    object({
      source: text(),
      recordId: int(),
      fullName: orNull(personal()),
      contact: OwnerDetails,
      correctionId: orNull(text('The correction that the details are of; null without one.')),
      property: object(
        { address: orNull(personal()), city: orNull(text()), state: orNull(text()), zip: orNull(text()) },
        'As the record has it.',
      ),
      from: list(
        object({
          source: text(),
          recordId: int(),
          fullName: orNull(personal()),
          phones: int(),
          emails: int(),
        }),
        'What each source adds, the one that wins first.',
      ),
      others: list(
        object({ source: text(), recordId: int(), fullName: orNull(personal()) }),
        'Records of the property that are not in the answer: co-owners, and other owners in other sources.',
      ),
    }),
    'Who is handed out; null for a miss.',
  ),
});
export const CorrectedOwner = form(
  {
    recordId: int('Of an explanation.', { minimum: 1 }),
    reason: Reason,
    name: maybe(personal('First name first; a company as it is.', { minLength: 1, maxLength: 200 })),
    mailing: maybe(
      orNull(
        form({
          address: personal({ minLength: 1, maxLength: 300 }),
          city: maybe(personal({ maxLength: 100 })),
          state: maybe(personal({ maxLength: 20 })),
          zip: maybe(personal({ maxLength: 10 })),
        }),
      ),
    ),
    phones: maybe(
      list(
        form({
          number: personal({ maxLength: 40 }),
          type: choice(['mobile', 'landline']),
          doNotCall: DoNotCall,
        }),
        { maxItems: 19 },
      ),
    ),
    emails: maybe(list(personal({ maxLength: 254 }), { maxItems: 28 })),
  },
  "What is missing stays as it is; where the name is another person's, it is not on file any more.",
);
export const OwnerCorrection = object({
  id: text(),
  reason: text(),
  correctedBy: text(),
  correctedAt: time(),
  owner: orNull(
    object({
      property: personal(),
      namesOnFile: list(personal(), 'Names in the sources, which are not handed out any more.'),
      contact: OwnerDetails,
    }),
    'Null where the suppression list has the owner.',
  ),
});
