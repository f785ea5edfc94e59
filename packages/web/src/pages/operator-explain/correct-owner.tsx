import {
  Alert,
  Button,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../../api/clients.js';
import { correctionsQuery } from '../../operator/owners.js';
import { Dialog, DialogForm } from '../../parts/dialog-form.js';
import { ReasonField } from '../../operator/reason-field.js';

type Owner = NonNullable<AppSchemas['Explanation']['owner']>;
type Phone = AppSchemas['OwnerDetails']['phones'][number];

interface CorrectOwnerProps {
  owner: Owner;
  opened: boolean;
  onClose: () => void;
  /** Explains the address again. */
  onCorrected: () => void;
}

/** Dialog with the details that are handed out about an owner, to be replaced. */
export default function CorrectOwner({ owner, opened, onClose, onCorrected }: CorrectOwnerProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Correct this owner" size="lg">
      <CorrectionForm owner={owner} onClose={onClose} onCorrected={onCorrected} />
    </Dialog>
  );
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
const NO_MAIL = { address: '', city: '', state: '', zip: '' };
const NEW_PHONE: Phone = { number: '', type: 'mobile', doNotCall: 'unchecked' };

function CorrectionForm({ owner, onClose, onCorrected }: Omit<CorrectOwnerProps, 'opened'>) {
  const { contact, property, recordId } = owner;
  const queries = useQueryClient();
  const [name, setName] = useState(contact.name ?? '');
  const [mail, setMail] = useState({
    address: contact.mailing?.address ?? '',
    city: contact.mailing?.city ?? '',
    state: contact.mailing?.state ?? '',
    zip: contact.mailing?.zip ?? '',
  });
  const [phones, setPhones] = useState<readonly Phone[]>(contact.phones);
  const [emails, setEmails] = useState(contact.emails.join('\n'));
  const [reason, setReason] = useState('');
  const isRenamed = name.trim() !== (contact.name ?? '');
  const hasMail = Object.values(mail).some((part) => part.trim() !== '');
  const hasRest = hasMail || phones.length > 0 || emails.trim() !== '';
  const correct = useMutation({
    mutationFn: () =>
      bodyOf(
        own.POST('/operator/api/owners/corrections', {
          body: {
            recordId,
            reason: reason.trim(),
            ...(name.trim() !== '' && { name: name.trim() }),
            mailing: hasMail ? mail : null,
            phones: phones.filter(({ number }) => number.trim() !== ''),
            emails: emails.split(/\s+/).filter((email) => email !== ''),
          },
        }),
      ),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: correctionsQuery.queryKey });
      onClose();
      onCorrected();
    },
  });
  const setPhone = (at: number, changes: Partial<Phone>) =>
    setPhones(phones.map((phone, index) => (index === at ? { ...phone, ...changes } : phone)));
  const clear = () => {
    setMail(NO_MAIL);
    setPhones([]);
    setEmails('');
  };
  return (
    <DialogForm
      action="Correct this owner"
      onSubmit={() => correct.mutate()}
      onCancel={onClose}
      isPending={correct.isPending}
      isBlocked={reason.trim() === ''}
      error={correct.error}
    >
      <Text size="sm">
        From the next lookup on, this is handed out for {property.address}, whatever is imported later, until
        you undo it. Other owners of the property stay.
      </Text>
      <TextInput
        label="Name"
        description="First name first; a company as it is."
        maxLength={200}
        autoComplete="off"
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {isRenamed && hasRest && (
        <Alert color="yellow" title="Another person?">
          <Stack gap="xs" align="flex-start">
            <Text size="sm">What stands below would be handed out as theirs.</Text>
            <Button variant="default" size="xs" onClick={clear}>
              Clear the rest
            </Button>
          </Stack>
        </Alert>
      )}
      <TextInput
        label="Mailing address"
        maxLength={300}
        autoComplete="off"
        required={hasMail}
        value={mail.address}
        onChange={(event) => setMail({ ...mail, address: event.currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {PLACE.map(([part, label, maxLength]) => (
          <TextInput
            key={part}
            label={label}
            maxLength={maxLength}
            autoComplete="off"
            value={mail[part]}
            onChange={(event) => setMail({ ...mail, [part]: event.currentTarget.value })}
          />
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
          <Button
            variant="default"
            aria-label={`Remove phone ${at + 1}`}
            onClick={() => setPhones(phones.filter((_, index) => index !== at))}
          >
            Remove
          </Button>
        </Group>
      ))}
      <Group>
        <Button variant="default" onClick={() => setPhones([...phones, NEW_PHONE])}>
          Add a phone
        </Button>
      </Group>
      <Textarea
        label="Emails"
        description="One a line."
        autosize
        minRows={1}
        maxRows={6}
        autoComplete="off"
        value={emails}
        onChange={(event) => setEmails(event.currentTarget.value)}
      />
      <ReasonField value={reason} onChange={setReason} />
    </DialogForm>
  );
}
