import {
  Accordion,
  Alert,
  Anchor,
  Button,
  Card,
  Group,
  List,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { CircleCheck, CircleX } from 'lucide-react';
import { Suspense, useState, type SubmitEvent, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../../api/clients.js';
import { capital, count } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Sentences } from '../../parts/sentences.js';
import { late } from '../../parts/late.js';
import { useDisclosure } from '@mantine/hooks';
import { Confirm } from '../../parts/confirm.js';
import { ReasonField } from '../../operator/reason-field.js';

const Corrections = late(() => import('./corrections.js'));

type Explanation = AppSchemas['Explanation'];

export default function ExplainPage() {
  const [lead, setLead] = useState({ address: '', firstName: '', lastName: '' });
  const explain = useMutation({
    mutationFn: ({ address, firstName, lastName }: typeof lead) =>
      bodyOf(
        own.POST('/operator/api/owners/explain', {
          body: {
            address: address.trim(),
            ...(firstName.trim() !== '' && { firstName: firstName.trim() }),
            ...(lastName.trim() !== '' && { lastName: lastName.trim() }),
          },
        }),
      ),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    explain.mutate(lead);
  };
  return (
    <Page
      title="Explain an address"
      about="Why an address matches or doesn't: how it is read, what is found under it, and how that compares. It costs nothing."
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Address"
            placeholder="100 Main St, Austin, TX 78701"
            required
            maxLength={500}
            autoComplete="off"
            value={lead.address}
            onChange={(event) => setLead({ ...lead, address: event.currentTarget.value })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <TextInput
              label="First name"
              description="Optional. Helps pick the right co-owner."
              maxLength={200}
              autoComplete="off"
              value={lead.firstName}
              onChange={(event) => setLead({ ...lead, firstName: event.currentTarget.value })}
            />
            <TextInput
              label="Last name"
              description="Optional. Helps pick the right co-owner."
              maxLength={200}
              autoComplete="off"
              value={lead.lastName}
              onChange={(event) => setLead({ ...lead, lastName: event.currentTarget.value })}
            />
          </SimpleGrid>
          <Group justify="flex-end">
            <Button type="submit" loading={explain.isPending} disabled={lead.address.trim() === ''}>
              Explain
            </Button>
          </Group>
        </Stack>
      </form>
      {explain.isError && <ProblemNote error={explain.error} />}
      <div role="status">
        {explain.data !== undefined && (
          <Answer explanation={explain.data} onChanged={() => explain.mutate(lead)} />
        )}
      </div>
      <Suspense>
        <Corrections onUndone={() => explain.data !== undefined && explain.mutate(lead)} />
      </Suspense>
    </Page>
  );
}

/** Code of the answer for an address that needs a city, state or ZIP. */
const NO_PLACE = 'no_place';
/** Code of the answer for an owner on the suppression list. */
const SUPPRESSED = 'suppressed';

function Answer({ explanation, onChanged }: { explanation: Explanation; onChanged: () => void }) {
  const { reason, readings, outcome, compared, owner } = explanation;
  return (
    <Stack>
      {owner === null ? (
        <Alert color="yellow" icon={<CircleX />} title="No match">
          {capital(outcome)}.{reason === NO_PLACE && ' Add the ZIP, or the city and the state.'}
          {reason === SUPPRESSED && (
            <>
              {' '}
              An entry of the list of people who are in no answer covers this owner. To hand the owner out
              again, lift it under{' '}
              <Anchor component={Link} to="/operator/suppressions" inherit>
                Suppressions
              </Anchor>
              .
            </>
          )}
        </Alert>
      ) : (
        <Alert color="green" icon={<CircleCheck />} title="Match">
          {owner.fullName ?? 'An owner without a name'},{' '}
          {owner.correctionId === null ? 'from the source' : 'by a correction of the source'} &quot;
          {owner.source}&quot;: {outcome}.
        </Alert>
      )}
      {owner !== null && (
        <Card withBorder padding="lg">
          <Title order={2} size="h5">
            Where phones and emails come from
          </Title>
          {owner.correctionId !== null && (
            <Text size="sm" mt="xs">
              From your correction. What sources say is not handed out:
            </Text>
          )}
          <List size="sm" mt="xs">
            {owner.from.map(({ source, recordId, fullName, phones, emails }) => (
              <List.Item key={recordId}>
                {source}: {fullName ?? 'no name'}, {count(phones)} {phones === 1 ? 'phone' : 'phones'},{' '}
                {count(emails)} {emails === 1 ? 'email' : 'emails'}
              </List.Item>
            ))}
          </List>
        </Card>
      )}
      {owner !== null && owner.others.length > 0 && (
        <Card withBorder padding="lg">
          <Title order={2} size="h5">
            Also on file at this property
          </Title>
          <Sentences of={owner.others.map(({ source, fullName }) => `${source}: ${fullName ?? 'no name'}`)} />
        </Card>
      )}
      {owner !== null && <WrongOwner owner={owner} onChanged={onChanged} />}
      {readings.length + compared.length > 0 && <Reading of={explanation} />}
    </Stack>
  );
}

function Reading({ of: { readings, compared, moreCompared } }: { of: Explanation }) {
  const fitting = compared.filter(({ fits }) => fits);
  const others = compared.filter(({ fits }) => !fits);
  return (
    <Card withBorder padding="lg">
      <Title order={2} size="h5">
        How it was read and compared
      </Title>
      <Table mt="xs" variant="vertical" aria-label="How it was read and compared">
        <Table.Tbody>
          {readings.map((reading, at) => (
            <Row key={at} name={at === 0 ? 'Read as' : 'Or perhaps'}>
              {reading}
            </Row>
          ))}
          {fitting.map((one, at) => (
            <Row key={at} name="Fits">
              {one.address}: {one.result}
            </Row>
          ))}
        </Table.Tbody>
      </Table>
      {others.length > 0 && (
        <Accordion variant="contained" mt="md">
          <Accordion.Item value="others">
            <Accordion.Control>
              Other addresses compared ({count(others.length + moreCompared)})
            </Accordion.Control>
            <Accordion.Panel>
              <Sentences of={others.map(({ address, result }) => `${address}: ${result}`)} />
              {moreCompared > 0 && (
                <Text size="sm" c="dimmed" mt="xs">
                  And {count(moreCompared)} more.
                </Text>
              )}
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      )}
    </Card>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" w={120}>
        {name}
      </Table.Th>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{children}</Table.Td>
    </Table.Tr>
  );
}

const CorrectOwner = late(() => import('./correct-owner.js'));

type Owner = NonNullable<AppSchemas['Explanation']['owner']>;

interface WrongOwnerProps {
  owner: Owner;
  /** Explains the address again. */
  onChanged: () => void;
}

/** Buttons for an owner who is wrong: correct the details, or hide the person at this property. */
function WrongOwner({ owner, onChanged }: WrongOwnerProps) {
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
          <ReasonField data-autofocus value={reason} onChange={setReason} />
        </Stack>
      </Confirm>
    </Stack>
  );
}
