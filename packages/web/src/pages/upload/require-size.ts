import { ListError } from '../../lead-file/reader.js';
import { bytes } from '../../parts/format.js';

/** @throws ListError if the file is too large for the server */
export function requireSize(csv: Blob, maxBytes: number): void {
  if (csv.size <= maxBytes) return;
  throw new ListError({
    code: 'too_large',
    message: `The list is ${bytes(csv.size)}, and this server takes up to ${bytes(maxBytes)}.`,
    hint: 'Leave out columns that are not needed, or split the list.',
  });
}
