import type { Column } from './columns.js';
import { foldHeader } from './fold.js';
import type { MappingError, PhoneColumns } from './mapping.js';

/**
 * Every phone column with its type and Do Not Call columns: the ones that the user chose (one for each phone
 * in the same order, or one for all of them), else the ones named like the phone.
 */
export function phoneColumns(columns: readonly Column[]): { phones: PhoneColumns[]; errors: MappingError[] } {
  const byKey = new Map(columns.map((column) => [foldHeader(column.header), column]));
  const numbers = columns.filter((column) => column.field === 'phone');
  const errors: MappingError[] = [];
  const companions = (field: 'phoneType' | 'phoneDnc', word: string) => {
    const chosen = columns.filter((column) => column.byUser && column.field === field);
    if (chosen.length > 1 && chosen.length !== numbers.length) errors.push(unequal(field, chosen, numbers));
    return (key: string, at: number): string | undefined => {
      if (chosen.length > 0) return (chosen.length === 1 ? chosen[0] : chosen[at])?.header;
      const named = byKey.get(`${key} ${word}`);
      return named?.field === field ? named.header : undefined;
    };
  };
  const typeOf = companions('phoneType', 'type');
  const dncOf = companions('phoneDnc', 'dnc');
  const phones = numbers.map(({ header }, at) => {
    const key = foldHeader(header);
    const type = typeOf(key, at);
    const dnc = dncOf(key, at);
    const impliedType = typeInName(key);
    return {
      number: header,
      ...(type !== undefined && { type }),
      ...(dnc !== undefined && { dnc }),
      ...(impliedType !== undefined && { impliedType }),
    };
  });
  return { phones, errors };
}

function unequal(field: string, chosen: readonly Column[], numbers: readonly Column[]): MappingError {
  const list = (columns: readonly Column[]) => columns.map(({ header }) => header).join(', ');
  const message =
    `${chosen.length} columns are chosen for ${field} (${list(chosen)}), but the file has ${numbers.length} phone columns ` +
    `(${list(numbers)}). Choose one for each, in the same order, or one for all of them.`;
  return { code: 'ambiguous', field, message, choices: [] };
}

function typeInName(key: string): 'mobile' | 'landline' | undefined {
  if (/\b(?:mobile|cell)\b/.test(key)) return 'mobile';
  return /\b(?:landline|home)\b/.test(key) ? 'landline' : undefined;
}
