import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemNote } from './problem-note.js';

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
