import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../../api/clients.js';
import { Confirm } from '../../parts/confirm.js';
import { late } from '../../parts/late.js';

const CorrectOwner = late(() => import('./correct-owner.js'));

type Owner = NonNullable<AppSchemas['Explanation']['owner']>;

interface WrongOwnerProps {
  owner: Owner;
  /** Explains the address again. */
  onChanged: () => void;
}

/** Buttons for an owner who is wrong: correct the details, or hide the person at this property. */
export function WrongOwner({ owner, onChanged }: WrongOwnerProps) {
  const [asking, ask] = useDisclosure(false);
  const [correcting, correct] = useDisclosure(false);
  const [reason, setReason] = useState('');
  const { fullName, property } = owner;
  const lines = {
    address: property.address ?? '',
    city: property.city ?? '',
    state: property.state ?? '',
    zip: property.zip ?? '',
  };
  const hide = useMutation({
    mutationFn: () => {
      const person = { ...(fullName !== null && { name: fullName }), ...lines };
      return bodyOf(own.POST('/operator/api/suppressions', { body: { person, reason: reason.trim() } }));
    },
    onSuccess: () => {
      ask.close();
      setReason('');
      onChanged();
    },
  });
  const who = fullName ?? 'everyone at this property';
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button variant="default" onClick={correct.open}>
          Correct this owner
        </Button>
        <Button variant="default" onClick={ask.open}>
          Hide this owner
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        If the owner is wrong, say what is right, or hide the record: it stays out of every answer, whatever
        is imported later, until you lift the entry under{' '}
        <Anchor component={Link} to="/operator/suppressions" inherit>
          Suppressions
        </Anchor>
        . Whole files are corrected by{' '}
        <Anchor component={Link} to="/operator/owners/import" inherit>
          importing them again
        </Anchor>
        .
      </Text>
      <Suspense>
        {correcting && <CorrectOwner owner={owner} opened onClose={correct.close} onCorrected={onChanged} />}
      </Suspense>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={`Hide ${who}?`}
        action="Hide"
        onConfirm={() => hide.mutate()}
        isPending={hide.isPending}
        isBlocked={reason.trim() === ''}
        error={hide.error}
      >
        <Stack gap="sm">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            From the next lookup on, {who} is not handed out for {lines.address}. Other owners of the property
            stay. What customers paid and didn’t receive is given back.
          </Text>
          <TextInput
            label="Reason"
            description="For your records. Don’t name the person."
            required
            maxLength={1_000}
            data-autofocus
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Stack>
      </Confirm>
    </Stack>
  );
}
