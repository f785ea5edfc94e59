import { isOneLine, isStreet } from '../content.js';
import { splitOneLine } from '../values/address-lines.js';
import { isSentinel, unwrapped } from '../values/sentinel.js';
import { mappedFields } from './address-columns.js';
import { cellsByHeader, readCells, houseNumberWarnings } from './by-cells.js';
import { decidedFields, duplicateError, recognizeColumns, strongest, type Column } from './columns.js';
import {
  CHOSEN_FIELDS,
  CONTACT_FIELDS,
  JOB_FIELDS,
  REQUIRED_FIELDS,
  SINGLE_FIELDS,
  isAddedPart,
  type SingleField,
  type HeaderField,
  type ChosenField,
  type ContactField,
  type FieldChoice,
  type HeaderMapping,
  type MapOptions,
  type MappingError,
  type PhoneColumns,
} from './mapping.js';
import { Property, type Source, type Sources } from './property.js';
import { findVendor, type Vendor, foldHeader, phoneName } from './synonyms.js';
import { mappingWarnings, unusedUnitWarnings } from './warnings.js';

/**
 * Decides the meaning of each column. Exact spellings only, never mail for the property; an unclear field is an error with its
 * choices, never a guess.
 */
export function mapHeaders(names: readonly string[], options: MapOptions = {}): HeaderMapping {
  const header = names.map((name) => name.trim());
  const vendor = findVendor(header);
  const overrides = options.overrides ?? {};
  const state = options.state ?? vendor?.state;
  const samples = options.samples ?? [];
  const cells = cellsByHeader(header, samples);
  const read = readCells(recognizeColumns(header, vendor, overrides), cells, decidedFields(overrides));
  const { unmapped, errors } = read;
  const columns = findOneLine(read.columns, header, samples, state);
  const property = new Property(columns, state, cells);
  const { sources } = property;
  const duplicates = duplicatedNames(header);
  const unique = columns.filter((column) => !duplicates.has(column.header));
  const contacts = phoneColumns(
    unique,
    header.filter((name) => !duplicates.has(name)),
    columns.filter((column) => duplicates.has(column.header) && column.field === 'phone').length,
  );

  const mapping: Omit<HeaderMapping, 'fields'> = {
    ...(vendor !== undefined && { vendor: vendor.name }),
    mapping: Object.fromEntries(
      JOB_FIELDS.filter((field) => sources[field].kind === 'column').map((field) => [
        field,
        headersOf(sources[field])[0],
      ]),
    ),
    needs: REQUIRED_FIELDS.filter((field) => !['column', 'ambiguous'].includes(sources[field].kind)),
    build: Object.fromEntries(
      REQUIRED_FIELDS.filter((field) => ['parts', 'one-line'].includes(sources[field].kind)).map((field) => [
        field,
        headersOf(sources[field]),
      ]),
    ),
    ...(['constant', 'one-line'].includes(sources.state.kind) && state !== undefined && { state }),
    also: otherColumns(unique, sources),
    phones: contacts.phones,
    choices: CHOSEN_FIELDS.flatMap((field): FieldChoice[] => {
      const reason = reasonFor(field, property, { vendor, state });
      return reason === undefined ? [] : [{ field, headers: headersOf(sources[field]), reason }];
    }),
    unmapped: unreadHeaders(),
    warnings: [
      ...mappingWarnings(columns, property, vendor, duplicates, options.purpose ?? 'leads'),
      ...read.warnings,
      ...houseNumberWarnings(property, header, cells),
      ...(overrides.unit === undefined ? unusedUnitWarnings(property, header, columns, cells) : []),
    ],
    errors: [...errors, ...mappingErrors(), ...contacts.errors],
  };
  return { ...mapping, fields: mappedFields(mapping, property, header, samples) };

  /** Headers without a known meaning; of an owner file also flags that nothing is read from. */
  function unreadHeaders(): string[] {
    const read = new Set(
      contacts.phones.flatMap(({ type = '', dnc = '', flags = [], listed = [], wrong = [] }) => [
        type,
        dnc,
        ...flags,
        ...listed,
        ...wrong,
      ]),
    );
    const unread = new Set(unmapped.filter((name) => !read.has(name)));
    if (options.purpose === 'owners')
      for (const { header: name, field } of columns)
        if (FLAGS.has(field) && !read.has(name) && !duplicates.has(name)) unread.add(name);
    return header.filter((name, at) => unread.has(name) && header.indexOf(name) === at);
  }

  function mappingErrors(): MappingError[] {
    const byUser = columns.some((column) => column.byUser && column.field === 'address');
    if (vendor?.notLeads === true && !byUser) return [notLeadsError(vendor.name)];
    const doubled = CHOSEN_FIELDS.flatMap((field) =>
      headersOf(sources[field])
        .filter((name) => duplicates.has(name))
        .map((name) => duplicateError(field, name)),
    );
    return [...property.errors, ...doubled];
  }
}

