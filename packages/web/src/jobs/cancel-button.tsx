import type { SkipTraceJob } from '@skiptrace/contract';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bodyOf, contract } from '../api/clients.js';
import { ProblemNote } from '../parts/problem-note.js';
import { jobChanged } from './queries.js';

/** Asks first: a canceled job does not come back. */
export function CancelButton({ job }: { job: SkipTraceJob }) {
  const queries = useQueryClient();
  const [isAsking, { open, close }] = useDisclosure(false);
  const cancel = useMutation({
    mutationFn: () =>
      bodyOf(
        contract.POST('/api/user/skip-trace/{jobId}/cancel', { params: { path: { jobId: job.id } } }),
      ).finally(() => jobChanged(queries, job.id).catch(() => undefined)),
    onSuccess: close,
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        Cancel job
      </Button>
      <Modal
        opened={isAsking}
        onClose={close}
        title={`Cancel ${job.filename}?`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack>
          <Text size="sm">
            It can’t be undone, but nothing has been charged, and you can upload the list again.
          </Text>
          {cancel.isError && <ProblemNote error={cancel.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close} data-autofocus>
              Keep it
            </Button>
            <Button color="red.9" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel the job
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
