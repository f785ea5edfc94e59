import { Button, Code, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { anyone } from '../../api/clients.js';
import { presentOperatorQuery } from '../../session/sessions.js';
import { pageAfterSignIn, useSignInLink } from '../../session/sign-in-link.js';
import { ByLink, SignInFrame } from '../../shell/sign-in.js';

export default function OperatorSignInPage() {
  const link = useSignInLink();
  const { data: present } = useQuery(presentOperatorQuery);
  return (
    <SignInFrame title="Operator" about="For the people who run this server.">
      {link === null ? (
        <HowTo />
      ) : (
        <ByLink
          link={link}
          read={(token) => anyone.POST('/operator/api/sign-in-link', { body: { token } })}
          signIn={(body) => anyone.POST('/operator/api/session', { body })}
          home="/operator"
          replaces={present?.name ?? null}
        >
          {present && (
            <Button component="a" href={pageAfterSignIn('/operator')}>
              Continue as {present.name}
            </Button>
          )}
          <HowTo />
        </ByLink>
      )}
    </SignInFrame>
  );
}

function HowTo() {
  return (
    <Stack>
      <Text>Make a sign-in link on the server. It works once, within 15 minutes:</Text>
      <Code block style={{ whiteSpace: 'pre-wrap' }}>
        npx @skiptrace/server operators sign-in-link{' '}
        <span style={{ whiteSpace: 'nowrap' }}>--name &quot;Your name&quot;</span>
      </Code>
    </Stack>
  );
}
