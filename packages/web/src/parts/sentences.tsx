import { List } from '@mantine/core';

/** Sentences one below the other. They may hold long words, such as file names, and may repeat. */
export function Sentences({ of }: { of: readonly string[] }) {
  return (
    <List size="sm">
      {of.map((sentence, at) => (
        <List.Item key={at} style={{ overflowWrap: 'anywhere' }}>
          {sentence}
        </List.Item>
      ))}
    </List>
  );
}
