import { expect, it } from 'vitest';
import { ManualClock } from '../../testing/temporary.js';
import { sharedAnswer } from './shared-answer.js';

it('runs once at a time, and again a second after its answer or failure', async () => {
  const clock = new ManualClock();
  const asked: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = [];
  const ask = sharedAnswer(
    clock,
    () => new Promise<string>((resolve, reject) => void asked.push({ resolve, reject })),
  );
  const first = [ask(), ask()];
  clock.ms += 5_000;
  first.push(ask());
  asked[0]?.resolve('well');
  expect([await Promise.all(first), asked.length]).toEqual([['well', 'well', 'well'], 1]);
  clock.ms += 999;
  expect([await ask(), asked.length]).toEqual(['well', 1]);
  clock.ms += 1;
  const second = [ask(), ask()];
  asked[1]?.reject(new Error('gone'));
  expect((await Promise.allSettled(second)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  clock.ms += 1_000;
  const third = ask();
  asked[2]?.resolve('well again');
  expect([await third, asked.length]).toEqual(['well again', 3]);
});
