import { Anchor, Card, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { bodyOf, own } from '../../api/clients.js';
import { time } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';

/** The terms of use, to read again after they were accepted. */
export default function TermsPage() {
  const terms = useQuery({ queryKey: ['terms'], queryFn: () => bodyOf(own.GET('/app/api/terms')) });
  return (
    <Page title="Terms of use" about="What you agreed to, and what for.">
      {terms.isError && <ProblemNote error={terms.error} retry={() => void terms.refetch()} />}
      {terms.data === undefined ? (
        !terms.isError && <Skeleton height={240} radius="md" />
      ) : (
        <Card withBorder padding="lg" maw={720}>
          <Stack>
            <List spacing="xs">
              {terms.data.rules.map((rule) => (
                <List.Item key={rule}>{rule}</List.Item>
              ))}
            </List>
            {terms.data.operatorTermsUrl !== null && (
              <Text size="sm">
                Also read{' '}
                <Anchor href={terms.data.operatorTermsUrl} target="_blank" rel="noreferrer" inherit>
                  the terms of this service
                </Anchor>
                .
              </Text>
            )}
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {terms.data.accepted === null
                ? `Version ${terms.data.version}, not accepted yet.`
                : `Version ${terms.data.accepted.version}, accepted ${time(terms.data.accepted.acceptedAt)}. Your purpose: ${terms.data.accepted.purpose}`}
            </Text>
          </Stack>
        </Card>
      )}
    </Page>
  );
}
