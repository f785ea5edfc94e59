import { Button, Code, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { bodyOf, own } from '../../api/clients.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { SignInFrame } from '../../session/sign-in-frame.js';
import { pageAfterSignIn, useSignInToken } from '../../session/sign-in-token.js';
import { operatorSessionQuery } from '../../session/sessions.js';

export default function OperatorSignInPage() {
  const token = useSignInToken();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const signIn = useMutation({
    mutationFn: (body: { token: string }) => bodyOf(own.POST('/operator/api/session', { body })),
    onSuccess: async (session) => {
      queries.clear();
      queries.setQueryData(operatorSessionQuery.queryKey, session);
      await navigate(pageAfterSignIn('/operator'), { replace: true });
    },
  });
  return (
    <SignInFrame title="Operator" about="For the people who run this server.">
      <Stack>
        {token === null || signIn.isError ? (
          <>
            <Text size="sm">Make a sign-in link on the server. It works once, within 15 minutes:</Text>
            <Code block style={{ whiteSpace: 'pre-wrap' }}>
              skiptrace-server operators sign-in-link --name &quot;Your name&quot;
            </Code>
          </>
        ) : (
          <Button loading={signIn.isPending} onClick={() => signIn.mutate({ token })}>
            Continue
          </Button>
        )}
        {signIn.isError && <ProblemNote error={signIn.error} />}
      </Stack>
    </SignInFrame>
  );
}
