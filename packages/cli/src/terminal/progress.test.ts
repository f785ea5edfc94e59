import { describe, expect, it } from 'vitest';
import { barText, jsonProgress, lineProgress } from './progress.js';

describe('progress without a terminal', () => {
  it('says a line at each state and at each quarter', () => {
    const lines: string[] = [];
    const progress = lineProgress((line) => lines.push(line));
    for (const bytes of [0, 100_000, 260_000, 300_000, 600_000, 1_000_000]) {
      progress.transfer('upload', bytes, 1_000_000);
    }
    for (const status of ['processing', 'processing', 'generating']) progress.waiting(status);
    expect(lines).toEqual([
      'Uploading 1.0 MB: 0%',
      'Uploading 1.0 MB: 25%',
      'Uploading 1.0 MB: 50%',
      'Uploading 1.0 MB: 100%',
      'Matching addresses …',
      'Building the enriched file …',
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

describe('the bar', () => {
  it.each([10, 20, 40, 80, 200])('fits %i columns', (columns) => {
    for (const share of [0, 0.3, 1]) {
      expect(barText('upload', share * 5e7, 5e7, 12, columns).length).toBeLessThan(columns);
    }
  });

  it('shows share, size, rate and time left', () => {
    expect(barText('download', 5_000_000, 10_000_000, 5, 80)).toMatch(
      /^Downloading 50% of 10\.0 MB 1\.0 MB\/s 5 s left \[=+ +\]$/,
    );
  });
});
