import { List } from '@mantine/core';

/** List of sentences, which may repeat and may contain long words such as file names. */
export function Sentences({ of }: { of: readonly string[] }) {
  return (
    <List size="sm">
      {of.map((sentence, at) => (
        <List.Item key={at}>{sentence}</List.Item>
      ))}
    </List>
  );
}
