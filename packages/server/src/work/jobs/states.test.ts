// Engines: SQLite, PostgreSQL at a release

import { JOB_STATUSES, type JobStatus } from '@skiptrace/contract';
import { describe, expect, it } from 'vitest';
import { allows, FINAL_STATUSES, TRANSITIONS, type Trigger } from './states.js';

const triggers = Object.keys(TRANSITIONS) as Trigger[];

describe('the states of a job', () => {
  it.each<[Trigger, readonly JobStatus[]]>([
    ['upload', ['pending']],
    ['markUploaded', ['pending']],
    ['confirm', ['preview']],
    ['cancel', ['pending', 'uploaded', 'preview']],
  ])('allow %s in %j alone', (trigger, statuses) => {
    expect(JOB_STATUSES.filter((status) => allows(status, trigger))).toEqual(statuses);
  });

  it('allow no transition after the end', () => {
    const ends = JOB_STATUSES.filter((status) => !triggers.some((trigger) => allows(status, trigger)));
    expect(ends.sort()).toEqual([...FINAL_STATUSES].sort());
  });

  it('can all be reached', () => {
    const reached = new Set<JobStatus>(['pending', ...triggers.map((trigger) => TRANSITIONS[trigger].to)]);
    expect([...reached].sort()).toEqual([...JOB_STATUSES].sort());
  });

  it('never lead to failed from a status in which the customer decides', () => {
    for (const status of ['pending', 'preview'] as const) {
      expect(
        triggers.filter((trigger) => allows(status, trigger) && TRANSITIONS[trigger].to === 'failed'),
      ).toEqual([]);
    }
  });
});
