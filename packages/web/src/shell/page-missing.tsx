import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '../parts/page.js';

export function PageMissing({ home }: { home: string }) {
  return (
    <Page title="There is no such page">
      <Text>The address may be mistyped, or the page has moved.</Text>
      <div>
        <Button component={Link} to={home}>
          Go to the start page
        </Button>
      </div>
    </Page>
  );
}
