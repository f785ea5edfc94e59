// Headings, texts, links, buttons and notes as most pages have them.
import {
  Alert,
  Anchor,
  Button,
  Group,
  List,
  Skeleton,
  Text,
  Title,
  type AlertProps,
  type AnchorProps,
  type ButtonProps,
  type TextProps,
  type TitleProps,
} from '@mantine/core';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { Link } from 'react-router';
import { sentenceOf } from '../api/problem.js';

type With<Props, Tag extends 'a' | 'button' | 'div' | 'p'> = Props &
  Omit<ComponentPropsWithoutRef<Tag>, keyof Props | 'color'>;

type HeadingProps = Omit<TitleProps, 'order' | 'size'>;

/** Heading of a part of a page. */
export const Heading = (props: HeadingProps) => <Title order={2} size="h4" {...props} />;
/** Heading of a part among many. */
export const SmallHeading = (props: HeadingProps) => <Title order={2} size="h5" {...props} />;
/** Heading within a part. */
export const Subheading = (props: HeadingProps) => <Title order={3} size="h5" {...props} />;

/** Text of the least weight. */
export const Fine = (props: With<TextProps, 'p'>) => <Text size="xs" c="dimmed" {...props} />;

/** List of sentences, which may repeat. */
export const Sentences = ({ of }: { of: readonly string[] }) => (
  <List size="sm">
    {of.map((sentence, at) => (
      <List.Item key={at}>{sentence}</List.Item>
    ))}
  </List>
);

interface Destination {
  to: string;
  replace?: boolean;
  children: ReactNode;
}

/** Link in a sentence. */
export const To = (props: Destination & With<AnchorProps, 'a'>) => (
  <Anchor component={Link} inherit {...props} />
);

/** Link by itself, such as in a table. */
export const LinkTo = (props: Destination & With<AnchorProps, 'a'>) => <Anchor component={Link} {...props} />;

/** Link that looks like a button. */
export const ButtonTo = (props: Destination & With<ButtonProps, 'a'>) => (
  <Button component={Link} variant="default" {...props} />
);

/** Button that is not the first choice. */
export const PlainButton = (props: With<ButtonProps, 'button'>) => <Button variant="default" {...props} />;

export const Bad = (props: With<AlertProps, 'div'>) => (
  <Alert color="red" icon={<TriangleAlert />} {...props} />
);

export const Warning = (props: With<AlertProps, 'div'>) => (
  <Alert color="yellow" icon={<TriangleAlert />} {...props} />
);

export const Good = (props: With<AlertProps, 'div'>) => (
  <Alert color="green" icon={<CircleCheck />} {...props} />
);

interface ProblemNoteProps {
  error: unknown;
  retry?: (() => void) | undefined;
}

/** Error message, with a retry button if a retry is possible. */
export const ProblemNote = ({ error, retry }: ProblemNoteProps) => (
  <Bad role="alert" variant="light">
    <Group justify="space-between" gap="sm">
      <Text>{sentenceOf(error)}</Text>
      {retry !== undefined && (
        <PlainButton size="xs" onClick={retry}>
          Try again
        </PlainButton>
      )}
    </Group>
  </Bad>
);

/** Fields of a TanStack query that its error message needs. */
export interface Query {
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

/** Error of a query's last attempt, with a button to try again; renders nothing without one. */
export const QueryProblem = ({ of }: { of: Query }) =>
  of.isError && <ProblemNote error={of.error} retry={() => void of.refetch()} />;

interface LoadedProps<Data> {
  of: Query & { data: Data | undefined };
  /** Height of the skeleton. */
  height?: number;
  children: (data: Data) => ReactNode;
}

/** Shows the data of a query, below the error of its last attempt; a skeleton until there is either. */
export function Loaded<Data>({ of, height = 240, children }: LoadedProps<Data>) {
  return (
    <>
      <QueryProblem of={of} />
      {of.data === undefined ? !of.isError && <Skeleton height={height} radius="md" /> : children(of.data)}
    </>
  );
}
