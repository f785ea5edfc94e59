import { Button, Card, Stack, Text, Textarea, Title, Anchor, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../api/act.js';
import { own, query } from '../api/clients.js';
import { Form } from '../parts/fields.js';
import { Fine, Loaded, ProblemNote } from '../parts/text.js';

const MIN_PURPOSE = 10;
const MAX_PURPOSE = 500;

/** Shown instead of every page until the account has accepted the current terms. */
export default function AcceptTerms() {
  const [purpose, setPurpose] = useState('');
  const [isChecked, setChecked] = useState(false);
  const terms = useQuery(termsQuery);
  const accept = useAct({
    send: (version: string) => own.POST('/app/api/terms', { body: { version, purpose } }),
    changes: ['/app/api/session'],
  });
  const isGood = purpose.trim().length >= MIN_PURPOSE;
  const submit = () => {
    setChecked(true);
    if (isGood && terms.data !== undefined) accept.run(terms.data.version);
  };
  return (
    <Stack gap="lg" maw={640} mx="auto">
      <div>
        <Title order={1} size="h2">
          Terms of use
        </Title>
        <Text c="dimmed">
          {terms.data?.accepted
            ? 'The terms have changed since you accepted them. Read them again to go on.'
            : 'Read and accept them once to go on.'}
        </Text>
      </div>
      <Loaded of={terms} height={320}>
        {(data) => (
          <Card>
            <Form onSubmit={submit} noValidate>
              <Stack>
                <TermsText terms={data} />
                <Textarea
                  label="What do you use results for?"
                  description="Such as: offers to buy houses in Ohio."
                  required
                  autosize
                  minRows={2}
                  maxLength={MAX_PURPOSE}
                  value={purpose}
                  onChange={(event) => setPurpose(event.currentTarget.value)}
                  error={isChecked && !isGood ? 'Say it in a few words.' : undefined}
                />
                {accept.isError && <ProblemNote error={accept.error} />}
                <div>
                  <Button type="submit" loading={accept.isPending}>
                    Accept terms
                  </Button>
                </div>
                <Fine>Version {data.version}. We record your purpose and the time for your account.</Fine>
              </Stack>
            </Form>
          </Card>
        )}
      </Loaded>
    </Stack>
  );
}

/** The current terms of use, and the account's acceptance. */
export const termsQuery = query('/app/api/terms');

/** Rules of the terms, and a link to the operator's own. */
export function TermsText({
  terms: { rules, operatorTermsUrl },
}: {
  terms: { rules: readonly string[]; operatorTermsUrl: string | null };
}) {
  return (
    <>
      <List spacing="xs">
        {rules.map((rule) => (
          <List.Item key={rule}>{rule}</List.Item>
        ))}
      </List>
      {operatorTermsUrl !== null && (
        <Text>
          Also read{' '}
          <Anchor href={operatorTermsUrl} target="_blank" rel="noreferrer" inherit>
            the terms of this service
          </Anchor>
          .
        </Text>
      )}
    </>
  );
}