/** Fields that are read beside a phone alone, or never. */
const FLAGS: ReadonlySet<HeaderField> = new Set<HeaderField>([
  'flag',
  'priorResult',
  'phoneType',
  'phoneDnc',
  'litigator',
  'wrongNumber',
]);

function headersOf(source: Source): string[] {
  return source.columns.map((column) => column.header);
}

/** Headers that appear twice, compared after trimming. Columns without a name do not count. */
function duplicatedNames(header: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const name of header) {
    if (name !== '' && seen.has(name)) twice.add(name);
    seen.add(name);
  }
  return twice;
}

function otherColumns(columns: readonly Column[], sources: Sources): HeaderMapping['also'] {
  const of = (field: HeaderField): Column[] => columns.filter((column) => column.field === field);
  const parts = sources.address.kind === 'parts' ? sources.address.columns : [];
  const bestOf = (field: SingleField): readonly Column[] => {
    const part = parts.filter((column) => column.field === field);
    if (part.length > 0) return part;
    return isAddedPart(field) ? sources[field].columns : strongest(of(field));
  };
  const singles = SINGLE_FIELDS.flatMap((field) => {
    const [only, another] = bestOf(field);
    return only === undefined || another !== undefined ? [] : [[field, only.header] as const];
  });
  const contacts = CONTACT_FIELDS.map((field) => [field, of(field).map((column) => column.header)] as const);
  return Object.fromEntries<string | string[]>([
    ...singles,
    ...contacts.filter(([, headers]) => headers.length > 0),
  ]);
}

function notLeadsError(vendor: string): MappingError {
  const message = `This looks like ${vendor.toLowerCase()}, not a list of leads.`;
  return { code: 'not_a_lead_list', message, choices: [] };
}

/**
 * Every phone column with the columns that say something of it: the ones that the user chose (one for each phone in the same
 * order, or one for all of them), else the ones named like the phone, or about all phones of a row.
 *
 * @param doubled number of further phone columns, which have a name twice
 */
function phoneColumns(
  columns: readonly Column[],
  header: readonly string[],
  doubled: number,
): { phones: PhoneColumns[]; errors: MappingError[] } {
  const numbers = columns.filter((column) => column.field === 'phone');
  const errors: MappingError[] = [];
  const fields = new Map(columns.map((column) => [column.header, column]));
  const names = header.flatMap((name) => {
    const column = fields.get(name);
    const found = phoneName(name);
    // A column that a person chose, or that means something else, is not about a phone.
    return name === '' || column?.byUser === true || (column !== undefined && column.field !== found.field)
      ? []
      : [{ header: name, ...found }];
  });
  const chosenFor = (field: ContactField): readonly Column[] => {
    const chosen = columns.filter((column) => column.byUser && column.field === field);
    if (chosen.length > 1 && chosen.length !== numbers.length) errors.push(unequal(field, chosen, numbers));
    return chosen;
  };
  const besides = {
    phoneType: chosenFor('phoneType'),
    phoneDnc: chosenFor('phoneDnc'),
    litigator: chosenFor('litigator'),
    wrongNumber: chosenFor('wrongNumber'),
  };
  // Phone columns that are not read count, too: a status may be about them.
  const unread = header.filter(
    (name) => phoneName(name).field === 'phone' && PHONE_WORDS.test(foldHeader(name)),
  );
  const allPhones = [...new Set([...unread, ...numbers.map((column) => column.header)])];
  /** Whether a Do Not Call column is about one phone: it names that phone and no other, or the file has no other. */
  const isOfPhoneAlone = (name: string, number: string): boolean => {
    if (allPhones.length + doubled === 1) return true;
    const { stem, numbers: which } = phoneName(name);
    if (stem === '' && which === '') return false;
    const [only, ...others] = allPhones.filter((phone) => {
      const own = phoneName(phone);
      return which === own.numbers && (stem === own.stem || stem === '');
    });
    return only === number && others.length === 0;
  };
  const phones = numbers.map(({ header: number }, at) => {
    const own = phoneName(number);
    /** Chosen first, then the phone's own, then what is about all phones. */
    const beside = (field: keyof typeof besides): string[] => {
      const chosen = besides[field];
      const one = chosen.length === 1 ? chosen[0] : chosen[at];
      const isOfAnother =
        field === 'phoneDnc' &&
        one !== undefined &&
        numbers.some(({ header }) => header !== number && isOfPhoneAlone(one.header, header));
      if (chosen.length > 0 && !isOfAnother) return [one?.header ?? ''];
      const named = names.filter((one) => one.field === field);
      const isAlone = field === 'phoneType' && numbers.length > 1;
      const ofPhone = named.filter(
        ({ stem, numbers: which }) =>
          (stem === own.stem || (stem === '' && which !== '' && field !== 'phoneType')) &&
          which === own.numbers,
      );
      const ofRow = named.filter(
        ({ stem, numbers: which }) => which === '' && own.numbers !== '' && !isAlone && stem === own.stem,
      );
      const ofAll = named.filter(
        ({ stem, numbers: which }) => stem === '' && which === '' && field !== 'phoneType',
      );
      return [...ofPhone, ...ofRow, ...ofAll].map((one) => one.header);
    };
    const [type] = beside('phoneType');
    // A "no" counts for the one phone that its column names. A column for several phones may be about the one before it, so it counts
    // where it says yes: better one call too few.
    // A column that was chosen for all of them is about all, unless its name says of which phone it is.
    const isOwn = (name: string): boolean =>
      isOfPhoneAlone(name, number) ||
      (besides.phoneDnc.some(({ header }) => header === name) &&
        (besides.phoneDnc.length === numbers.length || namesNoPhone(name)));
    const statuses = beside('phoneDnc');
    const [dnc, ...further] = statuses.filter(isOwn);
    const listed = statuses.filter((name) => !isOwn(name));
    const flags = [...further, ...beside('litigator')];
    const wrong = beside('wrongNumber');
    const impliedType = typeInName(foldHeader(number));
    return {
      number,
      ...(type !== undefined && { type }),
      ...(dnc !== undefined && { dnc }),
      ...(impliedType !== undefined && { impliedType }),
      ...(flags.length > 0 && { flags }),
      ...(listed.length > 0 && { listed }),
      ...(wrong.length > 0 && { wrong }),
    };
  });
  return { phones, errors };
}

