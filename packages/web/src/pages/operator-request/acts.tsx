import { Button, Group, Stack, Text, Textarea, Alert, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { requestQuery, REQUESTS, type PersonRequest } from '../../operator/people.js';
import { Confirm } from '../../parts/confirm.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Mail } from 'lucide-react';
import { useClipboard } from '@mantine/hooks';
import { useSecret } from '../../parts/secret-dialog.js';
import { Section } from '../../parts/page.js';

type Act = 'confirm' | 'extend' | 'done' | 'refuse' | 'reopen';

/** Steps with a confirmation dialog, and its texts. */
const QUESTIONS = {
  done: {
    title: 'Close this request?',
    action: 'Close as done',
    label: 'What you answered',
    text: 'We don’t email the answer. Send it yourself first.',
    isNeeded: false,
  },
  refuse: {
    title: 'Refuse this request?',
    action: 'Refuse request',
    label: 'Reason',
    text: 'Tell the person why. The reason stays on record.',
    isNeeded: true,
  },
  extend: {
    title: 'Extend the deadline?',
    action: 'Extend deadline',
    label: 'Reason',
    text: 'You get twice the time, once. Tell the person why before the first deadline.',
    isNeeded: false,
  },
} as const;

/** Buttons that advance a request. */
export function Acts({ request }: { request: PersonRequest }) {
  const { id, state, wants, isExtended, isEmptied } = request;
  const queries = useQueryClient();
  const [asked, ask] = useState<keyof typeof QUESTIONS | null>(null);
  const [reason, setReason] = useState('');
  const act = useMutation({
    mutationFn: (what: Act) =>
      bodyOf(
        own.PATCH('/operator/api/requests/{requestId}', {
          params: { path: { requestId: id } },
          body: { act: what, ...(reason.trim() !== '' && { reason: reason.trim() }) },
        }),
      ),
    onSuccess: (changed) => {
      queries.setQueryData(requestQuery(id).queryKey, changed);
      close();
      return queries.invalidateQueries({ queryKey: REQUESTS });
    },
  });
  const close = () => {
    ask(null);
    setReason('');
    act.reset();
  };
  const isClosed = state === 'done' || state === 'refused';
  const question = asked === null ? null : QUESTIONS[asked];
  if (isClosed && isEmptied) return null;
  return (
    <Section title="Answer">
      <Group gap="xs">
        {isClosed ? (
          <Button variant="default" onClick={() => act.mutate('reopen')} loading={act.isPending}>
            Reopen
          </Button>
        ) : (
          <>
            {state !== 'unconfirmed' && <Button onClick={() => ask('done')}>Close as done</Button>}
            <Button variant="default" onClick={() => ask('refuse')}>
              Refuse
            </Button>
            {wants !== 'leave_out' && !isExtended && (
              <Button variant="default" onClick={() => ask('extend')}>
                Extend deadline
              </Button>
            )}
            {state === 'unconfirmed' && (
              <Button variant="default" onClick={() => act.mutate('confirm')} loading={act.isPending}>
                Confirm myself
              </Button>
            )}
          </>
        )}
      </Group>
      {asked === null && act.isError && <ProblemNote error={act.error} />}
      <Confirm
        opened={question !== null}
        onClose={close}
        title={question?.title ?? ''}
        action={question?.action ?? ''}
        isBlocked={question?.isNeeded === true && reason.trim() === ''}
        onConfirm={() => asked !== null && act.mutate(asked)}
        isPending={act.isPending}
        error={act.error}
      >
        <Text size="sm">{question?.text}</Text>
        <Textarea
          mt="md"
          label={question?.label}
          required={question?.isNeeded === true}
          maxLength={1_000}
          autosize
          minRows={2}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Confirm>
    </Section>
  );
}

/** State of an unconfirmed request, and the letter to print that asks the person to confirm it. */
export function Letter({ request }: { request: PersonRequest }) {
  const { id, letters, history } = request;
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const letter = useSecret({
    name: 'letter',
    make: (requestId: string) =>
      bodyOf(own.POST('/operator/api/requests/{requestId}/letter', { params: { path: { requestId } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: REQUESTS }),
    onClose: () => setOpen(false),
  });
  const { copy, copied } = useClipboard();
  const isMailed = history.some(({ what }) => what === 'mailed');
  const text = letter.data?.lines.join('\n') ?? '';
  return (
    <Alert color="gray" icon={<Mail />} title="Not confirmed yet">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {isMailed
            ? 'We emailed a link. If nothing comes back, write a letter.'
            : letters > 0
              ? 'A letter is on its way. Another one replaces its code.'
              : 'We sent no email. Write a letter with a code, print it and mail it.'}
        </Text>
        <Button
          size="xs"
          onClick={() => {
            setOpen(true);
            letter.make(id);
          }}
        >
          Write a letter
        </Button>
        <Modal opened={isOpen} onClose={letter.close} title="Print and mail this letter" size="lg" centered>
          <Stack>
            {letter.isError && <ProblemNote error={letter.error} />}
            {letter.isSuccess && (
              <>
                <Text size="sm">We show the code this once. Another letter has another code.</Text>
                <Textarea
                  label="Letter"
                  value={text}
                  readOnly
                  autosize
                  data-autofocus
                  onFocus={(event) => event.currentTarget.select()}
                />
                <Button onClick={() => copy(text)}>{copied ? 'Copied' : 'Copy letter'}</Button>
              </>
            )}
          </Stack>
        </Modal>
      </Stack>
    </Alert>
  );
}
