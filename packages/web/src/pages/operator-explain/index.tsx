import {
  Accordion,
  Alert,
  Button,
  Card,
  Group,
  List,
  SimpleGrid,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { CircleX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAct } from '../../api/act.js';
import { given, own } from '../../api/clients.js';
import { ActButton, DialogButton } from '../../parts/dialog.js';
import { Form, useDraft } from '../../parts/fields.js';
import { capital, count, plural } from '../../parts/format.js';
import { late } from '../../parts/late.js';
import { Page } from '../../parts/page.js';
import { Good, ProblemNote, Sentences, SmallHeading, To } from '../../parts/text.js';
import { CorrectionForm } from './correct-owner.js';

const Corrections = late(async () => (await import('./corrections.js')).default);

type Explanation = AppSchemas['Explanation'];

export default function ExplainPage() {
  const { draft, text } = useDraft({ address: '', firstName: '', lastName: '' });
  const address = draft.address.trim();
  const name = given({ firstName: draft.firstName.trim(), lastName: draft.lastName.trim() });
  const explain = useAct({
    send: () => own.POST('/operator/api/owners/explain', { body: { address, ...name } }),
  });
  const again = () => explain.data !== undefined && explain.run();
  return (
    <Page
      title="Explain an address"
      about="Why an address matches or doesn't: how it is read, what is found under it, and how that compares. It costs nothing."
    >
      <Form onSubmit={() => explain.run()}>
        <Stack gap="sm">
          <TextInput
            label="Address"
            placeholder="100 Main St, Austin, TX 78701"
            required
            maxLength={500}
            autoComplete="off"
            {...text('address')}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            {(['firstName', 'lastName'] as const).map((name) => (
              <TextInput
                key={name}
                label={name === 'firstName' ? 'First name' : 'Last name'}
                description="Optional. Helps pick the right co-owner."
                maxLength={200}
                autoComplete="off"
                {...text(name)}
              />
            ))}
          </SimpleGrid>
          <Group>
            <Button type="submit" loading={explain.isPending} disabled={address === ''}>
              Explain
            </Button>
          </Group>
        </Stack>
      </Form>
      {explain.isError && <ProblemNote error={explain.error} />}
      <div role="status">
        {explain.data !== undefined && <Answer explanation={explain.data} onChanged={again} />}
      </div>
      <Corrections onUndone={again} />
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
              again, lift it under <To to="/operator/suppressions">Suppressions</To>.
            </>
          )}
        </Alert>
      ) : (
        <>
          <Good title="Match">
            {owner.fullName ?? 'An owner without a name'},{' '}
            {owner.correctionId === null ? 'from the source' : 'by a correction of the source'} &quot;
            {owner.source}&quot;: {outcome}.
          </Good>
          <Card>
            <SmallHeading>Where phones and emails come from</SmallHeading>
            {owner.correctionId !== null && (
              <Text mt="xs">From your correction. What sources say is not handed out:</Text>
            )}
            <List size="sm" mt="xs">
              {owner.from.map(({ source, recordId, fullName, phones, emails }) => (
                <List.Item key={recordId}>
                  {source}: {fullName ?? 'no name'}, {plural(phones, 'phone')}, {plural(emails, 'email')}
                </List.Item>
              ))}
            </List>
          </Card>
          {owner.others.length > 0 && (
            <Card>
              <SmallHeading>Also on file at this property</SmallHeading>
              <Sentences
                of={owner.others.map(({ source, fullName }) => `${source}: ${fullName ?? 'no name'}`)}
              />
            </Card>
          )}
          <WrongOwner owner={owner} onChanged={onChanged} />
        </>
      )}
      {readings.length + compared.length > 0 && <Reading of={explanation} />}
    </Stack>
  );
}

function Reading({ of: { readings, compared, moreCompared } }: { of: Explanation }) {
  const fitting = compared.filter(({ fits }) => fits);
  const others = compared.filter(({ fits }) => !fits);
  return (
    <Card>
      <SmallHeading>How it was read and compared</SmallHeading>
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
                <Text c="dimmed" mt="xs">
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

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <Table.Tr>
    <Table.Th scope="row" w={120}>
      {name}
    </Table.Th>
    <Table.Td className="breaks">{children}</Table.Td>
  </Table.Tr>
);

interface WrongOwnerProps {
  owner: NonNullable<Explanation['owner']>;
  /** Explains the address again. */
  onChanged: () => void;
}

/** Buttons for an owner who is wrong: correct the details, or hide the person at this property. */
function WrongOwner({ owner, onChanged }: WrongOwnerProps) {
  const { fullName, property } = owner;
  const person = {
    ...given({ name: fullName }),
    address: property.address ?? '',
    city: property.city ?? '',
    state: property.state ?? '',
    zip: property.zip ?? '',
  };
  const who = fullName ?? 'everyone at this property';
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <DialogButton label="Correct this owner" title="Correct this owner" size="lg">
          <CorrectionForm owner={owner} onCorrected={onChanged} />
        </DialogButton>
        <ActButton
          label="Hide this owner"
          title={`Hide ${who}?`}
          action="Hide"
          reason
          send={(reason) => own.POST('/operator/api/suppressions', { body: { person, reason } })}
          onDone={onChanged}
        >
          From the next lookup on, {who} is not handed out for {person.address}. Other owners of the property
          stay. What customers paid and didn’t receive is given back.
        </ActButton>
      </Group>
      <Text c="dimmed">
        If the owner is wrong, say what is right, or hide the record: it stays out of every answer, whatever
        is imported later, until you lift the entry under <To to="/operator/suppressions">Suppressions</To>.
        Whole files are corrected by <To to="/operator/owners/import">importing them again</To>.
      </Text>
    </Stack>
  );
}
