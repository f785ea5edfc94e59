import type { SkipTraceJob } from '@skiptrace/contract';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { bodyOf, contract } from '../api/clients.js';
import { Confirm } from '../parts/confirm.js';
import { jobChanged } from './queries.js';

/** Asks before cancelling, because a cancelled list can't be restored. */
export function CancelButton({ job }: { job: SkipTraceJob }) {
  const queries = useQueryClient();
  const [isAsking, { open, close }] = useDisclosure(false);
  const cancel = useMutation({
    mutationFn: () =>
      bodyOf(
        contract.POST('/api/user/skip-trace/{jobId}/cancel', { params: { path: { jobId: job.id } } }),
      ).finally(() => jobChanged(queries, job.id)),
    onSuccess: close,
  });
  return (
    <>
      <Button
        variant="default"
        onClick={() => {
          cancel.reset();
          open();
        }}
      >
        Cancel list
      </Button>
      <Confirm
        opened={isAsking}
        onClose={close}
        title={`Cancel ${job.filename}?`}
        dismiss="Keep it"
        action="Cancel the list"
        isDangerous
        onConfirm={() => cancel.mutate()}
        isPending={cancel.isPending}
        error={cancel.error}
      >
        It can’t be undone, but nothing has been charged, and you can upload the list again.
      </Confirm>
    </>
  );
}
