import type { Task, TaskHandler } from '../../queue/index.js';
import { waitingForRoom } from './full-disk.js';
import type { Stage } from './part-store.js';
import { partOf, type SharedParts } from './shared-parts.js';
import { UnusableFileError } from './unusable-file.js';

/** The whole stage, which fails the job if a part cannot be done. */
export interface StageTask extends Pick<TaskHandler, 'maxRunMs' | 'gaveUp'> {
  /** For a fault of the job's file: ends the job with a sentence. */
  refuse(jobId: string, sentence: string): Promise<void>;
}

/** Does one part of a stage, on any machine. */
export const partTask = (stage: Stage, parts: SharedParts, whole: StageTask): TaskHandler => ({
  // A part may take as long as the whole.
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
