import { Alert, Button, Checkbox, Group, Paper, Select, Skeleton, Stack, Text, Title } from '@mantine/core';
import { STATE_NAMES, type MappedField } from '@skiptrace/csv';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import type { ChoosableField, Decisions, Look } from '../../lead-file/report.js';
import { count } from '../../parts/format.js';
import { addressKindOf, ADDRESS_KINDS, fieldsOf, withAddressKind, type AddressKind } from './address-kind.js';
import { ListProblem } from './list-problem.js';
import { decide, lookQuery } from './queries.js';
import type { UploadRecord } from './records.js';
import { StepPage } from './steps.js';
import classes from './upload.module.css';

/** The second step: which column is what. */
export function Columns({ record }: { record: UploadRecord }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, filename, sheet, decisions } = record;
  const look = useQuery({ ...lookQuery(id, decisions), placeholderData: keepPreviousData });
  const set = (changed: Partial<Decisions>) =>
    decide(queries, record, { decisions: { ...decisions, ...changed } });
  return (
    <StepPage at="Columns" title={filename} about="Which column is what. Nothing has been sent yet.">
      {sheet !== null && (
        <Text size="sm">
          Read from the sheet “{sheet.name}”
          {sheet.others.length > 0 && `, not from ${sheet.others.map((name) => `“${name}”`).join(', ')}`}.
        </Text>
      )}
      {look.isError && <ListProblem error={look.error} />}
      {look.isPending && <Skeleton h={320} radius="md" />}
      {look.data !== undefined && (
        <>
          <Notes look={look.data} renameColumns={() => set({ renameColumns: true })} />
          <Fields look={look.data} decisions={decisions} set={set} />
          <FirstRows look={look.data} />
          <Group>
            <Button
              size="md"
              disabled={look.data.errors.length > 0 || look.isPlaceholderData}
              onClick={() => void navigate(`/app/upload?list=${id}&step=check`)}
            >
              Check the list
            </Button>
            <Button component={Link} to="/app/upload" variant="default" size="md">
              Another file
            </Button>
          </Group>
        </>
      )}
    </StepPage>
  );
}

const SHAPES: Partial<Record<Look['shape'], string>> = {
  'no-header':
    'The first row holds data, not the names of columns. The columns got names by what is in them.',
  list: 'This is a plain list: each line is taken for one address.',
  'titled-list': 'This is a plain list with a title: each line is taken for one address.',
};

function Notes({ look, renameColumns }: { look: Look; renameColumns: () => void }) {
  const shape = SHAPES[look.shape];
  return (
    <Stack gap="xs" role="status">
      {look.vendor !== null && <Text size="sm">This looks like a {look.vendor} export.</Text>}
      {shape !== undefined && <Text size="sm">{shape}</Text>}
      {look.errors.map(({ code, field, message }) => (
        <Alert
          key={`${code} ${field ?? ''} ${message}`}
          color="red"
          icon={<TriangleAlert size={18} aria-hidden />}
          title={message}
        >
          {code === 'duplicate_header' ? (
            <Button size="xs" variant="default" onClick={renameColumns}>
              Give them different names
            </Button>
          ) : (
            (ADVICE[code] ?? 'Choose the column below.')
          )}
        </Alert>
      ))}
      {look.warnings.filter(isNotShown).map(({ code, message }) => (
        <Alert key={`${code} ${message}`} color="yellow" icon={<TriangleAlert size={18} aria-hidden />}>
          {message}
        </Alert>
      ))}
    </Stack>
  );
}

/** The doubt about the property's address stands beside its column. */
const isNotShown = ({ code }: Look['warnings'][number]): boolean => code !== 'assumed_property';

const ADVICE: Partial<Record<Look['errors'][number]['code'], string>> = {
  no_location:
    'Choose a column below, or the state that every row is in. If one column holds the whole address, choose “in one line with city, state and ZIP” first.',
};

const LABELS: Record<ChoosableField, string> = {
  address: 'Street address',
  addressFull: 'Whole address',
  houseNumber: 'House number',
  preDirection: 'Direction before the street',
  streetName: 'Street name',
  streetSuffix: 'Street suffix',
  postDirection: 'Direction after the street',
  unit: 'Unit',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  firstName: 'Owner’s first name',
  lastName: 'Owner’s last name',
};

/** A list may have thousands of columns; nobody scrolls through them. */
const SHOWN_OPTIONS = 50;

interface FieldsProps {
  look: Look;
  decisions: Decisions;
  set: (changed: Partial<Decisions>) => void;
}

