// Constants, not an enum: an enum is an object at run time, and its lookups took a third of the time of
// reading a file.

/** Layout of a record in `Scanner.spans`, in this order; then start and end of each wanted column. */
export const START = 0;
export const END = 1;
/** One of the values below. */
export const LINE_END = 2;
export const CELLS = 3;
export const LINE = 4;
export const COLUMNS = 5;

export const NO_LINE_END = 0;
export const LF_END = 1;
export const CR_END = 2;
export const CRLF_END = 3;
