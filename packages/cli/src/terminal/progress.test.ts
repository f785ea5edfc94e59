import { Writable } from 'node:stream';
import { Format } from 'cli-progress';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createContext } from '../create-context.js';
import { parse } from '../parse.js';
import { Receipt } from '../receipt.js';
import { hostsOfThisFile } from '../testing/fake-host.js';
import {
  type Display,
  jsonDisplay,
  lineDisplay,
  Progress,
  type ProgressEvent,
  screenDisplay,
  screenText,
} from './progress.js';

const createHost = hostsOfThisFile();
const never = new AbortController().signal;
const upload = (bytes: number, total_bytes = 1_000_000) => ({ event: 'upload', bytes, total_bytes }) as const;
const lookup = (done: number) => ({ event: 'lookup', done, total: 1200 }) as const;
const state = (status: string) => ({ event: 'state', status }) as const;

describe('progress without a terminal', () => {
  const said = (...events: ProgressEvent[]): string[] => {
    const lines: string[] = [];
    const progress = new Progress(
      lineDisplay((line) => lines.push(line)),
      () => 0,
      never,
    );
    for (const event of events) progress.show(event);
    progress.slow()();
    return lines;
  };

  it('prints a line at each status and at each quarter', () => {
    const bytes = [0, 100_000, 260_000, 300_000, 600_000, 1_000_000];
    expect(
      said(...bytes.map((n) => upload(n)), ...['processing', 'processing', 'generating'].map(state)),
    ).toEqual([
      ...['Uploading 1.0 MB: 0%', 'Uploading 1.0 MB: 25%', 'Uploading 1.0 MB: 50%'],
      ...['Uploading 1.0 MB: 100%', 'Matching addresses …', 'Building the enriched file …'],
    ]);
    expect(said(...[0, 100, 300, 301, 600, 1200].map(lookup))).toEqual(
      [25, 50, 100].map((share) => `Looking up 1,200 addresses: ${share}%`),
    );
  });

  it('gives programs one JSON object a line, at most four times a second', () => {
    const lines: string[] = [];
    let now = 0;
    const progress = new Progress(
      jsonDisplay(
        (line) => lines.push(line),
        () => now,
      ),
      () => now,
      never,
    );
    for (const bytes of [0, 10, 20, 100]) {
      progress.transfer('download', bytes, 100);
      now += 100;
    }
    for (const event of [state('processing'), state('processing'), lookup(100), lookup(1200)])
      progress.show(event);
    progress.slow()();
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { event: 'download', bytes: 0, total_bytes: 100 },
      { event: 'download', bytes: 100, total_bytes: 100 },
      state('processing'),
      lookup(1200),
    ]);
  });
});

describe('after Ctrl-C', () => {
  it('shows nothing of what the ended work still reports', async () => {
    const host = createHost();
    const context = await createContext(parse(['jobs', 'list', '--progress', 'lines']), host, new Receipt());
    const progress = await context.progress();
    progress.transfer('upload', 100, 1000);
    const shown = host.errors;
    expect(shown).toBe('Uploading 1 kB: 0%\n');
    host.pressCtrlC();
    for (const event of [upload(970, 1000), state('processing'), lookup(300)]) progress.show(event);
    expect(host.errors).toBe(shown);
    await context.end();
  });

  it('a bar that was removed is not painted again', async () => {
    const terminal = new Terminal(60);
    const end = new AbortController();
    const progress = new Progress(await screenDisplay(terminal, false), () => 0, end.signal);
    progress.show(upload(100, 1000));
    expect(terminal.sent).toContain('Uploading');
    end.abort();
    progress.stop();
    terminal.sent = '';
    progress.show(upload(970, 1000));
    progress.slow()();
    progress.resume();
    terminal.resize(50);
    expect(terminal.sent).toBe('');
  });
});

describe('the bar', () => {
  it('shows share, size, rate and time left, and takes the room that the words leave', () => {
    const words = 'Uploading 50% of 10.0 MB 1.0 MB/s 5 s left';
    const text = (columns: number) =>
      screenText(upload(5_000_000, 10_000_000), 5000, columns, Format.BarFormat);
    expect(text(77)).toMatch(/^Uploading 50% of 10\.0 MB 1\.0 MB\/s 5 s left \[=+ +\]$/);
    expect(text(words.length + 8)).toHaveLength(words.length + 8);
    expect(text(words.length + 7)).toBe(words);
    expect(screenText(lookup(600), 30_000, 77, Format.BarFormat)).toMatch(
      /^Looking up 600 of 1,200 30 s left \[=+ +\]$/,
    );
  });
});

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
/** Time for a few frames of the spinner and of the bar. */
const FRAMES_MS = 400;

