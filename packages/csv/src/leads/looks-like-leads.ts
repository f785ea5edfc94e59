import { mapHeaders } from '../headers/map-headers.js';
import { sampleCsv } from '../records/sample.js';

/** Whether the head of a table tells by itself where its addresses are. */
export function looksLikeLeads(head: Uint8Array): boolean {
  try {
    const sample = sampleCsv(head, true);
    return (
      sample !== undefined && mapHeaders(sample.header.names, { samples: sample.rows }).errors.length === 0
    );
  } catch {
    // No table at all.
    return false;
  }
}
