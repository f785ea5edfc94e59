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
  Title,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { PRIORITY, sourcesQuery, type OwnerSource } from '../../operator/owners.js';
import type { OwnerFile, OwnerImportRequest, OwnerPreviewRequest } from '../../operator/owner-import.js';
import { faultOf, numberIn, NumberField } from '../../parts/number-field.js';
import { bytes, count } from '../../parts/format.js';
import { SheetButtons, MappingTable, numberlessDoubt } from '../../parts/mapping-table.js';
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
import { FirstOwners } from './first-owners.js';
import { Bad } from '../../parts/text.js';

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

const FIRST: OwnerImportRequest = {
  dryRun: true,
  source: '',
  replace: false,
  dncDefault: true,
  allowNameless: false,
};
const NAME_ORDERS = [
  { value: '', label: 'Detected from the file' },
  { value: 'first-last', label: 'First name first (Jane Doe): split' },
  { value: 'last-first', label: 'Last name first (Doe Jane): split' },
  { value: 'as-written', label: 'Kept as written' },
];

export function ChooseColumns({
  file,
  before,
  isStarting,
  onTry,
  onReadAgain,
  onStartOver,
}: ChooseColumnsProps) {
  const sources = useQuery(sourcesQuery);
  const [request, setRequest] = useState<OwnerImportRequest>(() => withoutColumns(before ?? FIRST));
  const [priority, setPriority] = useState(String(before?.priority ?? ''));
  const [columns, setColumns] = useState<Columns>(() => columnsOf(file, before ?? {}));
  const known = sources.data?.sources.find(({ source }) => source === request.source.trim());
  const chosen: OwnerImportRequest = {
    ...request,
    // Without a header row, the columns are named by their numbers.
    ...(file.headerRow === 0 && { headerRow: 0 }),
    map: choicesOf(file.suggested, columns.mapping),
    ...(columns.unused.length > 0 && { unused: [...columns.unused] }),
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onTry(withPriority({ ...chosen, source: request.source.trim(), dryRun: true }, priority));
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <Group justify="space-between">
          <Text>
            <b>{file.name}</b>, {bytes(file.bytes)}, {count(file.headers.length)} columns
          </Text>
          <Button variant="default" size="xs" onClick={onStartOver} disabled={isStarting}>
            Choose a different file
          </Button>
        </Group>
        {file.sheet !== null && file.otherSheets.length > 0 && (
          <SheetButtons
            sheet={file.sheet}
            others={file.otherSheets}
            onSheet={(sheet) => {
              const { headerRow: _, ...kept } = request;
              onReadAgain(withPriority({ ...kept, sheet }, priority));
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
          onHeaderRow={(headerRow) => onReadAgain(withPriority({ ...request, headerRow }, priority))}
        />
        <FirstOwners fileId={file.id} request={readingOf(chosen, known)} />
        <Card>
          <Stack>
            <Title order={2} size="h4">
              Source
            </Title>
            <Autocomplete
              label="Name of the source"
              description="The data set this file belongs to, such as a county or a vendor. Choose one, or type a new name."
              required
              maxLength={200}
              data={sources.data?.sources.map(({ source }) => source) ?? []}
              value={request.source}
              onChange={(source) => setRequest({ ...request, source })}
            />
            <Radio.Group
              label={
                known === undefined
                  ? 'Owners that the source already has'
                  : `Owners that the source already has: ${count(known.records)}`
              }
              value={request.replace ? 'replace' : 'add'}
              onChange={(value) => setRequest({ ...request, replace: value === 'replace' })}
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
                      checked={request.dncDefault}
                      onChange={(event) =>
                        setRequest({ ...request, dncDefault: event.currentTarget.checked })
                      }
                    />
                    <Checkbox
                      label="Also import rows that name no owner"
                      checked={request.allowNameless}
                      onChange={(event) =>
                        setRequest({ ...request, allowNameless: event.currentTarget.checked })
                      }
                    />
                    <Checkbox
                      label="Rows of one address are one property"
                      description="Even if a column that isn’t read tells them apart"
                      checked={request.sameProperty ?? false}
                      onChange={(event) =>
                        setRequest({ ...request, sameProperty: event.currentTarget.checked })
                      }
                    />
                    <SimpleGrid cols={{ base: 1, xs: 2 }}>
                      <Select
                        label="Phones without a type are"
                        description="In the whole source"
                        data={phoneTypes(known)}
                        allowDeselect={false}
                        value={request.phoneTypeDefault ?? ''}
                        onChange={(value) => setRequest(withPhoneType(request, value))}
                      />
                      <Select
                        label="Full names are written"
                        data={NAME_ORDERS}
                        allowDeselect={false}
                        value={request.nameOrder ?? ''}
                        onChange={(value) => setRequest(withNameOrder(request, value))}
                      />
                      <TextInput
                        label="Default state"
                        description="If the file has no such column"
                        placeholder="TX"
                        maxLength={2}
                        pattern="[A-Za-z]{2}"
                        value={request.state ?? ''}
                        onChange={(event) => setRequest(withState(request, event.currentTarget.value))}
                      />
                      <NumberField
                        label="Priority of the source"
                        description="Leave empty to keep it"
                        bounds={PRIORITY}
                        value={priority}
                        onChange={(event) => setPriority(event.currentTarget.value)}
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
            disabled={faultOf(priority, PRIORITY) !== null || lacksHouseNumber(columns)}
          >
            Check the file
          </Button>
        </Group>
      </Stack>
    </form>
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

// Leaves out an empty choice.
function withPhoneType(
  { phoneTypeDefault: _, ...rest }: OwnerImportRequest,
  value: string | null,
): OwnerImportRequest {
  return value === 'mobile' || value === 'landline' ? { ...rest, phoneTypeDefault: value } : rest;
}

function withNameOrder(
  { nameOrder: _, ...rest }: OwnerImportRequest,
  value: string | null,
): OwnerImportRequest {
  return value === 'as-written' || value === 'first-last' || value === 'last-first'
    ? { ...rest, nameOrder: value }
    : rest;
}
function withState({ state: _, ...rest }: OwnerImportRequest, value: string): OwnerImportRequest {
  return value === '' ? rest : { ...rest, state: value.toUpperCase() };
}
const withoutColumns = ({ map: _, unused: __, ...rest }: OwnerImportRequest): OwnerImportRequest => rest;

const STATE = /^[A-Z]{2}$/;

/** The parts of a request that say what a row becomes, with the settings of its source. */
function readingOf(
  { map, unused, state, dncDefault, allowNameless, ...request }: OwnerImportRequest,
  source: OwnerSource | undefined,
): OwnerPreviewRequest {
  const { nameOrder, headerRow, sheet } = request;
  const phoneTypeDefault = request.phoneTypeDefault ?? source?.phoneTypeDefault ?? undefined;
  return {
    dncDefault,
    allowNameless,
    ...(map !== undefined && { map }),
    ...(unused !== undefined && { unused }),
    // The state may be half typed.
    ...(state !== undefined && STATE.test(state) && { state }),
    ...(nameOrder !== undefined && { nameOrder }),
    ...(headerRow !== undefined && { headerRow }),
    ...(sheet !== undefined && { sheet }),
    ...(phoneTypeDefault !== undefined && { phoneTypeDefault }),
  };
}

function withPriority({ priority: _, ...rest }: OwnerImportRequest, value: string): OwnerImportRequest {
  return value.trim() === '' ? rest : { ...rest, priority: numberIn(value) };
}

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
    <Stack component="section" aria-labelledby="columns" gap="sm">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} size="h4" id="columns">
            Map columns
          </Title>
          <Text c="dimmed">
            Choose what each column holds. Gray columns aren’t read. Are the names in another row? Click its
            number.
          </Text>
        </div>
        {JSON.stringify(columns) !== JSON.stringify(detected) && (
          <Button variant="subtle" size="xs" onClick={() => onChange(detected)}>
            Undo my choices
          </Button>
        )}
      </Group>
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
    </Stack>
  );
}
