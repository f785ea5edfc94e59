import { List, Text, ThemeIcon } from '@mantine/core';
import type { SkipTraceJob } from '@skiptrace/contract';
import { Ban, Check, Circle, CircleDot, X } from 'lucide-react';
import { dateAndTime } from '../parts/format.js';
import { STEPS, isWorking, stepsDone } from './words.js';

/** Timeline of a job: the steps done, the current step, when it began and when it last changed. */
export function JobStory({ job }: { job: SkipTraceJob }) {
  const done = stepsDone(job);
  const isOver = job.status === 'failed' || job.status === 'cancelled';
  const steps = isOver ? STEPS.slice(0, done) : STEPS;
  return (
    <List spacing="xs" center listStyleType="none">
      {steps.map((step, index) => (
        <List.Item
          key={step}
          icon={<Mark state={index < done ? 'done' : index === done ? 'next' : 'later'} />}
        >
          <Text component="span" {...(index > done ? { c: 'dimmed' } : {})}>
            {index === done ? nextWords(job, step) : step}
          </Text>
          {index === 0 && <Moment iso={job.createdAt} />}
          {index > 0 && index === done - 1 && !isOver && <Moment iso={job.updatedAt} />}
        </List.Item>
      ))}
      {isOver && (
        <List.Item icon={<Mark state={job.status === 'failed' ? 'failed' : 'cancelled'} />}>
          <Text component="span" fw={600}>
            {job.status === 'failed' ? 'Failed' : 'Cancelled'}
          </Text>
          <Moment iso={job.updatedAt} />
        </List.Item>
      )}
    </List>
  );
}

/** The current step in words: what the job waits for, or what is being done. */
function nextWords(job: SkipTraceJob, step: string): string {
  if (job.status === 'pending') return 'Waits for its file';
  if (job.status === 'preview') return 'Waits for your approval';
  if (job.status === 'uploaded') return 'In the queue to be matched';
  if (isWorking(job))
    return job.status === 'processing' ? 'Rows are being matched' : 'The file is being built';
  return step;
}

function Moment({ iso }: { iso: string }) {
  return (
    <Text component="time" dateTime={iso} c="dimmed" ml="xs">
      {dateAndTime(iso)}
    </Text>
  );
}

const MARKS = {
  done: { icon: Check, color: 'green', words: 'Done' },
  next: { icon: CircleDot, color: 'brand', words: 'Now' },
  later: { icon: Circle, color: 'gray', words: 'Later' },
  failed: { icon: X, color: 'red', words: 'Ended' },
  cancelled: { icon: Ban, color: 'gray', words: 'Ended' },
} as const;

function Mark({ state }: { state: keyof typeof MARKS }) {
  const { icon: Icon, color, words } = MARKS[state];
  return (
    <ThemeIcon size={22} radius="xl" variant="light" color={color} aria-label={words} role="img">
      <Icon size={14} />
    </ThemeIcon>
  );
}
