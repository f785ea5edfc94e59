import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { accountName } from '../../api/clients.js';
import { money, time } from '../../parts/format.js';
import { useSession } from '../../session/sessions.js';
import { lookupsQuery, type Lookup } from './lookups.js';
import { nameOf } from './owner-text.js';

/** The answers that this browser still has; opening one costs nothing. */
export function RecentLookups({ open }: { open: (lookup: Lookup) => void }) {
  const { data: lookups = [], refetch } = useQuery(lookupsQuery(accountName(useSession())));
  // Another tab has looked something up.
  useWindowEvent('storage', () => void refetch());
  if (lookups.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <Title order={2} size="h4" id="recent">
        Recent lookups
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Kept in this browser for a day, or until you sign out. Opening one costs nothing.
      </Text>
      <Paper withBorder px="md" py="xs">
        <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
          {lookups.map((lookup) => (
            <Group key={lookup.line} component="li" justify="space-between" gap={4} py={6}>
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="left"
                style={{ overflowWrap: 'anywhere' }}
                onClick={() => open(lookup)}
              >
                {lookup.line}
              </Anchor>
              <Text size="sm" c="dimmed">
                {[ownerOf(lookup), paidFor(lookup), time(lookup.at)].join(' · ')}
              </Text>
            </Group>
          ))}
        </Stack>
      </Paper>
    </section>
  );
}

const ownerOf = ({ match }: Lookup): string =>
  match === null ? 'No owner found' : (nameOf(match.contact) ?? 'No name on file');

const paidFor = ({ match }: Lookup): string =>
  match === null || match.charged === 0 ? 'free' : `${money(match.charged)} paid`;
