import { Button, Card, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { sendOwnerFile, type OwnerFile } from '../../operator/owner-import.js';
import { FileDrop } from '../../parts/file-drop.js';
import { bytes } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';

/** Uploads a dropped or chosen file to the server, which keeps it for a day at most. */
export function ChooseFile({ onSent }: { onSent: (file: OwnerFile) => void }) {
  const [sentBytes, setSentBytes] = useState(0);
  const stopping = useRef<AbortController | null>(null);
  const send = useMutation({
    mutationFn: (file: File) => {
      stopping.current = new AbortController();
      setSentBytes(0);
      return sendOwnerFile(file, setSentBytes, stopping.current.signal);
    },
  });
  // Leaving the page aborts the upload, because its outcome couldn't be shown.
  useEffect(() => () => stopping.current?.abort(), []);
  if (send.isPending) {
    const { name, size } = send.variables;
    return (
      <Card withBorder padding="xl">
        <Stack gap="xs">
          <Group justify="space-between">
            <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
              {name}, {bytes(size)}
            </Text>
            <Button variant="default" size="xs" onClick={() => stopping.current?.abort()}>
              Stop
            </Button>
          </Group>
          <Progress value={(100 * sentBytes) / Math.max(size, 1)} aria-label="How much of the file is sent" />
          <Text size="sm" c="dimmed" role="status">
            {sentBytes < size ? 'Sending the file.' : 'Reading the first rows.'}
          </Text>
        </Stack>
      </Card>
    );
  }
  return (
    <Stack>
      {send.isError && <ProblemNote error={send.error} />}
      <FileDrop
        title="Drop a file of owners here, or choose one"
        accept=".csv,.xlsx"
        onFile={(file) => send.mutate(file, { onSuccess: onSent })}
      >
        CSV or Excel (.xlsx), with the property&apos;s address and the owner&apos;s name. Social Security
        numbers and dates of birth are never read. The server keeps the file until it is imported, at most for
        a day.
      </FileDrop>
    </Stack>
  );
}
