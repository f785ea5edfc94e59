import { Alert, Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { REQUESTS, type PersonRequest } from '../../operator/people.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useSecret } from '../../parts/secret-dialog.js';

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
    <Alert color="gray" icon={<Mail size={18} aria-hidden />} title="Not confirmed yet">
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
