import { Alert, Group, NativeSelect, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { useState } from 'react';
import { useAct } from '../../api/act.js';
import { given, own } from '../../api/clients.js';
import { OF_CORRECTIONS } from '../../operator/owners.js';
import { DialogForm, useClose } from '../../parts/dialog.js';
import { ReasonField, useDraft } from '../../parts/fields.js';
import { PlainButton } from '../../parts/text.js';

type Owner = NonNullable<AppSchemas['Explanation']['owner']>;
type Phone = AppSchemas['OwnerDetails']['phones'][number];

interface CorrectionFormProps {
  owner: Owner;
  /** Explains the address again. */
  onCorrected: () => void;
}

const TYPES = [
  { value: 'mobile', label: 'Mobile' },
  { value: 'landline', label: 'Landline' },
];
const DO_NOT_CALL = [
  { value: 'unchecked', label: 'Not checked' },
  { value: 'no', label: 'May be called' },
  { value: 'yes', label: 'Do not call' },
];
const PLACE = [
  ['city', 'City', 100],
  ['state', 'State', 20],
  ['zip', 'ZIP', 10],
] as const;
const NEW_PHONE: Phone = { number: '', type: 'mobile', doNotCall: 'unchecked' };

/** Form with the details that are handed out about an owner, to be replaced. */
export function CorrectionForm({ owner, onCorrected }: CorrectionFormProps) {
  const close = useClose();
  const { contact, property, recordId } = owner;
  const { draft, change, text } = useDraft({
    name: contact.name ?? '',
    emails: contact.emails.join('\n'),
    reason: '',
    address: contact.mailing?.address ?? '',
    city: contact.mailing?.city ?? '',
    state: contact.mailing?.state ?? '',
    zip: contact.mailing?.zip ?? '',
  });
  const [phones, setPhones] = useState<readonly Phone[]>(contact.phones);
  const { address, city, state, zip } = draft;
  const [name, reason] = [draft.name.trim(), draft.reason.trim()];
  const hasMail = [address, city, state, zip].some((part) => part.trim() !== '');
  const hasRest = hasMail || phones.length > 0 || draft.emails.trim() !== '';
  const correct = useAct({
    send: () =>
      own.POST('/operator/api/owners/corrections', {
        body: {
          recordId,
          reason,
          ...given({ name }),
          mailing: hasMail ? { address, city, state, zip } : null,
          phones: phones.filter(({ number }) => number.trim() !== ''),
          emails: draft.emails.split(/\s+/).filter((email) => email !== ''),
        },
      }),
    changes: OF_CORRECTIONS,
    onDone: () => {
      close();
      onCorrected();
    },
  });
  const setPhone = (at: number, changes: Partial<Phone>) =>
    setPhones(phones.map((phone, index) => (index === at ? { ...phone, ...changes } : phone)));
  const clear = () => {
    change({ address: '', city: '', state: '', zip: '', emails: '' });
    setPhones([]);
  };
  return (
    <DialogForm
      act={correct}
      action="Correct this owner"
      onSubmit={() => correct.run()}
      isBlocked={reason === ''}
    >
      <Text>
        From the next lookup on, this is handed out for {property.address}, whatever is imported later, until
        you undo it. Other owners of the property stay.
      </Text>
      <TextInput
        label="Name"
        description="First name first; a company as it is."
        maxLength={200}
        autoComplete="off"
        data-autofocus
        {...text('name')}
      />
      {name !== (contact.name ?? '') && hasRest && (
        <Alert color="yellow" title="Another person?">
          <Stack gap="xs" align="flex-start">
            <Text>What stands below would be handed out as theirs.</Text>
            <PlainButton size="xs" onClick={clear}>
              Clear the rest
            </PlainButton>
          </Stack>
        </Alert>
      )}
      <TextInput
        label="Mailing address"
        maxLength={300}
        autoComplete="off"
        required={hasMail}
        {...text('address')}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {PLACE.map(([part, label, maxLength]) => (
          <TextInput key={part} label={label} maxLength={maxLength} autoComplete="off" {...text(part)} />
        ))}
      </SimpleGrid>
      {phones.map(({ number, type, doNotCall }, at) => (
        <Group key={at} gap="xs" align="flex-end">
          <TextInput
            label={`Phone ${at + 1}`}
            type="tel"
            maxLength={40}
            autoComplete="off"
            flex={1}
            miw={140}
            value={number}
            onChange={(event) => setPhone(at, { number: event.currentTarget.value })}
          />
          <NativeSelect
            aria-label={`Kind of phone ${at + 1}`}
            data={TYPES}
            value={type}
            onChange={(event) =>
              setPhone(at, { type: event.currentTarget.value === 'landline' ? 'landline' : 'mobile' })
            }
          />
          <NativeSelect
            aria-label={`Do Not Call of phone ${at + 1}`}
            data={DO_NOT_CALL}
            value={doNotCall}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setPhone(at, { doNotCall: value === 'yes' || value === 'no' ? value : 'unchecked' });
            }}
          />
          <PlainButton
            aria-label={`Remove phone ${at + 1}`}
            onClick={() => setPhones(phones.filter((_, index) => index !== at))}
          >
            Remove
          </PlainButton>
        </Group>
      ))}
      <Group>
        <PlainButton onClick={() => setPhones([...phones, NEW_PHONE])}>Add a phone</PlainButton>
      </Group>
      <Textarea
        label="Emails"
        description="One a line."
        autosize
        minRows={1}
        maxRows={6}
        autoComplete="off"
        {...text('emails')}
      />
      <ReasonField {...text('reason')} />
    </DialogForm>
  );
}