/** A terminal that records its input. */
class Terminal extends Writable {
  readonly isTTY = true;
  sent = '';

  constructor(public columns: number) {
    super({ decodeStrings: false });
  }

  override _write(chunk: string, _encoding: BufferEncoding, done: () => void): void {
    this.sent += chunk;
    done();
  }

  resize(columns: number): void {
    this.columns = columns;
    this.sent = '';
    this.emit('resize');
  }

  cursorTo = () => this.write('\r');
  moveCursor = () => true;
  clearLine = () => this.write('\u001b[K');
}

describe('progress on a terminal', () => {
  // The spinner and the bar draw by timers.
  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
  );
  afterEach(() => void vi.useRealTimers());

  const progressOn = (display: Display) => new Progress(display, () => performance.now(), never);
  const open = async (columns: number) => {
    const terminal = new Terminal(columns);
    return { terminal, progress: progressOn(await screenDisplay(terminal, false)) };
  };
  const activities: [string, string, (progress: Progress) => void][] = [
    ['spinner', 'Matching', (progress) => progress.show(state('processing'))],
    ['bar of a list', 'Looking up', (progress) => progress.show(lookup(300))],
    ['spinner of a slow request', 'Waiting for the service', (progress) => void progress.slow()],
    ['bar', 'Uploading', (progress) => progress.show(upload(10_000))],
  ];

  it('spins in ASCII on a terminal that is not UTF-8', async () => {
    const terminal = new Terminal(30);
    const progress = progressOn(await screenDisplay(terminal, false, false));
    progress.show(state('processing'));
    await vi.advanceTimersByTimeAsync(FRAMES_MS);
    progress.stop();
    expect(terminal.sent).toContain('Matching');
    expect(terminal.sent).toMatch(/^[\r\n\u001b -~]*$/);
  });

  it.each(activities)('prints one line rather than a %s at 0 columns', async (_, words, begin) => {
    const { terminal, progress } = await open(0);
    begin(progress);
    begin(progress);
    await vi.advanceTimersByTimeAsync(FRAMES_MS);
    progress.stop();
    expect(terminal.sent).toMatch(new RegExp(`^${words}[^\\n\u001b]*\\n$`));
  });

  it.each(activities)(
    'the %s ends if the width is lost, and fits the next width',
    async (_, words, begin) => {
      const { terminal, progress } = await open(80);
      begin(progress);
      expect(terminal.sent).toContain(HIDE_CURSOR);
      terminal.resize(0);
      const [cleared, line, ...more] = terminal.sent.split(words);
      expect(cleared).toContain(SHOW_CURSOR);
      expect(line).toMatch(/^[^\u001b]*\n$/);
      expect(more).toEqual([]);
      terminal.sent = '';
      await vi.advanceTimersByTimeAsync(FRAMES_MS);
      expect(terminal.sent).toBe('');
      for (const columns of [30, 12]) {
        terminal.resize(columns);
        await vi.advanceTimersByTimeAsync(FRAMES_MS);
        // Frames are separated by cursor moves to the left or by clearing of the line.
        const frames = terminal.sent.replace(/\u001b\[\?\w+/g, '').split(/\r|\u001b(?:7|8|\[\d*[GK])/);
        expect(frames.some((frame) => frame.includes(words.slice(0, 4)))).toBe(true);
        expect(Math.max(...frames.map((frame) => frame.length))).toBeLessThan(columns);
      }
      progress.stop();
    },
  );

  it.each(activities)(
    'the %s gives the cursor back for as long as it is suspended',
    async (_, words, begin) => {
      const { terminal, progress } = await open(80);
      begin(progress);
      progress.suspend();
      expect(terminal.sent.lastIndexOf(SHOW_CURSOR)).toBeGreaterThan(terminal.sent.lastIndexOf(HIDE_CURSOR));
      terminal.sent = '';
      await vi.advanceTimersByTimeAsync(FRAMES_MS);
      expect(terminal.sent).toBe('');
      progress.resume();
      expect(terminal.sent).toContain(HIDE_CURSOR);
      expect(terminal.sent).toContain(words);
      progress.stop();
      terminal.sent = '';
      progress.resume();
      expect(terminal.sent).toBe('');
    },
  );
});
