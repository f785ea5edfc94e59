import { Alert, Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { Mail } from 'lucide-react';
import { useAct } from '../../api/act.js';
import { given, own } from '../../api/clients.js';
import { undoneOf, type PersonRequest } from '../../operator/people.js';
import { ActButton } from '../../parts/dialog.js';
import { Section } from '../../parts/page.js';
import { PlainButton, ProblemNote, Warning } from '../../parts/text.js';

/** Everything that shows requests. */
export const OF_REQUESTS = ['/operator/api/requests'];

type Act = 'confirm' | 'extend' | 'done' | 'refuse' | 'reopen';

/** Steps with a confirmation dialog, and its texts. */
const QUESTIONS = {
  confirm: {
    label: 'Confirm myself',
    title: 'Confirm this request yourself?',
    action: 'Confirm request',
    about:
      'Do so if you know another way that the person asks, such as a call. Then records can be handed over and deleted.',
    reason: { label: 'How you know', required: false, isLong: true },
  },
  done: {
    label: 'Close as done',
    title: 'Close this request?',
    action: 'Close as done',
    about: 'We don’t email the answer. Send it yourself first.',
    reason: { label: 'What you answered', required: false, isLong: true },
  },
  refuse: {
    label: 'Refuse',
    title: 'Refuse this request?',
    action: 'Refuse request',
    about: 'Tell the person why. The reason stays on record.',
    reason: { isLong: true },
  },
  extend: {
    label: 'Extend deadline',
    title: 'Extend the deadline?',
    action: 'Extend deadline',
    about: 'You get twice the time, once. Tell the person why before the first deadline.',
    reason: { required: false, isLong: true },
  },
} as const;

/** Buttons that advance a request. */
export function Acts({ request }: { request: PersonRequest }) {
  const { id: requestId, state, wants, isExtended, isEmptied } = request;
  const send = (act: Act, reason = '') =>
    own.PATCH('/operator/api/requests/{requestId}', {
      params: { path: { requestId } },
      body: { act, ...given({ reason }) },
    });
  const reopen = useAct({ send: () => send('reopen'), changes: OF_REQUESTS });
  const isClosed = state === 'done' || state === 'refused';
  const isUnconfirmed = state === 'unconfirmed';
  if (isClosed && isEmptied) return null;
  const button = (act: keyof typeof QUESTIONS) => {
    const { about, ...question } = QUESTIONS[act];
    return (
      <ActButton
        {...question}
        button={{ variant: act === 'done' ? 'filled' : 'default' }}
        send={(reason) => send(act, reason)}
        changes={OF_REQUESTS}
      >
        <Stack gap="sm">
          {act === 'done' && undoneOf(request).map((text) => <Warning key={text}>{text}</Warning>)}
          <Text>{about}</Text>
        </Stack>
      </ActButton>
    );
  };
  return (
    <Section title="Answer">
      <Group gap="xs">
        {isClosed ? (
          <PlainButton onClick={() => reopen.run()} loading={reopen.isPending}>
            Reopen
          </PlainButton>
        ) : (
          <>
            {!isUnconfirmed && button('done')}
            {button('refuse')}
            {wants !== 'leave_out' && !isExtended && button('extend')}
            {isUnconfirmed && button('confirm')}
          </>
        )}
      </Group>
      {reopen.isError && <ProblemNote error={reopen.error} />}
    </Section>
  );
}

/** State of an unconfirmed request, and the letter to print that asks the person to confirm it. */
export function Letter({ request }: { request: PersonRequest }) {
  const { id: requestId, letters, history } = request;
  const [isOpen, { open, close }] = useDisclosure();
  const letter = useAct({
    send: () => own.POST('/operator/api/requests/{requestId}/letter', { params: { path: { requestId } } }),
    changes: OF_REQUESTS,
  });
  const { copy, copied } = useClipboard();
  const isMailed = history.some(({ what }) => what === 'mailed');
  const text = letter.data?.lines.join('\n') ?? '';
  const leave = () => {
    if (letter.isUnderWay()) return;
    letter.reset();
    close();
  };
  return (
    <Alert color="gray" icon={<Mail />} title="Not confirmed yet">
      <Stack gap="sm" align="flex-start">
        <Text>
          {isMailed
            ? 'We emailed a link. If nothing comes back, write a letter.'
            : letters > 0
              ? 'A letter is on its way. Another one replaces its code.'
              : 'We sent no email. Write a letter with a code, print it and mail it.'}
        </Text>
        <Button
          size="xs"
          onClick={() => {
            open();
            letter.run();
          }}
        >
          Write a letter
        </Button>
        <Modal opened={isOpen} onClose={leave} title="Print and mail this letter" size="lg" centered>
          <Stack>
            {letter.isError && <ProblemNote error={letter.error} />}
            {letter.isSuccess && (
              <>
                <Text>We show the code this once. Another letter has another code.</Text>
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
