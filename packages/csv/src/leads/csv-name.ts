/** Longest file name the service accepts (contract: `filename`, at most 500 characters, ends in .csv). */
export const MAX_NAME = 500;

/** Characters the service rejects in a name: control characters, text direction marks, unpaired surrogates. */
const NOT_TAKEN = /[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uD800-\uDFFF]/gu;

/** Name of a file at the service: `leads.xlsx` → `leads.csv`, `leads.txt` → `leads.txt.csv`. */
export function csvName(name: string): string {
  const base = name.replace(/\.xls[xm]$/i, '.csv');
  const full = /\.csv$/i.test(base) ? base : `${base}.csv`;
  const short = full.length <= MAX_NAME ? full : `${full.slice(0, MAX_NAME - 4)}.csv`;
  return short.replace(NOT_TAKEN, '_');
}
