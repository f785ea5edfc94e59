import type { Page } from 'playwright-core';

/** An event of Chromium's trace, as far as it is read here; `tdur` is processor time in microseconds. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  tdur?: number;
  args?: { name?: string };
}

/**
 * Watches the main threads of the page's browser from now on. Tasks are measured in processor time: what else runs on the machine
 * does not make one longer. A page that waits is not seen.
 * @returns ends the watch, with the longest task in milliseconds
 */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const debug = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  debug.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise<void>((resolve) => debug.once('Tracing.tracingComplete', () => resolve()));
  await debug.send('Tracing.start', {
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
    transferMode: 'ReportEvents',
  });
  return async () => {
    await page.evaluate(LATER_TASKS);
    await debug.send('Tracing.end');
    await complete;
    await debug.detach();
    return longestOf(events);
  };
}

/** The last task of a thread can be without its end in the trace, and so without its time: let it be one of these. */
const LATER_TASKS = `(async () => {
  for (let task = 0; task < 5; task++) await new Promise((done) => setTimeout(done, 20));
})()`;

const threadOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`;

function longestOf(events: readonly TraceEvent[]): number {
  const mainThreads = events.filter(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const threads = new Set(mainThreads.map(threadOf));
  const tasks = events.filter(
    (event) =>
      event.name === 'ThreadControllerImpl::RunTask' &&
      event.tdur !== undefined &&
      threads.has(threadOf(event)),
  );
  if (tasks.length === 0) throw new Error('the trace has no task of a main thread with its processor time');
  return tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur), 0) / 1_000;
}
