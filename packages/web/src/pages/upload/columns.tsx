import { Button, Checkbox, Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { STATE_NAMES } from '@skiptrace/csv';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { forgetRecord, type UploadRecord } from '../../lead-file/records.js';
import { NOTHING_DECIDED, type ChoosableField, type Look, type Decisions } from '../../lead-file/report.js';
import { MappingTable, numberlessDoubt, SheetButtons } from '../../parts/mapping-table.js';
import { Section } from '../../parts/page.js';
import { Bad, PlainButton, Warning } from '../../parts/text.js';
import {
  addressKindOf,
  hasDecided,
  isAgreed,
  isCertain,
  lacksHouseNumber,
  withAddressKind,
  findingOf,
  LABELS,
  reasonOf,
  usesOf,
  withUse,
  OFFERED,
} from './column-uses.js';
import { openFile, workbookOf } from './open-file.js';
import { decide, lookQuery } from './queries.js';
import { ListProblem, StepPage } from './steps.js';

/**
 * Columns step. Skipped after choosing a file if all columns are certain; the review shows them.
 */
export function Columns({ record, mayPassOver }: { record: UploadRecord; mayPassOver: boolean }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { id, name, sheet, decisions } = record;
  const look = useQuery({ ...lookQuery(id, decisions), placeholderData: keepPreviousData });
  const { others = [], notes = [] } = sheet ?? {};
  const [isAsked, setAsked] = useState(!mayPassOver || others.length > 0 || notes.length > 0);
  const set: MappingProps['set'] = (change) => {
    // Even an undone choice keeps the person on this page.
    setAsked(true);
    void decide(queries, record, (kept) => ({ decisions: { ...kept.decisions, ...change(kept.decisions) } }));
  };
  // Choosing another file discards this draft.
  const another = useMutation({ mutationFn: () => forgetRecord(id) });
  const isEmpty = look.data?.rows.length === 0;
  if (
    !isAsked &&
    look.data !== undefined &&
    !isEmpty &&
    (isCertain(look.data, decisions) || isAgreed(look.data, record))
  )
    return <Navigate to={`/app/upload?list=${id}&step=check`} replace />;
  return (
    <StepPage at="columns" title={name} about="Match your columns. Nothing has been uploaded yet.">
      {record.isRemembered === true && hasDecided(decisions) && (
        <Text role="status">We used your choices from your last list with these columns.</Text>
      )}
      {sheet !== null && <SheetChoice record={record} sheet={sheet} />}
      {notes.map((note) => (
        <Warning key={note}>{note}</Warning>
      ))}
      {look.isError && <ListProblem error={look.error} />}
      {look.isPending && <Skeleton h={320} radius="md" />}
      {look.data !== undefined && (
        <>
          {isEmpty && (
            <Bad role="alert" title="This file has a header and no rows">
              Nothing was uploaded or charged. Choose a different file. If its first row is an address, check
              “My file has no header row”. A quote in the first row that is never closed hides all rows, too.
            </Bad>
          )}
          <Notes look={look.data} decisions={decisions} set={set} />
          <Mapping look={look.data} decisions={decisions} set={set} />
          <Group className="step-actions">
            <Button
              size="md"
              disabled={
                look.data.errors.length > 0 ||
                isEmpty ||
                look.isPlaceholderData ||
                lacksHouseNumber(look.data, decisions)
              }
              onClick={() => void navigate(`/app/upload?list=${id}&step=check`)}
            >
              Continue
            </Button>
            <PlainButton
              size="md"
              loading={another.isPending}
              onClick={() => another.mutate(undefined, { onSettled: () => void navigate('/app/upload') })}
            >
              Choose a different file
            </PlainButton>
          </Group>
        </>
      )}
    </StepPage>
  );
}

const SHAPES: Partial<Record<Look['shape'], string>> = {
  'no-header': 'Your file has no header row. We named the columns by what they hold.',
  'below-title': 'We skipped the title rows at the top of your file.',
  list: 'This is a plain list. We read each line as one address.',
  'titled-list': 'This is a plain list with a title. We read each line as one address.',
};

const MOST_CHOICES = 6;
const isChoosable = (field: string): field is ChoosableField => field in LABELS;

/** Texts for errors with a message that only suits the command line. */
const QUESTIONS: Partial<Record<Look['errors'][number]['code'], string>> = {
  no_property_address: 'Which column has the street address?',
};

function Notes({ look, decisions, set }: MappingProps) {
  const shape = SHAPES[look.shape];
  const isSplit = addressKindOf(look, decisions) === 'parts';
  return (
    <Stack gap="xs" role="status">
      {look.vendor !== null && <Text>This looks like a {look.vendor} export.</Text>}
      {shape !== undefined && <Text>{shape}</Text>}
      {look.errors.map(({ code, field, message, choices }) => (
        <Bad key={`${code} ${field ?? ''} ${message}`} title={QUESTIONS[code] ?? message}>
          {code !== 'duplicate_header' && field !== undefined && isChoosable(field) && choices.length > 0 ? (
            <Group gap="xs">
              {choices.slice(0, MOST_CHOICES).map((choice) => (
                <PlainButton
                  key={choice}
                  size="xs"
                  onClick={() => set((now) => ({ overrides: withUse(look, now, choice, field) }))}
                >
                  Use “{choice}”
                </PlainButton>
              ))}
              {field !== 'address' && field !== 'addressFull' && (
                <PlainButton
                  size="xs"
                  onClick={() => set((now) => ({ overrides: { ...now.overrides, [field]: '' } }))}
                >
                  {choices.length === 1 ? 'Don’t use it' : 'Use none of them'}
                </PlainButton>
              )}
            </Group>
          ) : code === 'duplicate_header' ? (
            <PlainButton size="xs" onClick={() => set(() => ({ renameColumns: true }))}>
              Give them different names
            </PlainButton>
          ) : (
            (ADVICE[code] ?? 'Choose it above its column.')
          )}
        </Bad>
      ))}
      {lacksHouseNumber(look, decisions) && (
        <Bad title="Which column has the house numbers?">
          Choose “House number” above it. Nothing matches without them.
        </Bad>
      )}
      {look.warnings
        .filter(({ code }) => !(code === 'no_house_number' && isSplit))
        .filter(isNotShown)
        .map(({ code, message, headers: [, number] }) => (
          <Warning key={`${code} ${message}`}>
            <Stack gap="sm" align="flex-start">
              {message}
              {code === 'no_house_number' && number !== undefined && (
                <PlainButton
                  size="xs"
                  onClick={() => set((now) => ({ overrides: withAddressKind('parts', look, now.overrides) }))}
                >
                  Use “{number}” as the house number
                </PlainButton>
              )}
            </Stack>
          </Warning>
        ))}
    </Stack>
  );
}

/** Leaves out the warning about the property's address, which is shown beside its column. */
const isNotShown = ({ code }: Look['warnings'][number]): boolean => code !== 'assumed_property';

const ADVICE: Partial<Record<Look['errors'][number]['code'], string>> = {
  no_location:
    'Choose it above a column, or the state that every row is in. If one column holds the whole address, choose “Whole address” above it.',
};

/** The table of the first rows with the choices that no single column answers. */
function Mapping({ look, decisions, set }: MappingProps) {
  const { state, noHeader } = decisions;
  const mayBeHeaderless = look.shape === 'table' || look.shape === 'below-title' || noHeader;
  const needsState =
    state !== null ||
    look.errors.some(({ field }) => field === 'state') ||
    look.fields.some(({ field, from }) => field === 'state' && (from === 'zip' || from === 'empty'));
  return (
    <Section
      title="Columns"
      about={
        <>
          Choose what each column holds. Gray columns aren’t used, but stay in your results.
          {look.top.length > 0 && ' Are the names in another row? Click its number.'}
        </>
      }
      actions={
        hasDecided(decisions) && (
          <Button variant="subtle" size="xs" onClick={() => set(() => NOTHING_DECIDED)}>
            Undo my choices
          </Button>
        )
      }
    >
      <ListColumns look={look} decisions={decisions} set={set} />
      {mayBeHeaderless && (
        <Checkbox
          label="My file has no header row"
          checked={noHeader}
          onChange={({ currentTarget: { checked } }) =>
            set(() => ({ noHeader: checked, headerRow: null, overrides: {} }))
          }
        />
      )}
      <WithoutColumn look={look} decisions={decisions} set={set} />
      {needsState && (
        <Select
          label="Default state"
          description="Used when a row has none. Otherwise we get it from the ZIP."
          data={Object.entries(STATE_NAMES).map(([value, label]) => ({ value, label }))}
          value={state}
          onChange={(chosen) => set(() => ({ state: chosen }))}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'No default state' }}
          maw={420}
        />
      )}
    </Section>
  );
}

