import type { Column } from './columns.js';
import { foldHeader } from './fold.js';
import type { PhoneColumns } from './mapping.js';

/** Every phone column with the type and Do Not Call columns that carry its name, in the order of the file. */
export function phoneColumns(columns: readonly Column[]): PhoneColumns[] {
  const byKey = new Map(columns.map((column) => [foldHeader(column.header), column]));
  return columns
    .filter((column) => column.field === 'phone')
    .map(({ header }) => {
      const key = foldHeader(header);
      const type = byKey.get(`${key} type`);
      const dnc = byKey.get(`${key} dnc`);
      const impliedType = typeInName(key);
      return {
        number: header,
        ...(type?.field === 'phoneType' && { type: type.header }),
        ...(dnc?.field === 'phoneDnc' && { dnc: dnc.header }),
        ...(impliedType !== undefined && { impliedType }),
      };
    });
}

function typeInName(key: string): 'mobile' | 'landline' | undefined {
  if (/\b(?:mobile|cell)\b/.test(key)) return 'mobile';
  return /\b(?:landline|home)\b/.test(key) ? 'landline' : undefined;
}
