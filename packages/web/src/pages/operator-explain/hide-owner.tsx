import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../../api/clients.js';
import { Confirm } from '../../parts/confirm.js';

type Owner = NonNullable<AppSchemas['Explanation']['owner']>;

interface HideOwnerProps {
  owner: Owner;
  /** Explains the address again. */
  onHidden: () => void;
}

/** Buttons for an owner who is wrong: hide the person at this property, or load a corrected file. */
export function HideOwner({ owner, onHidden }: HideOwnerProps) {
  const [asking, ask] = useDisclosure(false);
  const [reason, setReason] = useState('');
  const { fullName, property, source } = owner;
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
      onHidden();
    },
  });
  const who = fullName ?? 'everyone at this property';
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Button variant="default" onClick={ask.open}>
          Hide this owner
        </Button>
        <Button variant="default" component={Link} to="/operator/owners/import">
          Import a corrected file
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        If the owner is wrong, hide the record: it stays out of every answer, whatever is imported later,
        until you lift the entry under Suppressions. A row with the right owner in a source of higher priority
        than &quot;{source}&quot; corrects it.
      </Text>
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
            maxLength={1_000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Stack>
      </Confirm>
    </Stack>
  );
}
