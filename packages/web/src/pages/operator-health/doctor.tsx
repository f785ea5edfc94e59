import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, Stethoscope, TriangleAlert } from 'lucide-react';
import { bodyOf, own } from '../../api/clients.js';
import { count, time } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Sentences } from '../../parts/sentences.js';

/** Runs only on request, because it reads the whole ledger. */
export function Doctor() {
  const check = useMutation({ mutationFn: () => bodyOf(own.POST('/operator/api/doctor')) });
  return (
    <Card withBorder padding="lg" component="section" aria-label="Doctor">
      <Stack gap="sm">
        <Group justify="space-between">
          <div>
            <Title order={2} size="h4">
              Doctor
            </Title>
            <Text size="sm" c="dimmed">
              Adds up the ledger and compares it with jobs, files and the disk. It changes nothing.
            </Text>
          </div>
          <Button
            variant="default"
            leftSection={<Stethoscope size={16} aria-hidden />}
            onClick={() => check.mutate()}
            loading={check.isPending}
          >
            Check now
          </Button>
        </Group>
        {check.isError && <ProblemNote error={check.error} />}
        <div role="status">{check.data !== undefined && <Findings {...check.data} />}</div>
      </Stack>
    </Card>
  );
}

interface FindingsProps {
  checkedAt: string;
  accountsChecked: number;
  findings: readonly string[];
}

function Findings({ checkedAt, accountsChecked, findings }: FindingsProps) {
  const checked = `${count(accountsChecked)} ${accountsChecked === 1 ? 'account' : 'accounts'} checked, ${time(checkedAt)}.`;
  if (findings.length === 0) {
    return (
      <Alert color="green" icon={<CircleCheck size={18} aria-hidden />} title="Everything is fine">
        {checked}
      </Alert>
    );
  }
  return (
    <Alert color="red" icon={<TriangleAlert size={18} aria-hidden />} title="Something needs you">
      <Sentences of={findings} />
      <Text size="sm" mt="xs">
        {checked}
      </Text>
    </Alert>
  );
}
