import { Anchor, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download, Search } from 'lucide-react';
import { useState } from 'react';
import { accountName, own } from '../../api/clients.js';
import { ActButton } from '../../parts/dialog.js';
import { Ago, money, plural, shortUtcDate } from '../../parts/format.js';
import { Section } from '../../parts/page.js';
import { PagedList } from '../../parts/paged-list.js';
import { To } from '../../parts/text.js';
import { say } from '../../parts/toast.js';
import { isOnFile, SAVED_LOOKUPS, savedLookupsQuery, type SavedLookup } from '../../session/saved-lookups.js';
import { useAccount, usePreferences, useSession } from '../../session/sessions.js';
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
  const preferences = usePreferences();
  const days = preferences.data?.savedLookupDays;
  const account = accountName(useSession());
  const lookups = found.data?.pages.flatMap((page) => page.lookups);
  const isEmpty = lookups?.length === 0 && search === '' && typed === '';
  if (preferences.isLoading || found.isLoading || (isEmpty && days !== 0)) return null;
  return (
    <Section
      title="Saved lookups"
      gap="xs"
      about={
        <>
          {days !== undefined &&
            (days === 0
              ? 'We don’t save your lookups.'
              : `We save them for ${plural(days, 'day')}. Opening one is free.`)}{' '}
          <To to="/app/account">Change</To>
        </>
      }
      actions={
        !isEmpty && (
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
            <Delete what="all" />
          </Group>
        )
      }
    >
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
          <PagedList
            found={found}
            rows={lookups}
            of={search}
            empty={<Text role="status">No saved lookup matches.</Text>}
          >
            {(rows) => (
              <Paper withBorder px="md" py="xs">
                <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
                  {rows?.map((lookup) => (
                    <Row
                      key={lookup.id}
                      lookup={lookup}
                      open={isOnFile(lookup) ? () => open(lookupOf(lookup)) : null}
                    />
                  ))}
                </Stack>
              </Paper>
            )}
          </PagedList>
        </Stack>
      )}
    </Section>
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
}

function Row({ lookup, open }: RowProps) {
  const { match, lookedUpAt } = lookup;
  const place = placeOf(lookup);
  const names =
    match === null ? [] : [match, ...lookup.coOwners].flatMap(({ contact }) => nameOf(contact) ?? []);
  const owner = match === null ? 'No longer on file' : names.join(', ') || 'No name on file';
  return (
    <Group component="li" justify="space-between" gap="sm" py={6} wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        {open === null ? (
          <Text>{place}</Text>
        ) : (
          <Anchor component="button" type="button" ta="left" className="breaks" onClick={open}>
            {place}
          </Anchor>
        )}
        <Text c="dimmed">
          {owner} · {paidWords(lookup)} · <Ago at={lookedUpAt} />
        </Text>
      </div>
      <Delete what={lookup} />
    </Group>
  );
}

function Delete({ what }: { what: SavedLookup | 'all' }) {
  const freeRepeatDays = useAccount().data?.freeRepeatDays;
  const isAll = what === 'all';
  return (
    <ActButton
      label={isAll ? 'Delete all' : 'Delete'}
      button={
        isAll
          ? { size: 'xs' }
          : {
              size: 'compact-sm',
              variant: 'subtle',
              color: 'gray',
              style: { flexShrink: 0 },
              'aria-label': `Delete ${placeOf(what)}`,
            }
      }
      title={isAll ? 'Delete all saved lookups?' : 'Delete this saved lookup?'}
      action={isAll ? 'Delete all' : 'Delete lookup'}
      isDangerous
      send={() =>
        isAll
          ? own.DELETE(SAVED_LOOKUPS)
          : own.DELETE('/app/api/saved-lookups/{lookupId}', { params: { path: { lookupId: what.id } } })
      }
      changes={[SAVED_LOOKUPS]}
      onDone={() => say(isAll ? 'All saved lookups deleted.' : 'Saved lookup deleted.')}
    >
      {!isAll && `${placeOf(what)}. `}
      You can’t undo this. Charges stay in Billing, and looking the same address up again{' '}
      {isAll || what.freeUntil === null
        ? 'costs the price of a match'
        : `is free until ${shortUtcDate(what.freeUntil)}`}
      {isAll && freeRepeatDays !== undefined && ', unless it is still free'}.
    </ActButton>
  );
}
