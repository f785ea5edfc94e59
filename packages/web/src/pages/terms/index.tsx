import { Card, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dateAndTime } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { Loaded } from '../../parts/text.js';
import { termsQuery, TermsText } from '../../shell/accept-terms.js';

/** The terms of use, to read again after they were accepted. */
export default function TermsPage() {
  const terms = useQuery(termsQuery);
  return (
    <Page title="Terms of use" about="What you agreed to, and what for.">
      <Loaded of={terms}>
        {(data) => (
          <Card maw={720}>
            <Stack>
              <TermsText terms={data} />
              <Text c="dimmed">
                {data.accepted === null
                  ? `Version ${data.version}, not accepted yet.`
                  : `Version ${data.accepted.version}, accepted ${dateAndTime(data.accepted.acceptedAt)}. Your purpose: ${data.accepted.purpose}`}
              </Text>
            </Stack>
          </Card>
        )}
      </Loaded>
    </Page>
  );
}
