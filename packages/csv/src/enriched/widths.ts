/** What the header of the enriched file depends on and only the whole file tells. Plain data, to be stored with a job. */
export interface EnrichedWidths {
  /** Phones of the widest row. */
  readonly phones: number;
  /** Emails of the widest row. */
  readonly emails: number;
  /** Cells of the longest record. */
  readonly cells: number;
}

export const NO_WIDTHS: EnrichedWidths = { phones: 0, emails: 0, cells: 0 };

/** The widths of what was seen so far and of one more row. Start with NO_WIDTHS, or with what a checkpoint kept. */
export function widen(widths: EnrichedWidths, { phones, emails, cells }: EnrichedWidths): EnrichedWidths {
  if (phones <= widths.phones && emails <= widths.emails && cells <= widths.cells) return widths;
  return {
    phones: Math.max(widths.phones, phones),
    emails: Math.max(widths.emails, emails),
    cells: Math.max(widths.cells, cells),
  };
}
