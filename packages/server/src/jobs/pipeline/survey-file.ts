import type { CsvHeader } from '@skiptrace/csv';
import type { FileStore } from '../../storage/index.js';
import { surveyName } from '../files.js';
import { readChecked, writeChecked } from './checked-files.js';
import type { Survey } from './survey.js';

/** A survey in JSON: bytes in base64. */
type Written = Omit<Survey, 'header'> & {
  header: Omit<CsvHeader, 'bytes' | 'lineEnd' | 'preamble'> &
    Record<'bytes' | 'lineEnd' | 'preamble', string>;
};

export async function storeSurvey(
  store: FileStore,
  jobId: string,
  { header, ...rest }: Survey,
): Promise<void> {
  const { bytes, lineEnd, preamble } = header;
  const written: Written = {
    ...rest,
    header: { ...header, bytes: base64(bytes), lineEnd: base64(lineEnd), preamble: base64(preamble) },
  };
  await writeChecked(store, surveyName(jobId), [Buffer.from(JSON.stringify(written))]);
}

/** Null if there is no survey. @throws DamagedFileError */
export async function storedSurvey(store: FileStore, jobId: string): Promise<Survey | null> {
  const content = await readChecked(store, surveyName(jobId));
  if (content === null) return null;
  const { header, ...rest } = JSON.parse(content.toString()) as Written;
  const { bytes, lineEnd, preamble } = header;
  return {
    ...rest,
    header: { ...header, bytes: bytesOf(bytes), lineEnd: bytesOf(lineEnd), preamble: bytesOf(preamble) },
  };
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64');