/** Fields that no column has alone, and where their values come from. */
function WithoutColumn({ look, decisions }: MappingProps) {
  const used = new Set(usesOf(look, decisions).values());
  const asked = new Set(look.errors.map(({ field }) => field));
  const byReason = new Map<string, string[]>();
  for (const field of ['address', 'city', 'state', 'zip'] as const) {
    const reason = used.has(field) || asked.has(field) ? null : reasonOf(findingOf(look, field));
    if (reason !== null) byReason.set(reason, [...(byReason.get(reason) ?? []), LABELS[field]]);
  }
  if (byReason.size === 0) return null;
  return (
    <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {[...byReason].map(([reason, fields]) => (
        <Text key={reason} component="li">
          {fields.join(', ')}:{' '}
          <Text span c="dimmed">
            {reason}
          </Text>
        </Text>
      ))}
    </Stack>
  );
}

interface MappingProps {
  look: Look;
  decisions: Decisions;
  /** Applies a change, computed from the decisions at that time. */
  set: (change: (now: Decisions) => Partial<Decisions>) => void;
}

const MENU = OFFERED.map(({ group, fields }) => ({
  group,
  items: fields.map((field) => ({ value: field, label: LABELS[field] })),
}));

const menuOf = () => MENU;

/** First rows of the list, with a menu in each column's head. */
function ListColumns({ look, decisions, set }: MappingProps) {
  const { top, columns, rows } = look;
  const uses = usesOf(look, decisions);
  const isNumbered = top.length > 0;
  return (
    <MappingTable
      columns={columns.map(({ name, samples }) => {
        const use = uses.get(name) ?? null;
        return { name, use, doubt: doubtOf(look, decisions, { name, samples, use }) };
      })}
      titles={top.filter(({ kind }) => kind === 'title')}
      headerLine={top.find(({ kind }) => kind === 'header')?.line ?? null}
      rows={
        isNumbered
          ? top.filter(({ kind }) => kind === 'data')
          : rows.map((cells, at) => ({ line: at + 1, cells }))
      }
      menuOf={menuOf}
      onUse={(name, use) =>
        set((now) => ({ overrides: withUse(look, now, name, use as ChoosableField | null) }))
      }
      {...(isNumbered && {
        onHeader: (line: number) => set(() => ({ headerRow: line, noHeader: false, overrides: {} })),
      })}
    />
  );
}

