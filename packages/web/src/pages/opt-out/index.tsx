import { Box, Group, Stack, Text, Title, Button, Paper, TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useEffect, type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useAct } from '../../api/act.js';
import { anyone } from '../../api/clients.js';
import { Form } from '../../parts/fields.js';
import { brand } from '../../parts/page.js';
import { LinkTo, ProblemNote, To } from '../../parts/text.js';
import { useUrlSearch } from '../../parts/url-search.js';
import { settingsQuery } from '../../session/sessions.js';
import { RequestForm } from './request-form.js';
import { languageOf, WORDS, type Language, DoneNote, dayIn, problemIn } from './words.js';

/** Public page: people in the data aren't customers and have no session. */
export default function OptOutPage() {
  const { params } = useUrlSearch();
  const language = languageOf(params.get('lang'), navigator.language);
  const isConfirming = useLocation().pathname.endsWith('/confirm');
  const words = WORDS[language];
  const operator = useQuery(settingsQuery).data?.operatorName ?? null;
  const title = isConfirming ? words.confirm.title : words.title;
  const about = isConfirming ? words.confirm.about : words.about(operator);
  useEffect(() => {
    document.documentElement.lang = language;
    return () => {
      document.documentElement.lang = 'en';
    };
  }, [language]);
  return (
    <Frame title={title} about={about} language={language} operator={brand()}>
      {isConfirming ? <Confirm language={language} /> : <RequestForm language={language} />}
    </Frame>
  );
}

interface FrameProps {
  title: string;
  about: string;
  language: Language;
  operator: string;
  children: ReactNode;
}

function Frame({ title, about, language, operator, children }: FrameProps) {
  useDocumentTitle(`${title} · ${operator}`);
  const other = language === 'en' ? 'es' : 'en';
  return (
    <Box mih="100dvh" p="md">
      <Box component="header" maw={640} mx="auto">
        <Group justify="space-between">
          <span className="mark">
            <img src={`${import.meta.env.BASE_URL}favicon.svg`} alt="" width={28} height={28} /> {operator}
          </span>
          <LinkTo to={`?lang=${other}`} replace lang={other} hrefLang={other} py={4}>
            {WORDS[language].other}
          </LinkTo>
        </Group>
      </Box>
      <Box component="main" maw={640} mx="auto" mt={{ base: 'md', sm: 'xl' }} mb="xl">
        <Stack gap="lg">
          <div>
            <Title order={1} size="h2">
              {title}
            </Title>
            <Text size="md" c="dimmed">
              {about}
            </Text>
          </div>
          {children}
        </Stack>
      </Box>
    </Box>
  );
}

const CODE_LENGTH = 20;

/** Confirms a request. A mailed link shows a button, so mail scanners can't confirm by opening it; a letter has a code to type. */
function Confirm({ language }: { language: Language }) {
  const words = WORDS[language].confirm;
  const [linked] = useState(takeProof);
  const [code, setCode] = useState('');
  const [isChecked, setChecked] = useState(false);
  const confirm = useAct({
    send: (proof: string) => anyone.POST('/opt-out/api/confirmations', { body: { proof } }),
  });
  const isWhole = code.replace(/[^0-9a-z]/gi, '').length === CODE_LENGTH;
  const field = useRef<HTMLInputElement>(null);
  const submit = () => {
    setChecked(true);
    if (linked === null && !isWhole) field.current?.focus();
    else confirm.run(linked ?? code);
  };
  if (confirm.isSuccess) return <Confirmed language={language} {...confirm.data} />;
  return (
    <Paper withBorder p="lg" radius="md">
      <Form onSubmit={submit} noValidate>
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
          <Text c="dimmed">
            {words.none} <To to={`/opt-out?lang=${language}`}>{words.start}</To>
          </Text>
        </Stack>
      </Form>
    </Paper>
  );
}

function Confirmed({ language, reference, dueAt }: { language: Language; reference: string; dueAt: string }) {
  const words = WORDS[language].confirm;
  return (
    <DoneNote icon={<CircleCheck />} title={words.done}>
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
