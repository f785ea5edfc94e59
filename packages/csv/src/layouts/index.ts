import { ghl } from './ghl.js';
import { hubspot } from './hubspot.js';
import type { Layout } from './layout.js';
import { long } from './long.js';
import type { LayoutName } from './names.js';
import { phones } from './phones.js';
import { reisift } from './reisift.js';
import { split } from './split.js';

export const layouts: Readonly<Record<LayoutName, Layout>> = { phones, split, reisift, hubspot, ghl, long };
export { exportEnriched, exportRows, type ExportOptions, type ExportTally } from './export.js';
export type { Layout } from './layout.js';
export { LAYOUT_NAMES, type LayoutName } from './names.js';