const namesNoPhone = (name: string): boolean => {
  const { stem, numbers } = phoneName(name);
  return stem === '' && numbers === '';
};

function unequal(field: string, chosen: readonly Column[], numbers: readonly Column[]): MappingError {
  const list = (columns: readonly Column[]) => columns.map(({ header }) => header).join(', ');
  const message =
    `${chosen.length} columns are chosen for ${field} (${list(chosen)}), but the file has ${numbers.length} phone columns ` +
    `(${list(numbers)}). Choose one for each, in the same order, or one for all of them.`;
  return { code: 'ambiguous', field, message, choices: [] };
}

/** Words in the name of a phone's column. */
const PHONE_WORDS = /\b(?:phones?|mobile|cell|landline|tel|telephone|wireless)\b/;

function typeInName(key: string): 'mobile' | 'landline' | undefined {
  if (/\b(?:mobile|cell)\b/.test(key)) return 'mobile';
  return /\b(?:landline|home)\b/.test(key) ? 'landline' : undefined;
}

interface ReasonFacts {
  readonly vendor: Vendor | undefined;
  readonly state: string | undefined;
}

/** Reason for the source of a field, as a sentence; undefined if there is nothing to say. */
function reasonFor(
  field: ChosenField,
  property: Property,
  { vendor, state }: ReasonFacts,
): string | undefined {
  const { kind, columns } = property.sources[field];
  const [first] = columns;
  if (field === 'address' && property.isAssumed) return ASSUMED;
  switch (kind) {
    case 'column':
      return first === undefined ? undefined : columnReason(first, property, vendor);
    case 'parts':
      return 'Joined from the columns that hold its parts.';
    case 'one-line':
      return 'Cut from the one-line address.';
    case 'constant':
      return `No such column: every row gets ${state ?? ''}.`;
    case 'ambiguous':
      return 'Several columns could be meant, so none is used.';
    case 'nothing':
      if (field === 'state') return 'No such column: taken from the ZIP.';
      return field === 'city' || field === 'zip' ? 'No such column: left empty.' : undefined;
  }
}

const ASSUMED = 'Assumed to be the property address, though it may be a mailing address.';

function columnReason(column: Column, property: Property, vendor: Vendor | undefined): string {
  if (column.byUser) return 'You chose it.';
  if (column.byCells) return 'Named by what its cells hold.';
  if (column.bySignature && vendor !== undefined) return `A known column in ${vendor.name} exports.`;
  if (column.named) return 'A known name for this field.';
  return property.hasMail
    ? 'The mailing address has its own columns, so this is the property.'
    : 'It goes with the property address.';
}

/** Share of the addresses: a list may hold a note or a mailbox. */
const MOST = 0.8;

/**
 * The columns, with the street column as a one-line address if its cells hold city, state and ZIP too and the
 * file has no other columns for these. People call both `Property Address`.
 */
function findOneLine(
  columns: readonly Column[],
  header: readonly string[],
  samples: readonly (readonly string[])[],
  state: string | undefined,
): readonly Column[] {
  const property = new Property(columns, state);
  const { address } = property.sources;
  const [street, another] = address.columns;
  const isIncomplete = property.errors.some(({ code }) => code === 'no_location');
  if (address.kind !== 'column' || street === undefined || another !== undefined || !isIncomplete)
    return columns;

  const at = header.indexOf(street.header);
  const cells = samples.map((row) => row[at] ?? '').filter((cell) => !isSentinel(cell));
  const holdsPlace = (cell: string): boolean => {
    const plain = unwrapped(cell);
    return (
      isOneLine(plain) || (state !== undefined && isStreet(plain) && splitOneLine(plain, state).city !== '')
    );
  };
  if (cells.length === 0 || cells.filter(holdsPlace).length < MOST * cells.length) return columns;
  return columns.map((column) => (column === street ? { ...column, field: 'addressFull' } : column));
}
