import sqlite3 from 'sqlite3';

/** SQLite's own check of a whole file, rows and indexes. Resolves to what it found; nothing when the file is sound. */
export async function integrityFindings(file: string): Promise<string[]> {
  const connection = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(file, sqlite3.OPEN_READWRITE, (error) =>
      error === null ? resolve(opened) : reject(error),
    );
  });
  try {
    const rows = await new Promise<{ integrity_check: string }[]>((resolve, reject) => {
      connection.all<{ integrity_check: string }>('PRAGMA integrity_check', (error, found) =>
        error === null ? resolve(found) : reject(error),
      );
    });
    return rows.map((row) => row.integrity_check).filter((finding) => finding !== 'ok');
  } catch (error) {
    // A file that is no database at all.
    return [error instanceof Error ? error.message : String(error)];
  } finally {
    await new Promise<void>((resolve) => connection.close(() => resolve()));
  }
}
