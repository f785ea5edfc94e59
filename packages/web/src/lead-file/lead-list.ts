import {
  blobSource,
  type ByteSource,
  cellsByHeader,
  type CsvSample,
  foreignFormat,
  mapHeaders,
  MAX_HEAD_BYTES,
  openCsv,
  readWhole,
  sampleCsv,
  splitStreet,
  tableOf,
  uniqueNames,
  unusedColumns,
  type FileShape,
} from '@skiptrace/csv';
import {
  contentDigest,
  csvName,
  doubtText,
  apartText,
  inspectLeads,
  type Leads,
  listScore,
  paidOnce,
  preparationFor,
  withHeader,
} from '@skiptrace/csv/leads';
import { readWorkbook } from '@skiptrace/csv/workbook';
import { InPreparedList } from './problem.js';
import {
  digestFor,
  type Decisions,
  type ListColumn,
  type ListCopy,
  type Look,
  type OpenedList,
  type Paying,
  type Survey,
} from './report.js';
import { collect } from './result.js';

/** Called with the fraction of the file that has been read, from 0 to 1. */
export type OnProgress = (fraction: number) => void;

const SHOWN_ROWS = 5;
/** A row may have thousands of cells; the page shows only the first ones. */
const SHOWN_CELLS = 2_000;
const SHOWN_CHARACTERS = 120;
const SHOWN_SAMPLES = 3;
const CSV_TYPE = 'text/csv';

/**
 * Opens a list as CSV.
 * @param sheet of a workbook; null picks the one that looks most like a list, or else the first
 * @throws WorkbookError, CsvInputError
 */
export async function openList(
  file: Blob,
  name: string,
  sheet: string | null,
  onProgress: OnProgress,
): Promise<OpenedList> {
  const source = blobSource(file);
  const head = await readWhole(source, 0, MAX_HEAD_BYTES + 1);
  const filename = csvName(name);
  if (foreignFormat(head) !== 'zip') {
    // Rejects a file that isn't text.
    openCsv(head, [], head.length <= MAX_HEAD_BYTES);
    return { csv: file, filename, sheet: null };
  }
  let read = 0;
  const counted = {
    size: source.size,
    async *read(start?: number, end?: number) {
      for await (const chunk of source.read(start, end)) {
        read += chunk.length;
        onProgress(Math.min(1, read / source.size));
        yield chunk;
      }
    },
  };
  const choice = sheet === null ? { rate: listScore } : { sheet };
  const { sheet: taken, others, csv, notes } = await readWorkbook(counted, choice);
  const list = await collect(csv, CSV_TYPE);
  return { csv: list, filename, sheet: { name: taken, others, notes: notes() } };
}

/** A step that prepares a list for sending; applied in order. */
type Change = (list: ByteSource) => AsyncIterable<Uint8Array>;

interface PreparedSample {
  readonly sample: CsvSample;
  /** Sample of the list before any preparation. */
  readonly first: CsvSample;
  readonly changes: readonly Change[];
  /** Number of rows that the preparation adds above the file's own. */
  readonly addedRows: number;
  readonly shape: FileShape;
  readonly overrides: Decisions['overrides'];
}

/** The first rows as they will be sent. @throws CsvInputError */
async function sampleOf(csv: Blob, decisions: Decisions): Promise<PreparedSample> {
  const head = await readWhole(blobSource(csv), 0, MAX_HEAD_BYTES + 1);
  const atEnd = head.length === csv.size;
  const first = sampled(head, head.length <= MAX_HEAD_BYTES);
  const preparation = preparationFor(first, {
    overrides: decisions.overrides,
    state: decisions.state ?? '',
    noHeader: decisions.noHeader,
    headerRow: decisions.headerRow ?? undefined,
  });
  const changes: Change[] = [];
  const beginning = new Blob([head as Uint8Array<ArrayBuffer>]);
  const changed = async (): Promise<CsvSample> => {
    const bytes = await (await changedBy(changes, beginning)).arrayBuffer();
    return sampled(new Uint8Array(bytes), atEnd);
  };
  let sample = first;
  if (preparation) {
    changes.push((list) => preparation.read(list));
    sample = await changed();
  }
  if (decisions.renameColumns) {
    const doubled = sample;
    changes.push((list) => withHeader(list, doubled, uniqueNames(doubled.header.names), true));
    sample = await changed();
  }
  return {
    sample,
    first,
    changes,
    addedRows: preparation?.addedRows ?? 0,
    shape: preparation?.shape ?? 'table',
    overrides: (preparation?.overrides ?? decisions.overrides) as Decisions['overrides'],
  };
}

async function changedBy(changes: readonly Change[], list: Blob): Promise<Blob> {
  let changed = list;
  for (const change of changes) changed = await collect(change(blobSource(changed)), CSV_TYPE);
  return changed;
}

function sampled(head: Uint8Array, atEnd: boolean): CsvSample {
  const sample = sampleCsv(head, atEnd);
  // `sampleCsv` itself rejects a header that continues after the head.
  if (sample === undefined) throw new TypeError('the head of the file is too short');
  return sample;
}

