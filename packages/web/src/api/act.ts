import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { readAgain } from './clients.js';
import { Problem } from './problem.js';
import { useRequestKeys } from './request-key.js';

export interface ActNeeds<Input, Output> {
  /** @param key of idempotency: the same input has the same one until it was carried out */
  send: (input: Input, key: string) => Promise<Output>;
  /** Beginnings of the paths with answers that it changes: they are read again, also after an error, which may come too late. */
  changes?: readonly string[];
  /** Called when the changed answers are there. */
  onDone?: (output: Output, input: Input) => void;
}

/** Something that a person does on the server, once even after a double click. */
export function useAct<Output, Input = void>({ send, changes = [], onDone }: ActNeeds<Input, Output>) {
  const queries = useQueryClient();
  const keys = useRequestKeys();
  // The second click of a double click comes before the button is rendered as busy.
  const isUnderWay = useRef(false);
  const act = useMutation({
    mutationFn: (input: Input) => send(input, keys.keyOf(input)),
    onSuccess: async (output, input) => {
      keys.renew();
      await readAgain(queries, changes);
      onDone?.(output, input);
    },
    onError: (error, input) => {
      if (!(error instanceof Problem && error.isNothingDone)) keys.leaveOpen(input);
      void readAgain(queries, changes);
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
    // The answer may be a secret.
    gcTime: 0,
  });
  return {
    ...act,
    run: (input: Input) => {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      act.mutate(input);
    },
    isUnderWay: () => isUnderWay.current,
    /** Whether this input was sent before and no answer came. */
    isOpen: (input: Input) => keys.isOpen(input),
    renewKeys: () => keys.renew(),
  };
}

/** The part of an act that its dialog shows. */
export interface Doing {
  isPending: boolean;
  /** Error of the last attempt; null without one. */
  error: unknown;
}
