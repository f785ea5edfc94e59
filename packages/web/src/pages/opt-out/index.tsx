import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useUrlSearch } from '../../parts/url-search.js';
import { settingsQuery } from '../../session/sessions.js';
import { Confirm } from './confirm.js';
import { RequestForm } from './request-form.js';
import { languageOf, WORDS, type Language } from './words.js';

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
    <Frame title={title} about={about} language={language} operator={operator ?? 'skiptrace'}>
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
          <Anchor
            component={Link}
            to={`?lang=${other}`}
            replace
            lang={other}
            hrefLang={other}
            size="sm"
            py={4}
          >
            {WORDS[language].other}
          </Anchor>
        </Group>
      </Box>
      <Box component="main" maw={640} mx="auto" mt={{ base: 'md', sm: 'xl' }} mb="xl">
        <Stack gap="lg">
          <div>
            <Title order={1} size="h2">
              {title}
            </Title>
            <Text c="dimmed">{about}</Text>
          </div>
          {children}
        </Stack>
      </Box>
    </Box>
  );
}