/** Reads only the first rows, so it is quick for lists of any size. @throws CsvInputError */
export async function lookAt(csv: Blob, decisions: Decisions): Promise<Look> {
  const { sample, first, shape, overrides } = await sampleOf(csv, decisions);
  const { names } = sample.header;
  const { state } = decisions;
  const mapping = mapHeaders(names, { overrides, samples: sample.rows, ...(state !== null && { state }) });
  return {
    shape,
    top: topOf(first, shape, decisions),
    split: splitStreet(mapping, names, cellsByHeader(names, sample.rows)),
    unused: unusedColumns(names, mapping),
    encoding: sample.dialect.encoding,
    delimiter: sample.dialect.delimiter,
    vendor: mapping.vendor ?? null,
    columns: names.map((name, at) => columnOf(name, at, sample.rows)),
    rows: sample.rows.slice(0, SHOWN_ROWS).map(shownCells),
    fields: mapping.fields,
    warnings: mapping.warnings,
    errors: mapping.errors,
  };
}

const shownCells = (row: readonly string[]): string[] =>
  row.slice(0, SHOWN_CELLS).map((cell) => cell.slice(0, SHOWN_CHARACTERS));

/** The first rows as they are in the file, for the person to choose the one with the column names. */
function topOf(first: CsvSample, shape: FileShape, { noHeader, headerRow }: Decisions): Look['top'] {
  if (shape === 'list' || shape === 'titled-list') return [];
  const table = tableOf(first, { noHeader, headerRow: headerRow ?? undefined });
  const places = [first.header, ...first.places];
  return [first.header.names, ...first.rows]
    .slice(0, (table.headerAt ?? -1) + 1 + SHOWN_ROWS)
    .map((row, at) => ({
      line: places[at]?.line ?? 0,
      kind:
        at === table.headerAt ? 'header' : table.headerAt !== null && at < table.headerAt ? 'title' : 'data',
      cells: shownCells(row),
    }));
}

function columnOf(name: string, at: number, rows: CsvSample['rows']): ListColumn {
  const samples = new Set<string>();
  for (const row of rows) {
    const cell = row[at]?.trim().slice(0, SHOWN_CHARACTERS) ?? '';
    if (cell !== '') samples.add(cell);
    if (samples.size === SHOWN_SAMPLES) break;
  }
  return { name, samples: [...samples] };
}

/** A list that has been read to its end and can be sent. */
export class LeadList {
  private constructor(
    /** The list as CSV with a header. Sent unchanged unless rows repeat or a helper column is needed. */
    private readonly csv: Blob,
    private readonly leads: Leads,
    private readonly digests: Survey['digests'],
  ) {}

  /** @throws CsvInputError, InPreparedList */
  static async read(
    list: Blob,
    decisions: Decisions,
    maxRows: number,
    onProgress: OnProgress,
  ): Promise<LeadList> {
    const { changes, addedRows, overrides } = await sampleOf(list, decisions);
    const csv = await changedBy(changes, list);
    let read = 0;
    const leads = await inspectLeads(blobSource(csv), {
      overrides,
      maxRows,
      addedRows,
      ...(decisions.state !== null && { state: decisions.state }),
      onBytes: ({ length }) => onProgress((read += length) / csv.size),
    }).catch((error: unknown) => {
      throw new InPreparedList(error, addedRows);
    });
    const digests = async (dedupe: boolean) => ({
      all: await contentDigest(leads, { dedupe }),
      withPhone: await contentDigest(leads, { dedupe, requirePhone: true }),
    });
    return new LeadList(csv, leads, { once: await digests(true), each: await digests(false) });
  }

  get survey(): Survey {
    const { rows, unmatchable, uniqueAddresses, repeated, doubts, mapping, apart } = this.leads;
    return {
      rows,
      unmatchable,
      properties: uniqueAddresses,
      repeated,
      digests: this.digests,
      hasNames: mapping.mapping.firstName !== undefined || mapping.mapping.lastName !== undefined,
      doubts: doubts.map((doubt) => ({ kind: doubt.kind, text: doubtText(doubt, false) })),
      apart: apart === undefined ? null : apartText(apart),
    };
  }

  /** Makes the file to send: the list itself if nothing has to change. */
  async copy({ payOnce, requirePhone = false }: Paying, onProgress: OnProgress): Promise<ListCopy> {
    const { csv: list, leads } = this;
    let written = 0;
    const onBytes = (bytes: number) => onProgress(Math.min(1, (written += bytes) / list.size));
    const { columnMapping, csv } = paidOnce(blobSource(list), leads, { dedupe: payOnce });
    return {
      columnMapping,
      contentDigest: digestFor(this.digests, { payOnce, requirePhone }),
      requirePhone,
      csv: csv === undefined ? list : await collect(csv, CSV_TYPE, onBytes),
    };
  }
}
