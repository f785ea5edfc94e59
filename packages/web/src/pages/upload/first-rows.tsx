import { Text, Title } from '@mantine/core';
import type { Look } from '../../lead-file/report.js';
import { count } from '../../parts/format.js';
import classes from './upload.module.css';

/** The list as it was read, to be compared with the columns above it. */
export function FirstRows({ look }: { look: Look }) {
  const shown = look.columns.slice(0, look.rows[0]?.length ?? 0);
  const more = look.columns.length - shown.length;
  return (
    <div>
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
    </div>
  );
}
