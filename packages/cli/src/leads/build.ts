import { cleanZip, type HeaderMapping, stateOfZip } from '@skiptrace/csv';
import type { HelperColumn } from './helpers.js';

type Field = HelperColumn['field'];
export const REQUIRED: readonly Field[] = ['address', 'city', 'state', 'zip'];

/** How the required fields of a row come out of its cells: from a column as it is, or from a helper column. */
export interface LeadColumns {
  /** Every header that is read. */
  readonly headers: readonly string[];
  readonly helpers: readonly HelperColumn[];
  /** The header the service is told for each field. */
  readonly sent: Readonly<Record<Field, string>>;
  /** The fields of a row, given the cells under `headers`. */
  read(cells: readonly string[]): Record<Field, string>;
}

/** Turns a mapping without errors into columns. `header` is the whole header, so that helper names collide with nothing. */
export function leadColumns(mapping: HeaderMapping, header: readonly string[]): LeadColumns {
  const taken = new Set(header.map((name) => name.trim().toLowerCase()));
  const helpers: HelperColumn[] = [];
  const sent: Record<Field, string> = { address: '', city: '', state: '', zip: '' };
  for (const field of REQUIRED) {
    const column = mapping.mapping[field];
    const source = helperSource(field, mapping);
    if (column !== undefined && source === undefined) sent[field] = column;
    else {
      const name = freeName(`Skiptrace ${field}`, taken);
      helpers.push({ field, name, ...(source ?? EMPTY) });
      sent[field] = name;
    }
  }
  const headers = [
    ...new Set(REQUIRED.flatMap((field) => helpers.find((h) => h.field === field)?.sources ?? [sent[field]])),
  ];
  const at = new Map(headers.map((name, index) => [name, index]));
  const cell = (cells: readonly string[], name: string) => cells[at.get(name) ?? -1] ?? '';
  return {
    headers,
    helpers,
    sent,
    read: (cells) => {
      const value = (field: Field) => {
        const helper = helpers.find((candidate) => candidate.field === field);
        return helper
          ? helper.value(helper.sources.map((name) => cell(cells, name)))
          : cell(cells, sent[field]);
      };
      return { address: value('address'), city: value('city'), state: value('state'), zip: value('zip') };
    },
  };
}

type Source = Pick<HelperColumn, 'sources' | 'value'>;
const EMPTY: Source = { sources: [], value: () => '' };

function helperSource(field: Field, mapping: HeaderMapping): Source | undefined {
  const { build, needs } = mapping;
  if (field === 'address') return addressSource(mapping);
  const built = build[field];
  if (built !== undefined) return { sources: built, value: (cells) => cutAddress(cells.join(' '))[field] };
  if (field !== 'state' || !needs.includes('state')) return undefined;
  const { state } = mapping;
  if (state !== undefined) return { sources: [], value: () => state };
  const zip = mapping.mapping.zip === undefined ? build.zip : [mapping.mapping.zip];
  if (zip === undefined) return EMPTY;
  const zipIsBuilt = mapping.mapping.zip === undefined;
  return {
    sources: zip,
    value: (cells) => {
      const written = zipIsBuilt ? cutAddress(cells.join(' ')).zip : (cells[0] ?? '');
      return stateOfZip(cleanZip(written).zip) ?? '';
    },
  };
}

/** A street line of its own needs no helper, unless its unit stands in another column. */
function addressSource({ mapping, build, also }: HeaderMapping): Source | undefined {
  const unit = also.unit === undefined ? [] : [also.unit];
  const parts = build.address;
  if (parts !== undefined) {
    const isOneLine = parts.length === 1;
    return {
      sources: [...parts, ...unit],
      value: (cells) => {
        const street = cells.slice(0, parts.length).map(trimmed).filter(Boolean).join(' ');
        return withUnit(isOneLine ? cutAddress(street).address : street, cells[parts.length]);
      },
    };
  }
  if (unit.length === 0 || mapping.address === undefined) return undefined;
  return { sources: [mapping.address, ...unit], value: ([street = '', own]) => withUnit(street.trim(), own) };
}

const trimmed = (text: string) => text.trim();

/** `Apt 4` stays as it is, `4` becomes `# 4`; a line that names its unit already keeps it. */
export function withUnit(street: string, unit: string | undefined): string {
  const own = unit?.trim() ?? '';
  if (street === '' || own === '' || UNIT_AT_END.test(street)) return street;
  return UNIT_WORD.test(own) ? `${street} ${own}` : `${street} # ${own.replace(/^#\s*/, '')}`;
}

const UNIT_WORD =
  /^(?:apt|apartment|unit|ste|suite|bldg|building|fl|floor|lot|rm|room|spc|space|trlr|ph|penthouse)\b\.?\s*\S/i;
const UNIT_AT_END = /(?:#|\b(?:apt|apartment|unit|ste|suite|lot|spc|trlr)\b\.?)\s*[\w-]+$/i;

/**
 * A one-line address cut from the right: ZIP, state, city, and what is left is the street line. Without a comma before the
 * city there is no telling where the street ends, so the city stays with it; the service reads such a line as a whole.
 */
export function cutAddress(line: string): Record<Field, string> {
  let rest = line.trim().replace(/,?\s*\b(?:USA|United States)\.?$/i, '');
  let zip = '';
  let state = '';
  rest = rest.replace(/[\s,]*\b(\d{5})(?:-\d{4})?$/, (_all, digits: string) => ((zip = digits), ''));
  rest = rest.replace(
    /(^|[\s,])\s*([A-Za-z]{2})\.?,?$/,
    (_all, _before, code: string) => ((state = code.toUpperCase()), ''),
  );
  const comma = rest.lastIndexOf(',');
  if (comma === -1) return { address: rest.trim(), city: '', state, zip };
  return {
    address: rest.slice(0, comma).replace(/[\s,]+$/, ''),
    city: rest.slice(comma + 1).trim(),
    state,
    zip,
  };
}

function freeName(wish: string, taken: Set<string>): string {
  let name = wish;
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${wish} ${n}`;
  taken.add(name.toLowerCase());
  return name;
}
