import { Anchor, Button, Group, Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Search } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { accountName, bodyOf, own } from '../../api/clients.js';
import { Confirm } from '../../parts/confirm.js';
import { Ago, money, plural, shortUtcDate } from '../../parts/format.js';
import { QueryProblem } from '../../parts/loaded.js';
import { say } from '../../parts/toast.js';
import { ShowMore } from '../../parts/paged-list.js';
import { useAccount, usePreferences, useSession } from '../../session/sessions.js';
import { isOnFile, SAVED_LOOKUPS, savedLookupsQuery, type SavedLookup } from '../../session/saved-lookups.js';
import { lookupOf, type Lookup } from './look-up.js';
import { nameOf, propertyPlace } from './owner-text.js';

const TYPING_PAUSE_MS = 250;

/** Lookups saved on the server; opening one is free. Lookups in test mode aren't saved. */
export function SavedLookups({ open }: { open: (lookup: Lookup) => void }) {
  return useSession().mode === 'live' ? <OfAccount open={open} /> : null;
}

function OfAccount({ open }: { open: (lookup: Lookup) => void }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), TYPING_PAUSE_MS);
  const found = useInfiniteQuery(savedLookupsQuery(search));
  const days = usePreferences().data?.savedLookupDays;
  const [deleted, setDeleted] = useState<SavedLookup | 'all' | null>(null);
  const account = accountName(useSession());
  const lookups = found.data?.pages.flatMap((page) => page.lookups);
  const isEmpty = lookups?.length === 0 && search === '' && typed === '';
  if (isEmpty && days !== 0) return null;
  return (
    <section aria-labelledby="saved">
      <Group justify="space-between" align="flex-end" gap="sm" mb="xs">
        <div>
          <Title order={2} size="h4" id="saved">
            Saved lookups
          </Title>
          <Text size="sm" c="dimmed">
            {days !== undefined &&
              (days === 0
                ? 'We don’t save your lookups.'
                : `We save them for ${plural(days, 'day')}. Opening one is free.`)}{' '}
            <Anchor component={Link} to="/app/account" inherit>
              Change
            </Anchor>
          </Text>
        </div>
        {!isEmpty && (
          <Group gap="xs">
            <Button
              component="a"
              // A link can't send the account header.
              href={`/app/api/saved-lookups.csv?account=${encodeURIComponent(account)}`}
              download
              size="xs"
              variant="default"
              leftSection={<Download size={14} />}
            >
              Export CSV
            </Button>
            <Button size="xs" variant="default" onClick={() => setDeleted('all')}>
              Delete all
            </Button>
          </Group>
        )}
      </Group>
      {!isEmpty && (
        <Stack gap="sm">
          <TextInput
            aria-label="Search saved lookups"
            placeholder="Address or owner"
            leftSection={<Search size={16} />}
            maxLength={200}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <QueryProblem of={found} />
          {found.isPending && <Skeleton h={120} radius="md" />}
          {lookups !== undefined && lookups.length > 0 && (
            <Paper withBorder px="md" py="xs" aria-busy={found.isPlaceholderData}>
              <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
                {lookups.map((lookup) => (
                  <Row
                    key={lookup.id}
                    lookup={lookup}
                    open={isOnFile(lookup) ? () => open(lookupOf(lookup)) : null}
                    remove={() => setDeleted(lookup)}
                  />
                ))}
              </Stack>
            </Paper>
          )}
          {lookups?.length === 0 && (
            <Text size="sm" role="status">
              No saved lookup matches.
            </Text>
          )}
          <ShowMore pages={found} of={search} />
        </Stack>
      )}
      <Delete what={deleted} close={() => setDeleted(null)} />
    </section>
  );
}

const placeOf = ({ address, match }: SavedLookup): string =>
  (match && propertyPlace(match.contact)) ?? address;

/** The price of the lookup in words, with refunds. */
function paidWords({ chargedCents, refundedCents }: SavedLookup): string {
  if (chargedCents === 0) return 'free';
  if (refundedCents >= chargedCents) return `${money(chargedCents)} refunded`;
  const paid = `${money(chargedCents)} paid`;
  return refundedCents === 0 ? paid : `${paid}, ${money(refundedCents)} refunded`;
}

interface RowProps {
  lookup: SavedLookup;
  /** Null without an owner on file. */
  open: (() => void) | null;
  remove: () => void;
}

function Row({ lookup, open, remove }: RowProps) {
  const { match, lookedUpAt } = lookup;
  const place = placeOf(lookup);
  const names =
    match === null ? [] : [match, ...lookup.coOwners].flatMap(({ contact }) => nameOf(contact) ?? []);
  const owner = match === null ? 'No longer on file' : names.join(', ') || 'No name on file';
  return (
    <Group component="li" justify="space-between" gap="sm" py={6} wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        {open === null ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {place}
          </Text>
        ) : (
          <Anchor
            component="button"
            type="button"
            size="sm"
            ta="left"
            style={{ overflowWrap: 'anywhere' }}
            onClick={open}
          >
            {place}
          </Anchor>
        )}
        <Text size="sm" c="dimmed">
          {owner} · {paidWords(lookup)} · <Ago at={lookedUpAt} />
        </Text>
      </div>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        style={{ flexShrink: 0 }}
        onClick={remove}
        aria-label={`Delete ${place}`}
      >
        Delete
      </Button>
    </Group>
  );
}

function Delete({ what, close }: { what: SavedLookup | 'all' | null; close: () => void }) {
  const queries = useQueryClient();
  const freeRepeatDays = useAccount().data?.freeRepeatDays;
  const deleting = useMutation({
    mutationFn: async () => {
      if (what === 'all') await bodyOf(own.DELETE('/app/api/saved-lookups'));
      else if (what !== null)
        await bodyOf(
          own.DELETE('/app/api/saved-lookups/{lookupId}', { params: { path: { lookupId: what.id } } }),
        );
    },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: SAVED_LOOKUPS });
      say(what === 'all' ? 'All saved lookups deleted.' : 'Saved lookup deleted.');
      close();
    },
  });
  const leave = () => {
    deleting.reset();
    close();
  };
  return (
    <Confirm
      opened={what !== null}
      onClose={leave}
      title={what === 'all' ? 'Delete all saved lookups?' : 'Delete this saved lookup?'}
      action={what === 'all' ? 'Delete all' : 'Delete lookup'}
      isDangerous
      onConfirm={() => deleting.mutate()}
      isPending={deleting.isPending}
      error={deleting.error}
    >
      {what !== null && what !== 'all' && `${placeOf(what)}. `}
      You can’t undo this. Charges stay in Billing, and looking the same address up again{' '}
      {what === null || what === 'all' || what.freeUntil === null
        ? 'costs the price of a match'
        : `is free until ${shortUtcDate(what.freeUntil)}`}
      {what === 'all' && freeRepeatDays !== undefined && ', unless it is still free'}.
    </Confirm>
  );
}
