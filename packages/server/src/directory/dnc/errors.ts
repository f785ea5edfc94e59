import { coded } from '../../platform/lib/coded.js';

/** The list was not imported, and the existing lists are unchanged. The message never contains a number. */
export class DncImportError extends coded('dnc_import') {}
