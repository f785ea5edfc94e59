/** Sizes that decide the header of the enriched file; known only after reading all of it. Plain data, stored with a job. */
export interface EnrichedWidths {
  /** Phones of the widest row. */
  readonly phones: number;
  /** Emails of the widest row. */
  readonly emails: number;
  /** Cells of the longest record. */
  readonly cells: number;
}

export const NO_WIDTHS: EnrichedWidths = { phones: 0, emails: 0, cells: 0 };

/** Widens the widths by one more row. Start with NO_WIDTHS or with the widths of a checkpoint. */
export function widen(widths: EnrichedWidths, { phones, emails, cells }: EnrichedWidths): EnrichedWidths {
  if (phones <= widths.phones && emails <= widths.emails && cells <= widths.cells) return widths;
  return {
    phones: Math.max(widths.phones, phones),
    emails: Math.max(widths.emails, emails),
    cells: Math.max(widths.cells, cells),
  };
}
