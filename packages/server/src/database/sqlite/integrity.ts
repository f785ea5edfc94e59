import { openFile } from './open-file.js';

/** SQLite's own check of a whole file, rows and indexes. Resolves to its findings; empty if the file is sound. */
export async function integrityFindings(path: string): Promise<string[]> {
  const file = await openFile(path, { mode: 'write' });
  try {
    const rows = await file.query<{ integrity_check: string }[]>('PRAGMA integrity_check');
    return rows.map((row) => row.integrity_check).filter((finding) => finding !== 'ok');
  } catch (error) {
    // A file that is not a database at all.
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await file.close();
  }
}
