import { Anchor, Button, PasswordInput, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router';
import { bodyOf, own } from '../../api/clients.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { SignInFrame } from '../../session/sign-in-frame.js';
import { pageAfterSignIn, useSignInToken } from '../../session/sign-in-token.js';
import { sessionQuery, settingsQuery } from '../../session/sessions.js';

type Proof = { apiKey: string } | { token: string };

export default function SignInPage() {
  const token = useSignInToken();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const signIn = useMutation({
    mutationFn: (body: Proof) => bodyOf(own.POST('/app/api/session', { body })),
    onSuccess: async (session) => {
      // Nothing of whoever was signed in before is shown to this one.
      queries.clear();
      queries.setQueryData(sessionQuery.queryKey, session);
      await navigate(pageAfterSignIn('/app'), { replace: true });
    },
  });
  return (
    <SignInFrame title="Sign in" about="Look up who owns a property, one address or a whole list.">
      <Stack>
        {token === null ? (
          <Ways signIn={(proof) => signIn.mutate(proof)} isBusy={signIn.isPending} />
        ) : (
          <Stack>
            <Text size="sm">This link signs you in once, on this browser.</Text>
            <Button loading={signIn.isPending} onClick={() => signIn.mutate({ token })}>
              Continue
            </Button>
            {signIn.isError && <Anchor href="/app/sign-in">Sign in another way</Anchor>}
          </Stack>
        )}
        {signIn.isError && <ProblemNote error={signIn.error} />}
      </Stack>
    </SignInFrame>
  );
}

function Ways({ signIn, isBusy }: { signIn: (proof: Proof) => void; isBusy: boolean }) {
  const settings = useQuery(settingsQuery);
  if (settings.data?.signInByEmail !== true) return <ByKey signIn={signIn} isBusy={isBusy} />;
  return (
    <Tabs defaultValue="email">
      <Tabs.List grow mb="md">
        <Tabs.Tab value="email">Email</Tabs.Tab>
        <Tabs.Tab value="key">API key</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="email">
        <ByEmail />
      </Tabs.Panel>
      <Tabs.Panel value="key">
        <ByKey signIn={signIn} isBusy={isBusy} />
      </Tabs.Panel>
    </Tabs>
  );
}

function ByKey({ signIn, isBusy }: { signIn: (proof: Proof) => void; isBusy: boolean }) {
  const [apiKey, setApiKey] = useState('');
  const [isNoKey, setNoKey] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The server's answer to this is about headers, for those who write programs.
    const isKey = apiKey.trim().startsWith('pc_');
    setNoKey(!isKey);
    if (isKey) signIn({ apiKey: apiKey.trim() });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <PasswordInput
          label="API key"
          description="It is used once and not kept in the browser."
          placeholder="pc_…"
          autoComplete="current-password"
          error={isNoKey ? 'This is not an API key: one starts with pc_. Was it copied whole?' : undefined}
          value={apiKey}
          onChange={(event) => setApiKey(event.currentTarget.value)}
          required
        />
        <Button type="submit" loading={isBusy}>
          Sign in
        </Button>
        <Text size="sm" c="dimmed">
          No key? Ask whoever runs this server for one, or for a sign-in link.
        </Text>
      </Stack>
    </form>
  );
}

function ByEmail() {
  const [email, setEmail] = useState('');
  const send = useMutation({
    mutationFn: () => bodyOf(own.POST('/app/api/sign-in-links', { body: { email: email.trim() } })),
  });
  if (send.isSuccess)
    return (
      <Text size="sm" role="status">
        If an account has this address, a link is on its way. It works once, within 15 minutes.
      </Text>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <Stack>
        <TextInput
          type="email"
          label="Email"
          autoComplete="email"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          required
        />
        <Button type="submit" loading={send.isPending}>
          Email me a sign-in link
        </Button>
        {send.isError && <ProblemNote error={send.error} />}
      </Stack>
    </form>
  );
}
