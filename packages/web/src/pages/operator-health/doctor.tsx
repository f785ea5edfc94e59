import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Stethoscope, TriangleAlert } from 'lucide-react';
import { bodyOf, own } from '../../api/clients.js';
import { homeQuery } from '../../api/operator-home.js';
import { whoDidIt } from '../../operator/events.js';
import { count, time } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Sentences } from '../../parts/sentences.js';

/** The last check; it runs each night and on request, because it reads the whole ledger. */
export function Doctor() {
  const queries = useQueryClient();
  const last = useQuery(homeQuery).data?.lastCheck;
  const check = useMutation({
    mutationFn: () => bodyOf(own.POST('/operator/api/doctor')),
    onSuccess: () => queries.invalidateQueries({ queryKey: homeQuery.queryKey }),
  });
  const shown = check.data ?? last ?? undefined;
  return (
    <Card withBorder padding="lg" component="section" aria-label="Doctor" id="doctor">
      <Stack gap="sm">
        <Group justify="space-between">
          <div>
            <Title order={2} size="h4">
              Doctor
            </Title>
            <Text size="sm" c="dimmed">
              Adds up the ledger and compares it with jobs, files and the disk, each night at 3 AM UTC and
              when you ask. It changes nothing.
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
        <div role="status">
          {shown !== undefined ? (
            <Findings {...shown} />
          ) : (
            last === null && <Text size="sm">Not run yet.</Text>
          )}
        </div>
      </Stack>
    </Card>
  );
}

interface FindingsProps {
  checkedAt: string;
  checkedBy: string;
  accountsChecked: number;
  findings: readonly string[];
}

function Findings({ checkedAt, checkedBy, accountsChecked, findings }: FindingsProps) {
  const checked = `${count(accountsChecked)} ${accountsChecked === 1 ? 'account' : 'accounts'} checked, ${time(checkedAt)}, by ${checkedBy === 'service' ? 'the nightly check' : whoDidIt(checkedBy)}.`;
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