function Fields({ look, decisions, set }: FieldsProps) {
  const kind = addressKindOf(look, decisions);
  const names = [...new Set(look.columns.map(({ name }) => name))].filter((name) => name !== '');
  const { overrides, state, noHeader } = decisions;
  const hasDecided = Object.keys(overrides).length > 0 || state !== null || decisions.renameColumns;
  const mayBeHeaderless = look.shape === 'table' || noHeader;
  const needsState =
    state !== null ||
    look.errors.some(({ field }) => field === 'state') ||
    look.fields.some(({ field, from }) => field === 'state' && (from === 'zip' || from === 'empty'));
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="columns">
      <Stack>
        <Group justify="space-between">
          <Title order={2} size="h4" id="columns">
            Columns
          </Title>
          {hasDecided && (
            <Button
              variant="subtle"
              size="xs"
              onClick={() => set({ overrides: {}, state: null, renameColumns: false })}
            >
              Undo my choices
            </Button>
          )}
        </Group>
        <Select
          label="The street address is"
          data={ADDRESS_KINDS}
          value={kind}
          allowDeselect={false}
          onChange={(chosen) => set({ overrides: withAddressKind(chosen as AddressKind, look, overrides) })}
          maw={420}
        />
        {fieldsOf(kind).map((field) => (
          <FieldRow key={field} field={field} names={names} look={look} decisions={decisions} set={set} />
        ))}
        {needsState && (
          <Select
            label="State of every row"
            description="Where the list has no column for it. Otherwise it comes from the ZIP."
            data={Object.entries(STATE_NAMES).map(([value, label]) => ({ value, label }))}
            value={state}
            onChange={(chosen) => set({ state: chosen })}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': 'No state for every row' }}
            maw={420}
          />
        )}
        {mayBeHeaderless && (
          <Checkbox
            label="The first row holds data, not the names of columns"
            checked={noHeader}
            onChange={(event) => set({ noHeader: event.currentTarget.checked, overrides: {} })}
          />
        )}
      </Stack>
    </Paper>
  );
}

function FieldRow({
  field,
  names,
  look,
  decisions,
  set,
}: FieldsProps & { field: ChoosableField; names: readonly string[] }) {
  const { overrides } = decisions;
  const found = foundOf(look, field);
  const chosen = overrides[field];
  const header =
    chosen ?? (found?.from === 'column' || field === 'addressFull' ? found?.headers[0] : undefined);
  const samples = look.columns.find(({ name }) => name === header)?.samples ?? [];
  const question = look.errors.find((error) => error.field === field);
  const isDoubt = question === undefined && found !== undefined && found.sure === 'assumed';
  const offered = question === undefined ? [] : question.choices;
  const options = [...new Set([...offered, ...names])];
  return (
    <div className={classes['field']} data-doubt={isDoubt}>
      <Select
        label={LABELS[field]}
        placeholder={placeholderOf(found)}
        data={options}
        value={header === undefined || header === '' || !options.includes(header) ? null : header}
        onChange={(name) => set({ overrides: { ...overrides, [field]: name ?? '' } })}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `No column for ${LABELS[field]}` }}
        limit={SHOWN_OPTIONS}
        nothingFoundMessage="No column of this name"
        error={question?.message}
        w="100%"
      />
      <div>
        {samples.length > 0 && (
          <Text size="sm" truncate="end">
            {samples.map((sample) => `“${sample}”`).join(', ')}
          </Text>
        )}
        {found !== undefined && (
          <Text size="sm" {...(isDoubt ? {} : { c: 'dimmed' })}>
            {isDoubt && <TriangleAlert size={14} aria-label="Doubt:" />} {found.reason}
          </Text>
        )}
      </div>
    </div>
  );
}

/** What was found out about a field. The whole address, or the first part of it, stands for the street. */
function foundOf(look: Look, field: ChoosableField): MappedField | undefined {
  const isStreet = field === 'addressFull' || field === 'houseNumber';
  return look.fields.find((found) => found.field === (isStreet ? 'address' : field));
}

function placeholderOf(found: MappedField | undefined): string {
  switch (found?.from) {
    case 'joined':
      return `Joined: ${found.headers.join(' + ')}`;
    case 'one-line':
      return `From ${found.headers.join(' + ')}`;
    case 'constant':
      return 'The same in every row';
    case 'zip':
      return 'From the ZIP';
    case 'unclear':
      return 'Choose a column';
    case 'column':
    case 'empty':
    case undefined:
      return 'No column';
  }
}

function FirstRows({ look }: { look: Look }) {
  const shown = look.columns.slice(0, look.rows[0]?.length ?? 0);
  const more = look.columns.length - shown.length;
  return (
    <section aria-labelledby="first-rows">
      <Title order={2} size="h4" mb="sm" id="first-rows">
        First rows
      </Title>
      <div className={classes['preview']} tabIndex={0} role="region" aria-labelledby="first-rows">
        <table>
          <thead>
            <tr>
              {shown.map(({ name }, at) => (
                <th key={at} scope="col">
                  {name === '' ? '(no name)' : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {look.rows.map((row, index) => (
              <tr key={index}>
                {shown.map((_, at) => (
                  <td key={at}>{row[at] ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          And {count(more)} more columns.
        </Text>
      )}
    </section>
  );
}
