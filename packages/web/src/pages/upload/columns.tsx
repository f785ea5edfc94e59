import { Alert, Button, Checkbox, Group, Paper, Select, Skeleton, Stack, Text, Title } from '@mantine/core';
import { STATE_NAMES } from '@skiptrace/csv';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useNavigate } from 'react-router';
import type { Look } from '../../lead-file/report.js';
import {
  addressKindOf,
  ADDRESS_KINDS,
  fieldsOf,
  lacksHouseNumber,
  withAddressKind,
  type AddressKind,
} from './address-kind.js';
import { FieldRow, QUESTIONS, type FieldsProps } from './field-row.js';
import { FirstRows } from './first-rows.js';
import { ListProblem } from './list-problem.js';
import { decide, lookQuery } from './queries.js';
import { forgetRecord, type UploadRecord } from '../../lead-file/records.js';
import { SheetChoice } from './sheet-choice.js';
import { StepPage } from './steps.js';

/** The second step: which column is what. */
export function Columns({ record }: { record: UploadRecord }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, name, sheet, decisions } = record;
  const look = useQuery({ ...lookQuery(id, decisions), placeholderData: keepPreviousData });
  const set: FieldsProps['set'] = (change) =>
    void decide(queries, record, (kept) => ({ decisions: { ...kept.decisions, ...change(kept.decisions) } }));
  // Who takes another file has no use for this one: it would stay among those to continue.
  const another = useMutation({ networkMode: 'always', mutationFn: () => forgetRecord(id) });
  return (
    <StepPage at="Columns" title={name} about="Check what each column holds. Nothing has been sent yet.">
      {sheet !== null && <SheetChoice record={record} sheet={sheet} />}
      {look.isError && <ListProblem error={look.error} />}
      {look.isPending && <Skeleton h={320} radius="md" />}
      {look.data !== undefined && (
        <>
          <Notes look={look.data} decisions={decisions} set={set} />
          <Fields look={look.data} decisions={decisions} set={set} />
          {look.data.rows.length > 0 && (
            <FirstRows
              look={look.data}
              onHeaderRow={(line) => set(() => ({ headerRow: line, noHeader: false, overrides: {} }))}
            />
          )}
          <Group>
            <Button
              size="md"
              disabled={
                look.data.errors.length > 0 ||
                look.isPlaceholderData ||
                lacksHouseNumber(look.data, decisions)
              }
              onClick={() => void navigate(`/app/upload?list=${id}&step=check`)}
            >
              Check the list
            </Button>
            <Button
              variant="default"
              size="md"
              loading={another.isPending}
              onClick={() => another.mutate(undefined, { onSettled: () => void navigate('/app/upload') })}
            >
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
  'below-title': 'The rows above the names of the columns are a title, and are left out.',
  list: 'This is a plain list: each line is taken for one address.',
  'titled-list': 'This is a plain list with a title: each line is taken for one address.',
};

function Notes({ look, decisions, set }: FieldsProps) {
  const shape = SHAPES[look.shape];
  const isSplit = addressKindOf(look, decisions) === 'parts';
  return (
    <Stack gap="xs" role="status">
      {look.vendor !== null && <Text size="sm">This looks like a {look.vendor} export.</Text>}
      {shape !== undefined && <Text size="sm">{shape}</Text>}
      {look.errors.map(({ code, field, message }) => (
        <Alert
          key={`${code} ${field ?? ''} ${message}`}
          color="red"
          icon={<TriangleAlert size={18} aria-hidden />}
          title={QUESTIONS[code] ?? message}
        >
          {code === 'duplicate_header' ? (
            <Button size="xs" variant="default" onClick={() => set(() => ({ renameColumns: true }))}>
              Give them different names
            </Button>
          ) : (
            (ADVICE[code] ?? 'Choose the column below.')
          )}
        </Alert>
      ))}
      {look.warnings
        .filter(({ code }) => !(code === 'no_house_number' && isSplit))
        .filter(isNotShown)
        .map(({ code, message, headers: [, number] }) => (
          <Alert key={`${code} ${message}`} color="yellow" icon={<TriangleAlert size={18} aria-hidden />}>
            <Stack gap="sm" align="flex-start">
              {message}
              {code === 'no_house_number' && number !== undefined && (
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => set((now) => ({ overrides: withAddressKind('parts', look, now.overrides) }))}
                >
                  Use “{number}” as the house number
                </Button>
              )}
            </Stack>
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

function Fields({ look, decisions, set }: FieldsProps) {
  const kind = addressKindOf(look, decisions);
  const names = [...new Set(look.columns.map(({ name }) => name))].filter((name) => name !== '');
  const { overrides, state, noHeader, headerRow } = decisions;
  const hasDecided =
    Object.keys(overrides).length > 0 ||
    state !== null ||
    decisions.renameColumns ||
    (headerRow ?? null) !== null;
  const mayBeHeaderless = look.shape === 'table' || look.shape === 'below-title' || noHeader;
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
              onClick={() =>
                set(() => ({ overrides: {}, state: null, renameColumns: false, headerRow: null }))
              }
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
          onChange={(chosen) =>
            set((now) => ({ overrides: withAddressKind(chosen as AddressKind, look, now.overrides) }))
          }
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
            onChange={(chosen) => set(() => ({ state: chosen }))}
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
            onChange={({ currentTarget: { checked } }) =>
              set(() => ({ noHeader: checked, headerRow: null, overrides: {} }))
            }
          />
        )}
        {look.unused.length > 0 && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Not used, and kept in the result: {look.unused.join(', ')}.
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
