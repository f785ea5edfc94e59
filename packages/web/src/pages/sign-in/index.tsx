import {
  Anchor,
  Button,
  Divider,
  PasswordInput,
  Skeleton,
  Stack,
  Tabs,
  Text,
  TextInput,
} from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAct } from '../../api/act.js';
import { accountName, anyone } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { Form } from '../../parts/fields.js';
import { ProblemNote } from '../../parts/text.js';
import { presentSessionQuery, settingsQuery } from '../../session/sessions.js';
import { pageAfterSignIn, useSignInLink } from '../../session/sign-in-link.js';
import { forgetAccount } from '../../session/sign-out.js';
import { ByLink, SignInFrame } from '../../shell/sign-in.js';

type CustomerSession = AppSchemas['CustomerSession'];

export default function SignInPage() {
  const link = useSignInLink();
  const { data: present } = useQuery(presentSessionQuery);
  return (
    <SignInFrame
      title="Sign in"
      about="Find property owners and their phone numbers, one address or a whole list at a time."
    >
      {link === null ? (
        <Stack>
          <Present />
          {present && <Divider label="or sign in to another account" />}
          <Ways />
        </Stack>
      ) : (
        <ByLink
          link={link}
          read={(token) => anyone.POST('/app/api/sign-in-link', { body: { token } })}
          signIn={(body) => signIn(body, present ?? null)}
          home="/app"
          replaces={present?.name ?? null}
        >
          {/* A person who opens a used link again is usually still signed in. */}
          <Present />
          <Anchor size="md" href="/app/sign-in">
            Sign in another way
          </Anchor>
        </ByLink>
      )}
    </SignInFrame>
  );
}

/** Signs in and deletes the previous account's data from the browser. @throws Problem */
async function signIn(
  body: { apiKey: string } | { token: string; attempt: string },
  before: CustomerSession | null,
): Promise<void> {
  const session = await anyone.POST('/app/api/session', { body });
  if (before === null || accountName(before) === accountName(session)) return;
  // The sign-in has succeeded, even if this fails.
  await forgetAccount(accountName(before)).catch(() => undefined);
}

/** Offers to continue with the session of this browser, by its name, because another tab may have signed in to another account. */
function Present() {
  const { data: session } = useQuery(presentSessionQuery);
  if (!session) return null;
  const { name, mode } = session;
  return (
    <Stack gap="xs">
      <Text>
        This browser is signed in to <b>{name}</b>
        {mode === 'test' && ' with a test key'}.
      </Text>
      <Button component="a" href={pageAfterSignIn('/app')}>
        Continue as {name}
      </Button>
    </Stack>
  );
}

function Ways() {
  const settings = useQuery(settingsQuery);
  // A form that another one replaces would lose what was typed into it.
  if (settings.isPending) return <Skeleton h={180} />;
  if (settings.data?.signInByEmail !== true) return <ByKey />;
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
        <ByKey />
      </Tabs.Panel>
    </Tabs>
  );
}

function ByKey() {
  const { data: present } = useQuery(presentSessionQuery);
  const signingIn = useAct({
    send: (body: { apiKey: string }) => signIn(body, present ?? null),
    // A full reload, as after a sign-in link.
    onDone: () => window.location.replace(pageAfterSignIn('/app')),
  });
  const { error } = signingIn;
  const [apiKey, setApiKey] = useState('');
  const [isNoKey, setNoKey] = useState(false);
  const submit = () => {
    // The server's message about a malformed key is about headers, for programmers.
    const isKey = apiKey.trim().startsWith('pc_');
    setNoKey(!isKey);
    if (isKey) signingIn.run({ apiKey: apiKey.trim() });
  };
  // A temporary fault doesn't mean that the key is wrong.
  const isRefused = error instanceof Problem && error.status === 401;
  const fault = faultOf(apiKey, isNoKey) ?? (isRefused ? error.message : null);
  return (
    <Form onSubmit={submit} noValidate>
      <Stack>
        <PasswordInput
          label="API key"
          description="We use it once to sign you in and don’t store it in this browser."
          placeholder="pc_…"
          autoComplete="off"
          autoFocus
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
          error={fault}
          // Mantine sets it on all inputs except this one.
          aria-invalid={fault !== null}
          value={apiKey}
          onChange={(event) => {
            setApiKey(event.currentTarget.value);
            setNoKey(false);
            if (error !== null) signingIn.reset();
          }}
          required
        />
        <Button type="submit" loading={signingIn.isPending || signingIn.isSuccess}>
          Sign in
        </Button>
        {error !== null && !isRefused && <ProblemNote error={error} />}
        <Text c="dimmed">Don’t have a key? Ask your administrator for a key or a sign-in link.</Text>
      </Stack>
    </Form>
  );
}

function faultOf(apiKey: string, isNoKey: boolean): string | null {
  if (!isNoKey) return null;
  return apiKey.trim() === ''
    ? 'Enter your API key.'
    : 'That doesn’t look like an API key. Keys start with pc_.';
}

function ByEmail() {
  const [email, setEmail] = useState('');
  const [isMissing, setMissing] = useState(false);
  const send = useAct({
    send: (email: string) => anyone.POST('/app/api/sign-in-links', { body: { email } }),
  });
  if (send.isSuccess)
    return (
      <Stack gap="xs">
        <Text role="status">
          If an account has the address {send.variables}, a link is on its way. It works once, within 15
          minutes.
        </Text>
        <Anchor component="button" type="button" ta="left" onClick={() => send.reset()}>
          Use another address
        </Anchor>
      </Stack>
    );
  return (
    <Form
      noValidate
      onSubmit={() => {
        const isEmail = /.@./.test(email);
        setMissing(!isEmail);
        if (isEmail) send.run(email.trim());
      }}
    >
      <Stack>
        <TextInput
          type="email"
          label="Email"
          autoComplete="email"
          autoFocus
          error={isMissing ? 'Enter your email address.' : null}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          required
        />
        <Button type="submit" loading={send.isPending}>
          Email me a sign-in link
        </Button>
        {send.isError && <ProblemNote error={send.error} />}
      </Stack>
    </Form>
  );
}
