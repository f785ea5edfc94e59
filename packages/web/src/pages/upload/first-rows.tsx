import { Text, Title, UnstyledButton } from '@mantine/core';
import type { Look, TopRow } from '../../lead-file/report.js';
import { count } from '../../parts/format.js';
import classes from './upload.module.css';

/** Maximum number of columns shown: a row may have thousands of cells. */
const SHOWN_COLUMNS = 50;

/**
 * First rows of the list, to compare with the columns chosen above. Row numbers are buttons that make their row the header.
 */
export function FirstRows({ look, onHeaderRow }: { look: Look; onHeaderRow: (line: number) => void }) {
  const { top, columns, rows } = look;
  const width = Math.min(
    SHOWN_COLUMNS,
    Math.max(columns.length, ...[...top.map(({ cells }) => cells), ...rows].map((cells) => cells.length)),
  );
  const more = columns.length - width;
  const places = Array.from({ length: width }, (_, at) => at);
  const names = columns.map(({ name }) => (name === '' ? '(no name)' : name));
  const header = top.find(({ kind }) => kind === 'header');
  const rowOf = (row: TopRow) => (
    <tr key={row.line} data-kind={row.kind}>
      <td>
        <UnstyledButton
          className={classes['row-number'] ?? ''}
          aria-label={`Row ${row.line} holds the names of the columns`}
          aria-pressed={row.kind === 'header'}
          onClick={() => onHeaderRow(row.line)}
        >
          {row.line}
        </UnstyledButton>
      </td>
      {places.map((at) => (
        <td key={at}>{row.cells[at] ?? ''}</td>
      ))}
    </tr>
  );
  return (
    <div>
      <Title order={2} size="h4" mb="sm" id="first-rows">
        First rows
      </Title>
      <div className={classes['preview']} tabIndex={0} role="region" aria-labelledby="first-rows">
        <table>
          <thead>
            {top.filter(({ kind }) => kind === 'title').map(rowOf)}
            <tr data-kind="header">
              {top.length > 0 && <td>{header?.line ?? ''}</td>}
              {places.map((at) => (
                <th key={at} scope="col">
                  {names[at] ?? ''}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {top.length > 0
              ? top.filter(({ kind }) => kind === 'data').map(rowOf)
              : rows.map((row, index) => (
                  <tr key={index}>
                    {places.map((at) => (
                      <td key={at}>{row[at] ?? ''}</td>
                    ))}
                  </tr>
                ))}
          </tbody>
        </table>
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        {top.length > 0 && 'Are the names of the columns in another row? Click its number. '}
        {more > 0 && `And ${count(more)} more columns.`}
      </Text>
    </div>
  );
}
