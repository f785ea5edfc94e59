import { Table } from '@mantine/core';
import type { OwnerFile } from '../../operator/owner-import.js';

/** The first rows of a file, as the server read them. */
export function FirstRows({ file: { headers, firstRows } }: { file: OwnerFile }) {
  return (
    <Table.ScrollContainer
      minWidth={Math.min(1_200, 140 * headers.length)}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': 'The first rows of the file' } }}
    >
      <Table withTableBorder withColumnBorders fz="xs">
        <Table.Thead>
          <Table.Tr>
            {headers.map((header, at) => (
              <Table.Th key={at}>{header === '' ? `Column ${at + 1}` : header}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {firstRows.map((cells, row) => (
            <Table.Tr key={row}>
              {headers.map((_, at) => (
                <Table.Td key={at}>{cells[at] ?? ''}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
