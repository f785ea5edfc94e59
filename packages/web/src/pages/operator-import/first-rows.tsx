import { Button, Table, Text } from '@mantine/core';
import type { OwnerFile } from '../../operator/owner-import.js';

/**
 * First rows of a file as the server read them. Row numbers are buttons that make their row the header.
 */
export function FirstRows({ file, onHeaderRow }: { file: OwnerFile; onHeaderRow: (row: number) => void }) {
  const { headers, headerRow, titleRows, firstRows, firstRowNumbers } = file;
  const width = Math.max(
    ...[headers, ...titleRows.map(({ cells }) => cells), ...firstRows].map((row) => row.length),
  );
  const places = Array.from({ length: width }, (_, at) => at);
  const rowOf = (row: number, cells: readonly string[], isTitle: boolean) => (
    <Table.Tr key={row}>
      <Table.Td>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Row ${row} holds the names of the columns`}
          onClick={() => onHeaderRow(row)}
        >
          {row}
        </Button>
      </Table.Td>
      {places.map((at) => (
        <Table.Td key={at} {...(isTitle && { c: 'dimmed' })}>
          {cells[at] ?? ''}
        </Table.Td>
      ))}
    </Table.Tr>
  );
  return (
    <div>
      <Table.ScrollContainer
        minWidth={Math.min(1_200, 140 * width)}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'The first rows of the file' } }}
      >
        <Table withTableBorder withColumnBorders fz="xs">
          <Table.Thead>
            {titleRows.map(({ row, cells }) => rowOf(row, cells, true))}
            <Table.Tr>
              <Table.Td>{headerRow === 0 ? '' : headerRow}</Table.Td>
              {places.map((at) => (
                <Table.Th key={at}>{headers[at] === '' ? `Column ${at + 1}` : (headers[at] ?? '')}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {firstRows.map((cells, at) => rowOf(firstRowNumbers[at] ?? at, cells, false))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed" mt={4}>
        Are the names of the columns in another row? Click its number.
      </Text>
    </div>
  );
}
