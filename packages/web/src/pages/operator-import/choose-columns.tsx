import {
  Accordion,
  Alert,
  Autocomplete,
  Button,
  Card,
  Checkbox,
  Group,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { given } from '../../api/clients.js';
import {
  choicesOf,
  columnsOf,
  lacksHouseNumber,
  type Columns,
  menuOf,
  unclearDoubt,
  usesOf,
  withUse,
} from '../../operator/owner-fields.js';
import type { OwnerFile, OwnerImportRequest, OwnerPreviewRequest } from '../../operator/owner-import.js';
import { PRIORITY, sourcesQuery, type OwnerSource } from '../../operator/owners.js';
import { Form, useDraft } from '../../parts/fields.js';
import { bytes, count } from '../../parts/format.js';
import { SheetButtons, MappingTable, numberlessDoubt } from '../../parts/mapping-table.js';
import { faultOf, numberIn, NumberField } from '../../parts/number-field.js';
import { Section } from '../../parts/page.js';
import { Bad, Heading, PlainButton } from '../../parts/text.js';
import { FirstOwners } from './first-owners.js';

interface ChooseColumnsProps {
  file: OwnerFile;
  /** Choices of the last attempt, to continue from. */
  before: OwnerImportRequest | null;
  isStarting: boolean;
  onTry: (request: OwnerImportRequest) => void;
  /** Called to read the file in another way, with all choices except the columns. */
  onReadAgain: (request: OwnerImportRequest) => void;
  onStartOver: () => void;
}

/** Choices as shown; an empty one leaves it to the file, or to the source. */
const draftOf = (before: OwnerImportRequest | null) => ({
  source: before?.source ?? '',
  replace: before?.replace ?? false,
  dncDefault: before?.dncDefault ?? true,
  allowNameless: before?.allowNameless ?? false,
  sameProperty: before?.sameProperty ?? false,
  phoneTypeDefault: before?.phoneTypeDefault ?? ('' as const),
  nameOrder: before?.nameOrder ?? ('' as const),
  state: before?.state ?? '',
  priority: String(before?.priority ?? ''),
});

const NAME_ORDERS = [
  { value: '', label: 'Detected from the file' },
  { value: 'first-last', label: 'First name first (Jane Doe): split' },
  { value: 'last-first', label: 'Last name first (Doe Jane): split' },
  { value: 'as-written', label: 'Kept as written' },
];

export function ChooseColumns(props: ChooseColumnsProps) {
  const { file, before, isStarting, onTry, onReadAgain, onStartOver } = props;
  const sources = useQuery(sourcesQuery);
  const { draft, change, text, check } = useDraft(draftOf(before));
  const [columns, setColumns] = useState<Columns>(() => columnsOf(file, before ?? {}));
  const source = draft.source.trim();
  const known = sources.data?.sources.find((one) => one.source === source);
  const request: OwnerImportRequest = {
    dryRun: true,
    source,
    replace: draft.replace,
    dncDefault: draft.dncDefault,
    allowNameless: draft.allowNameless,
    ...given({
      sameProperty: draft.sameProperty || undefined,
      phoneTypeDefault: draft.phoneTypeDefault,
      nameOrder: draft.nameOrder,
      state: draft.state.toUpperCase(),
      priority: draft.priority.trim() === '' ? undefined : numberIn(draft.priority),
      sheet: before?.sheet,
      headerRow: before?.headerRow,
    }),
  };
  const chosen: OwnerImportRequest = {
    ...request,
    // Without a header row, the columns are named by their numbers.
    ...(file.headerRow === 0 && { headerRow: 0 }),
    map: choicesOf(file.suggested, columns.mapping),
    ...(columns.unused.length > 0 && { unused: [...columns.unused] }),
  };
  return (
    <Form onSubmit={() => onTry(chosen)}>
      <Stack gap="lg">
        <Group justify="space-between">
          <Text>
            <b>{file.name}</b>, {bytes(file.bytes)}, {count(file.headers.length)} columns
          </Text>
          <PlainButton size="xs" onClick={onStartOver} disabled={isStarting}>
            Choose a different file
          </PlainButton>
        </Group>
        {file.sheet !== null && file.otherSheets.length > 0 && (
          <SheetButtons
            sheet={file.sheet}
            others={file.otherSheets}
            onSheet={(sheet) => {
              const { headerRow: _, ...kept } = request;
              onReadAgain({ ...kept, sheet });
            }}
          />
        )}
        {file.notes.length > 0 && (
          <Alert color="yellow" title="Before you go on">
            {file.notes.map((note) => (
              <Text key={note}>{note}</Text>
            ))}
          </Alert>
        )}
        <ColumnChoice
          file={file}
          columns={columns}
          onChange={setColumns}
          onHeaderRow={(headerRow) => onReadAgain({ ...request, headerRow })}
        />
        <FirstOwners fileId={file.id} request={readingOf(chosen, known)} />
        <Card>
          <Stack>
            <Heading>Source</Heading>
            <Autocomplete
              label="Name of the source"
              description="The data set this file belongs to, such as a county or a vendor. Choose one, or type a new name."
              required
              maxLength={200}
              data={sources.data?.sources.map(({ source }) => source) ?? []}
              value={draft.source}
              onChange={(name) => change({ source: name })}
            />
            <Radio.Group
              label={
                known === undefined
                  ? 'Owners that the source already has'
                  : `Owners that the source already has: ${count(known.records)}`
              }
              value={draft.replace ? 'replace' : 'add'}
              onChange={(value) => change({ replace: value === 'replace' })}
            >
              <Stack gap="xs" mt="xs">
                <Radio
                  value="add"
                  label="Keep them, and add this file"
                  description="Owners that this file has, too, are updated."
                />
                <Radio
                  value="replace"
                  label="Replace them all with this file"
                  description="Owners that this file does not have are removed."
                />
              </Stack>
            </Radio.Group>
            <Accordion variant="contained">
              <Accordion.Item value="options">
                <Accordion.Control>More options</Accordion.Control>
                <Accordion.Panel>
                  <Stack>
                    <Checkbox
                      label="Mark phones without a Do Not Call flag as Do Not Call"
                      {...check('dncDefault')}
                    />
                    <Checkbox label="Also import rows that name no owner" {...check('allowNameless')} />
                    <Checkbox
                      label="Rows of one address are one property"
                      description="Even if a column that isn’t read tells them apart"
                      {...check('sameProperty')}
                    />
                    <SimpleGrid cols={{ base: 1, xs: 2 }}>
                      <Select
                        label="Phones without a type are"
                        description="In the whole source"
                        data={phoneTypes(known)}
                        allowDeselect={false}
                        value={draft.phoneTypeDefault}
                        onChange={(value) =>
                          change({ phoneTypeDefault: value as typeof draft.phoneTypeDefault })
                        }
                      />
                      <Select
                        label="Full names are written"
                        data={NAME_ORDERS}
                        allowDeselect={false}
                        value={draft.nameOrder}
                        onChange={(value) => change({ nameOrder: value as typeof draft.nameOrder })}
                      />
                      <TextInput
                        label="Default state"
                        description="If the file has no such column"
                        placeholder="TX"
                        maxLength={2}
                        pattern="[A-Za-z]{2}"
                        {...text('state')}
                      />
                      <NumberField
                        label="Priority of the source"
                        description="Leave empty to keep it"
                        bounds={PRIORITY}
                        {...text('priority')}
                      />
                    </SimpleGrid>
                  </Stack>
                </Accordion.Panel>
              </Accordion.Item>
            </Accordion>
          </Stack>
        </Card>
        <Group justify="flex-end">
          <Text c="dimmed">Nothing is stored yet.</Text>
          <Button
            type="submit"
            loading={isStarting}
            disabled={faultOf(draft.priority, PRIORITY) !== null || lacksHouseNumber(columns)}
          >
            Check the file
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

/** Options for phones without a type; by default the source's setting stays. */
function phoneTypes(source: OwnerSource | undefined) {
  const before = source?.phoneTypeDefault ?? null;
  const kept = { mobile: 'Mobiles, as before', landline: 'Landlines, as before' };
  return [
    { value: '', label: before === null ? 'Left out of answers' : kept[before] },
    { value: 'mobile', label: 'Mobiles' },
    { value: 'landline', label: 'Landlines' },
  ];
}

const STATE = /^[A-Z]{2}$/;

/** The parts of a request that say what a row becomes, with the settings of its source. */
const readingOf = (
  { map, unused, state = '', dncDefault, allowNameless, ...request }: OwnerImportRequest,
  source: OwnerSource | undefined,
): OwnerPreviewRequest => ({
  dncDefault,
  allowNameless,
  ...given({
    map,
    unused,
    // The state may be half typed.
    state: STATE.test(state) ? state : undefined,
    nameOrder: request.nameOrder,
    headerRow: request.headerRow,
    sheet: request.sheet,
    phoneTypeDefault: request.phoneTypeDefault ?? source?.phoneTypeDefault,
  }),
});

interface ColumnChoiceProps {
  file: OwnerFile;
  columns: Columns;
  onChange: (columns: Columns) => void;
  /** Reads the file with another header row; 0 for none. */
  onHeaderRow: (row: number) => void;
}

/** First rows of the file, with a menu in each column's head. */
function ColumnChoice({ file, columns, onChange, onHeaderRow }: ColumnChoiceProps) {
  const { headers, headerRow, titleRows, firstRows, firstRowNumbers } = file;
  const uses = usesOf(columns, file);
  const rowsAt = (at: number) => firstRows.map((cells) => cells[at] ?? '').filter((cell) => cell !== '');
  const detected = columnsOf(file, {});
  return (
    <Section
      title="Map columns"
      about="Choose what each column holds. Gray columns aren’t read. Are the names in another row? Click its number."
      actions={
        JSON.stringify(columns) !== JSON.stringify(detected) && (
          <Button variant="subtle" size="xs" onClick={() => onChange(detected)}>
            Undo my choices
          </Button>
        )
      }
    >
      <MappingTable
        columns={headers.map((name, at) => {
          const use = uses.get(name) ?? null;
          const numberless = use === 'address' ? numberlessDoubt(rowsAt(at)) : null;
          return {
            name,
            use,
            doubt: numberless ?? unclearDoubt(file, columns, name),
            ...(headerRow === 0 && { label: `Column ${name}` }),
          };
        })}
        titles={titleRows.map(({ row: line, cells }) => ({ line, cells }))}
        headerLine={headerRow === 0 ? null : headerRow}
        rows={firstRows.map((cells, at) => ({ line: firstRowNumbers[at] ?? at, cells }))}
        menuOf={menuOf}
        onUse={(name, use) => onChange(withUse(columns, file, name, use))}
        onHeader={onHeaderRow}
      />
      <Checkbox
        label="My file has no header row"
        checked={headerRow === 0}
        onChange={({ currentTarget: { checked } }) => onHeaderRow(checked ? 0 : 1)}
      />
      {lacksHouseNumber(columns) && (
        <Bad role="alert" title="Which column has the house numbers?">
          Choose “House number” above it. Nothing matches without them.
        </Bad>
      )}
    </Section>
  );
}
