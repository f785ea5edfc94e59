// The entry of the thread that unpacks a workbook: CSV of one sheet, written to a file, or as much of it as is wanted.
import { parentPort, workerData } from 'node:worker_threads';
import { fileSource, writeChunks } from '@skiptrace/csv/files';
import { listScore } from '@skiptrace/csv/leads';
import { readWorkbook, WorkbookError } from '@skiptrace/csv/workbook';
import { errorCode } from '../../platform/lib/error-code.js';
import { DiskReserve, measureDisk } from '../../platform/storage/index.js';
import type { Unpacked, UnpackOrder } from './as-csv.js';

async function unpack({ path, sheet, csv, folder, reserveBytes, maxBytes }: UnpackOrder): Promise<Unpacked> {
  const workbook = await readWorkbook(
    await fileSource(path),
    sheet === null ? { rate: (head) => listScore(head, 'owners') } : { sheet },
  );
  const reserve = new DiskReserve(measureDisk(folder), reserveBytes);
  const asMuchAsWanted = async function* (): AsyncGenerator<Uint8Array> {
    let written = 0;
    for await (const chunk of workbook.csv) {
      const wanted = maxBytes === null ? chunk : chunk.subarray(0, maxBytes - written);
      await reserve.take(wanted.length);
      yield wanted;
      written += wanted.length;
      if (written === maxBytes) return;
    }
  };
  await writeChunks(csv, asMuchAsWanted());
  return { sheet: workbook.sheet, others: workbook.others, notes: workbook.notes() };
}

const answer = await unpack(workerData as UnpackOrder).catch((error: unknown) => ({
  message: error instanceof Error ? error.message : String(error),
  code: error instanceof WorkbookError ? error.code : errorCode(error),
  isOfWorkbook: error instanceof WorkbookError,
}));
parentPort?.postMessage(answer);
