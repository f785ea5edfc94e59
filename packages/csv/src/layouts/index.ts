import { ghl, hubspot, reisift } from './crm.js';
import type { Layout, LayoutName } from './layout.js';
import { long, phones, split } from './plain.js';

export const layouts: Readonly<Record<LayoutName, Layout>> = { phones, split, reisift, hubspot, ghl, long };
export { exportEnriched, exportRows, type ExportOptions, type ExportTally } from './export.js';
export { type Layout, LAYOUT_NAMES, type LayoutName } from './layout.js';
