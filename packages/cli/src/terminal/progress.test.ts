import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createContext } from '../create-context.js';
import { parse } from '../parse.js';
import { Receipt } from '../receipt.js';
import { hostsOfThisFile } from '../testing/fake-host.js';
import { jsonProgress, lineProgress, type Progress, barText, countText, shownUntil } from './progress.js';
import { screenProgress } from './screen-progress.js';

const createHost = hostsOfThisFile();

describe('progress without a terminal', () => {
  it('prints a line at each status and at each quarter', () => {
    const lines: string[] = [];
    const progress = lineProgress((line) => lines.push(line));
    for (const bytes of [0, 100_000, 260_000, 300_000, 600_000, 1_000_000]) {
      progress.transfer('upload', bytes, 1_000_000);
    }
    for (const status of ['processing', 'processing', 'generating']) progress.waiting(status);
    expect(lines).toEqual([
      ...['Uploading 1.0 MB: 0%', 'Uploading 1.0 MB: 25%', 'Uploading 1.0 MB: 50%'],
      ...['Uploading 1.0 MB: 100%', 'Matching addresses …', 'Building the enriched file …'],
    ]);
  });

  it('counts the addresses of a list', () => {
    const lines: string[] = [];
    const progress = lineProgress((line) => lines.push(line));
    for (const done of [0, 100, 300, 301, 600, 1200]) progress.count(done, 1200);
    expect(lines).toEqual([
      'Looking up 1,200 addresses: 25%',
      'Looking up 1,200 addresses: 50%',
      'Looking up 1,200 addresses: 100%',
    ]);
    const events: string[] = [];
    const json = jsonProgress(
      (line) => events.push(line),
      () => 0,
    );
    for (const done of [0, 100, 1200]) json.count(done, 1200);
    expect(events).toEqual([
      '{"event":"lookup","done":0,"total":1200}',
      '{"event":"lookup","done":1200,"total":1200}',
    ]);
  });

  it('gives programs one JSON object a line, at most four times a second', () => {
    const lines: string[] = [];
    let now = 0;
    const progress = jsonProgress(
      (line) => lines.push(line),
      () => now,
    );
    for (const bytes of [0, 10, 20, 100]) {
      progress.transfer('download', bytes, 100);
      now += 100;
    }
    progress.waiting('processing');
    progress.waiting('processing');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { event: 'download', bytes: 0, total_bytes: 100 },
      { event: 'download', bytes: 100, total_bytes: 100 },
      { event: 'state', status: 'processing' },
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
    progress.transfer('upload', 970, 1000);
    progress.waiting('processing');
    progress.count(300, 1200);
    expect(host.errors).toBe(shown);
    await context.end();
  });

  it('a bar that was removed is not painted again', async () => {
    const terminal = new Terminal(60);
    const end = new AbortController();
    const progress = shownUntil(end.signal, await screenProgress(terminal, () => 0, false));
    progress.transfer('upload', 100, 1000);
    expect(terminal.sent).toContain('Uploading');
    end.abort();
    progress.stop();
    terminal.sent = '';
    progress.transfer('upload', 970, 1000);
    progress.slow()();
    progress.resume();
    terminal.resize(50);
    expect(terminal.sent).toBe('');
  });
});

describe('the bar', () => {
  it.each([10, 20, 40, 80, 200])('fits %i columns', (columns) => {
    for (const share of [0, 0.3, 1]) {
      expect(barText('upload', share * 5e7, 5e7, 12, columns).length).toBeLessThan(columns);
    }
  });

  it('counts addresses, with the time left', () => {
    expect(countText(600, 1200, 30, 80)).toMatch(/^Looking up 600 of 1,200 30 s left \[=+ +\]$/);
    expect(countText(600, 1200, 30, 20).length).toBeLessThan(20);
  });

  it('shows share, size, rate and time left', () => {
    expect(barText('download', 5_000_000, 10_000_000, 5, 80)).toMatch(
      /^Downloading 50% of 10\.0 MB 1\.0 MB\/s 5 s left \[=+ +\]$/,
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

  const open = async (columns: number) => {
    const terminal = new Terminal(columns);
    return { terminal, progress: await screenProgress(terminal, () => performance.now(), false) };
  };
  const activities: [string, string, (progress: Progress) => void][] = [
    ['spinner', 'Matching', (progress) => progress.waiting('processing')],
    ['bar of a list', 'Looking up', (progress) => progress.count(300, 1200)],
    ['spinner of a slow request', 'Waiting for the service', (progress) => void progress.slow()],
    ['bar', 'Uploading', (progress) => progress.transfer('upload', 10_000, 1_000_000)],
  ];

  it('spins in ASCII on a terminal that is not UTF-8', async () => {
    const terminal = new Terminal(30);
    const progress = await screenProgress(terminal, () => performance.now(), false, false);
    progress.waiting('processing');
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
