// Web worker that reads lists and results without blocking the page.
import type { ExportChoice, LayoutName } from '@skiptrace/csv/layouts';
import { LeadList, lookAt, openList, type OnProgress } from './lead-list.js';
import { problemOf } from './problem.js';
import type { Decisions, FileProblem, ListCopy, Paying } from './report.js';
import { countResult, exportResult, restoreResult } from './result.js';

/** Cache of the last list, so the next step needn't read it again. */
let last: { readonly key: string; readonly list: LeadList } | undefined;

export interface WantedList {
  /** Id of the list, independent of the decisions about it. */
  readonly id: string;
  readonly csv: Blob;
  readonly decisions: Decisions;
  readonly maxRows: number;
}

async function readList(
  { id, csv, decisions, maxRows }: WantedList,
  onProgress: OnProgress,
): Promise<LeadList> {
  const key = JSON.stringify([id, decisions, maxRows]);
  if (last?.key === key) return last.list;
  const list = await LeadList.read(csv, decisions, maxRows, onProgress);
  last = { key, list };
  return list;
}

const work = {
  open: (file: Blob, name: string, sheet: string | null, onProgress: OnProgress) =>
    openList(file, name, sheet, onProgress),
  look: (csv: Blob, decisions: Decisions) => lookAt(csv, decisions),
  survey: async (wanted: WantedList, onProgress: OnProgress) => (await readList(wanted, onProgress)).survey,
  copy: async (wanted: WantedList, paying: Paying, onProgress: OnProgress) => {
    // Reading and writing each take about half of the time.
    const list = await readList(wanted, (fraction) => onProgress(fraction / 2));
    return list.copy(paying, (fraction) => onProgress(0.5 + fraction / 2));
  },
  restore: (result: Blob) => restoreResult(result),
  count: (result: Blob, columns: ListCopy['columnMapping'] | null) => countResult(result, columns),
  export: (
    result: Blob,
    layout: LayoutName,
    columns: ListCopy['columnMapping'] | null,
    choice: ExportChoice,
  ) => exportResult(result, layout, columns, choice),
};
export type Work = typeof work;

export interface Order {
  readonly id: number;
  readonly name: keyof Work;
  readonly args: readonly unknown[];
}

export type Message =
  /** First message: the worker's script was loaded. */
  | { readonly isLoaded: true }
  | { readonly id: number; readonly fraction: number }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly problem: FileProblem };

const PROGRESS_STEP = 0.01;

const tell = (message: Message): void => postMessage(message);

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  const { id, name, args } = data;
  let told = 0;
  const onProgress: OnProgress = (fraction) => {
    if (fraction < 1 && fraction - told < PROGRESS_STEP) return;
    told = fraction;
    tell({ id, fraction });
  };
  const done = work[name] as (...args: unknown[]) => Promise<unknown>;
  done(...args, onProgress).then(
    (result) => tell({ id, result }),
    (error: unknown) => tell({ id, problem: problemOf(error) }),
  );
});

tell({ isLoaded: true });