function doubtOf(
  look: Look,
  { overrides }: Decisions,
  { name, samples, use }: { name: string; samples: readonly string[]; use: ChoosableField | null },
): string | null {
  const numberless = use === 'address' ? numberlessDoubt(samples) : null;
  if (numberless !== null || use === null || overrides[use] === name) return numberless;
  const found = findingOf(look, use);
  return found?.from === 'column' && found.sure === 'assumed' ? reasonOf(found) : null;
}

interface SheetChoiceProps {
  record: UploadRecord;
  sheet: NonNullable<UploadRecord['sheet']>;
}

/** Names the workbook's sheet that the list comes from, and offers the others. */
function SheetChoice({ record, sheet: { name, others } }: SheetChoiceProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const file = workbookOf(record.id);
  const another = useMutation({
    mutationFn: async ({ workbook, sheet }: { workbook: File; sheet: string }) => {
      const opened = await openFile(queries, { file: workbook, account: record.account, sheet });
      await forgetRecord(record.id);
      return opened;
    },
  });
  const goOn = {
    onSuccess: ({ id }: UploadRecord) =>
      void navigate(`/app/upload?list=${id}&step=columns`, { replace: true }),
  };
  if (others.length === 0) return <Text>Read from the sheet “{name}”.</Text>;
  if (file === undefined) {
    return (
      <Text>
        Read from the sheet “{name}”, not from {others.map((other) => `“${other}”`).join(', ')}. For another
        sheet, choose the file again.
      </Text>
    );
  }
  return (
    <>
      <SheetButtons
        sheet={name}
        others={others}
        isDisabled={another.isPending}
        onSheet={(sheet) => another.mutate({ workbook: file, sheet }, goOn)}
      />
      {another.isError && <ListProblem error={another.error} another={false} />}
    </>
  );
}
