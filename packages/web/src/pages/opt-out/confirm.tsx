import { Anchor, Button, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useRef, useState, type SubmitEvent } from 'react';
import { Link } from 'react-router';
import { anyone, bodyOf } from '../../api/clients.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { DoneNote } from './done-note.js';
import { dayIn, problemIn, WORDS, type Language } from './words.js';

const CONFIRM = ['confirm a request'];
const CODE_LENGTH = 20;

/** Confirms a request. A mailed link shows a button, so mail scanners can't confirm by opening it; a letter has a code to type. */
export function Confirm({ language }: { language: Language }) {
  const words = WORDS[language].confirm;
  const [linked] = useState(takeProof);
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);
  const queries = useQueryClient();
  const confirm = useMutation({
    mutationKey: CONFIRM,
    mutationFn: (proof: string) => bodyOf(anyone.POST('/opt-out/api/confirmations', { body: { proof } })),
  });
  const isWhole = code.replace(/[^0-9a-z]/gi, '').length === CODE_LENGTH;
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setChecked(true);
    if (linked === null && !isWhole) field.current?.focus();
    else if (queries.isMutating({ mutationKey: CONFIRM }) === 0) confirm.mutate(linked ?? code);
  };
  if (confirm.isSuccess) return <Confirmed language={language} {...confirm.data} />;
  return (
    <Paper withBorder p="lg" radius="md">
      <form onSubmit={submit} noValidate>
        <Stack>
          {linked === null && (
            <TextInput
              ref={field}
              label={words.label}
              description={words.hint}
              required
              autoComplete="one-time-code"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={60}
              value={code}
              onChange={(event) => setCode(event.currentTarget.value)}
              error={isChecked && !isWhole ? words.fault : undefined}
            />
          )}
          {confirm.isError && <ProblemNote error={problemIn(language, confirm.error)} />}
          <div>
            <Button type="submit" size="md" loading={confirm.isPending}>
              {words.button}
            </Button>
          </div>
          <Text size="sm" c="dimmed">
            {words.none}{' '}
            <Anchor component={Link} to={`/opt-out?lang=${language}`} inherit>
              {words.start}
            </Anchor>
          </Text>
        </Stack>
      </form>
    </Paper>
  );
}

function Confirmed({ language, reference, dueAt }: { language: Language; reference: string; dueAt: string }) {
  const words = WORDS[language].confirm;
  return (
    <DoneNote icon={<CircleCheck size={18} aria-hidden />} title={words.done}>
      {words.due(reference, dayIn(language, dueAt))}
    </DoneNote>
  );
}

/** Takes the proof from the URL's fragment, which is never sent to a server, and removes it from the address bar. */
function takeProof(): string | null {
  const { hash, pathname, search } = window.location;
  if (hash.length < 2) return null;
  window.history.replaceState(window.history.state, '', pathname + search);
  return hash.slice(1);
}
