import { Card, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dateAndTime } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { termsQuery, TermsText } from '../../shell/accept-terms.js';

/** The terms of use, to read again after they were accepted. */
export default function TermsPage() {
  const terms = useQuery(termsQuery);
  return (
    <Page title="Terms of use" about="What you agreed to, and what for.">
      {terms.isError && <ProblemNote error={terms.error} retry={() => void terms.refetch()} />}
      {terms.data === undefined ? (
        !terms.isError && <Skeleton height={240} radius="md" />
      ) : (
        <Card withBorder padding="lg" maw={720}>
          <Stack>
            <TermsText terms={terms.data} />
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {terms.data.accepted === null
                ? `Version ${terms.data.version}, not accepted yet.`
                : `Version ${terms.data.accepted.version}, accepted ${dateAndTime(terms.data.accepted.acceptedAt)}. Your purpose: ${terms.data.accepted.purpose}`}
            </Text>
          </Stack>
        </Card>
      )}
    </Page>
  );
}
