import { Anchor, List, Text } from '@mantine/core';
import { queryOptions } from '@tanstack/react-query';
import { bodyOf, own } from '../api/clients.js';

/** The current terms of use, and the account's acceptance. */
export const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: () => bodyOf(own.GET('/app/api/terms')),
});

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
        <Text size="sm">
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
