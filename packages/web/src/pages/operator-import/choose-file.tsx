import { Button, Card, FileButton, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { sendOwnerFile, type OwnerFile } from '../../operator/owner-import.js';
import { bytes } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';

const ACCEPTED = '.csv,.xlsx';

/** Drops a file, or chooses one, and sends it to the server, which keeps it for a day at most. */
export function ChooseFile({ onSent }: { onSent: (file: OwnerFile) => void }) {
  const [isOver, setIsOver] = useState(false);
  const [sent, setSent] = useState(0);
  const stopping = useRef<AbortController | null>(null);
  const send = useMutation({
    mutationFn: (file: File) => {
      stopping.current = new AbortController();
      setSent(0);
      return sendOwnerFile(file, setSent, stopping.current.signal);
    },
    onSuccess: onSent,
  });
  // Whoever leaves the page stops the upload: nobody would see what became of it.
  useEffect(() => () => stopping.current?.abort(), []);
  const take = (file: File | null | undefined) => {
    if (file !== null && file !== undefined && !send.isPending) send.mutate(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <Stack>
      {send.isError && <ProblemNote error={send.error} />}
      <Card
        withBorder
        padding="xl"
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        style={{
          borderStyle: 'dashed',
          borderWidth: 2,
          ...(isOver && { borderColor: 'var(--mantine-primary-color-filled)' }),
        }}
      >
        {send.isPending ? (
          <Stack gap="xs">
            <Group justify="space-between">
              <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
                {send.variables.name}, {bytes(send.variables.size)}
              </Text>
              <Button variant="default" size="xs" onClick={() => stopping.current?.abort()}>
                Stop
              </Button>
            </Group>
            <Progress value={100 * sent} aria-label="How much of the file is sent" />
            <Text size="sm" c="dimmed" role="status">
              {sent < 1 ? 'Sending the file.' : 'Reading the first rows.'}
            </Text>
          </Stack>
        ) : (
          <Stack align="center" gap="xs">
            <FileSpreadsheet size={32} aria-hidden />
            <Text fw={600} ta="center">
              Drop a CSV or Excel file here
            </Text>
            <FileButton accept={ACCEPTED} onChange={take}>
              {(props) => <Button {...props}>Choose a file</Button>}
            </FileButton>
            <Text size="sm" c="dimmed" ta="center">
              It needs the property&apos;s address and the owner&apos;s name. Social Security numbers and
              dates of birth are never read. The server keeps the file until it is imported, at most for a
              day.
            </Text>
          </Stack>
        )}
      </Card>
    </Stack>
  );
}
