import type { Task, TaskHandler } from '../../queue/index.js';
import { waitingForRoom } from './full-disk.js';
import type { Stage } from './part-store.js';
import { partOf, type SharedParts } from './shared-parts.js';
import { UnusableFileError } from './unusable-file.js';

/** Fails the job of a part that cannot be done. */
export interface StageTask extends Pick<TaskHandler, 'maxRunMs' | 'gaveUp'> {
  /** The job's file is at fault: ends the job with a sentence. */
  refuse(jobId: string, sentence: string): Promise<void>;
}

/** Does one part of a stage, on whichever machine. */
export const partTask = (stage: Stage, parts: SharedParts, whole: StageTask): TaskHandler => ({
  // As long as the whole may take.
  ...(whole.maxRunMs !== undefined && { maxRunMs: whole.maxRunMs.bind(whole) }),
  run: ({ subject }: Task, signal: AbortSignal) =>
    waitingForRoom(async () => {
      const name = partOf(stage, subject);
      try {
        await parts.run(name, signal);
      } catch (error) {
        if (!(error instanceof UnusableFileError)) throw error;
        await whole.refuse(name.jobId, error.message);
      }
    }),
  gaveUp: (task: Task) => whole.gaveUp({ ...task, subject: partOf(stage, task.subject).jobId }),
});
