import { Section } from '../../parts/page.js';
import { NativeSelect, Skeleton, Switch, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { afterMoneyMoved } from '../../money/queries.js';
import { Confirm } from '../../parts/confirm.js';
import { plural } from '../../parts/format.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { say } from '../../parts/toast.js';
import { useChoose, usePreferences } from '../../session/preferences.js';
import { SAVED_LOOKUPS } from '../../session/saved-lookups.js';
import { settingsQuery, useSession } from '../../session/sessions.js';

const CHOICES = [0, 7, 30, 90, 180, 365];

/** Choice of how many days the account's lookups are saved. */
export function SavedLookupDays() {
  const queries = useQueryClient();
  const preferences = usePreferences();
  const [asked, setAsked] = useState<number | null>(null);
  const choose = useChoose(() => {
    say('Saved.');
    setAsked(null);
    void queries.invalidateQueries({ queryKey: SAVED_LOOKUPS });
    afterMoneyMoved(queries);
  });
  if (preferences.isError)
    return <ProblemNote error={preferences.error} retry={() => void preferences.refetch()} />;
  // Shows a new choice before the server has confirmed it.
  const chosen = { ...preferences.data, ...(choose.isPending && choose.variables) };
  const days = chosen.savedLookupDays;
  if (days === undefined) return <Skeleton h={60} maw={280} />;
  const choices = [...new Set([...CHOICES, days])].sort((one, other) => one - other);
  return (
    <>
      <NativeSelect
        label="Save my lookups for"
        maw={280}
        data={choices.map((choice) => ({
          value: String(choice),
          label: choice === 0 ? 'Don’t save them' : plural(choice, 'day'),
        }))}
        value={String(days)}
        onChange={({ currentTarget: { value } }) => {
          choose.reset();
          if (Number(value) < days) setAsked(Number(value));
          else choose.mutate({ savedLookupDays: Number(value) });
        }}
      />
      {choose.isError && asked === null && <ProblemNote error={choose.error} />}
      <Text size="sm" c="dimmed">
        Everyone who signs in to this account sees them, on any device. A saved address is shown again for
        free. Lookups with your API keys are saved too; lists and bulk lookups aren’t.
      </Text>
      <Switch
        label="Name addresses in Billing"
        description="Show the address of each saved lookup beside its charge, to you and to our support."
        checked={chosen.namePurchases === true}
        onChange={({ currentTarget: { checked } }) => {
          choose.reset();
          choose.mutate({ namePurchases: checked });
        }}
      />
      <Confirm
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 0 ? 'Delete all saved lookups?' : 'Delete older lookups?'}
        action={asked === 0 ? 'Delete all' : 'Delete older lookups'}
        isDangerous
        onConfirm={() => {
          if (asked !== null) choose.mutate({ savedLookupDays: asked });
        }}
        isPending={choose.isPending}
        error={choose.error}
      >
        {asked === 0
          ? 'We delete all saved lookups now and save no new ones. Looking the same address up again costs the price of a match each time.'
          : `We delete lookups older than ${plural(asked ?? 0, 'day')} now. You can’t undo this.`}
      </Confirm>
    </>
  );
}

/** Switches for mails about lists that need approval or are ready; hidden if the server can't send mail. */
export function ListMails() {
  const { email } = useSession();
  const preferences = usePreferences();
  const settings = useQuery(settingsQuery);
  const choose = useChoose(() => say('Saved.'));
  if (email === null || settings.data?.signInByEmail !== true || preferences.data === undefined) return null;
  const chosen = { ...preferences.data, ...(choose.isPending && choose.variables) };
  return (
    <Section title="Emails">
      <Switch
        label="Email me about my lists"
        description={`We write to ${email} when a list needs your approval or is ready. The email has a link and nothing from your list.`}
        checked={chosen.mailLists}
        onChange={({ currentTarget: { checked } }) => choose.mutate({ mailLists: checked })}
      />
      {choose.isError && <ProblemNote error={choose.error} />}
    </Section>
  );
}
