import { Button, Skeleton, Text } from '@mantine/core';
import type { SkipTraceJob } from '@skiptrace/contract';
import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import { useParams } from 'react-router';
import { isNotFound } from '../../api/problem.js';
import { NoSuchList } from '../../jobs/job-now.js';
import { jobQuery } from '../../jobs/queries.js';
import { receiptLines, ReceiptTable } from '../../jobs/receipt.js';
import { Facts } from '../../parts/facts.js';
import { localDate } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { LinkTo, QueryProblem } from '../../parts/text.js';
import { settingsQuery, useSession } from '../../session/sessions.js';

/** The receipt of one list for a bookkeeper: who sold what to whom, and nothing about owners. */
export default function ReceiptPage() {
  const { jobId = '' } = useParams();
  const job = useQuery(jobQuery(jobId));
  const settings = useQuery(settingsQuery);
  if (isNotFound(job.error)) return <NoSuchList />;
  const sale = job.data?.status === 'completed' && settings.data !== undefined && (
    <Sale job={job.data} seller={settings.data.operatorName} />
  );
  return (
    <Page
      title="Receipt"
      tab={`Receipt ${jobId}`}
      about={
        <LinkTo to={`/app/jobs/${jobId}`} className="screen-only">
          Back to the list
        </LinkTo>
      }
      actions={
        sale !== false && (
          <Button leftSection={<Printer size={16} />} onClick={() => window.print()}>
            Print
          </Button>
        )
      }
    >
      <QueryProblem of={job} />
      <QueryProblem of={settings} />
      {job.isPending && <Skeleton h={240} radius="md" />}
      {job.data !== undefined && job.data.status !== 'completed' && (
        <Text size="md">This list has no receipt yet: it gets one when its results are ready.</Text>
      )}
      {sale}
    </Page>
  );
}

/** @param seller null where the operator has set no name */
function Sale({ job, seller }: { job: SkipTraceJob; seller: string | null }) {
  const { name, email, mode } = useSession();
  const [total, ...others] = receiptLines(job).reverse();
  const untaxed = mode === 'test' ? 'Test mode: nothing was charged' : 'No tax was charged';
  return (
    <>
      <Facts
        facts={[
          ['Seller', seller ?? window.location.host],
          ['Buyer', email === null ? name : `${name}, ${email}`],
          ['Receipt number', job.id],
          ['Date', localDate(job.updatedAt)],
          ['For', `Owners found for the list ${job.filename}`],
        ]}
      />
      <section aria-label="Items">
        <ReceiptTable
          lines={[...others.reverse(), ['Tax', untaxed, '$0.00'], ...(total === undefined ? [] : [total])]}
        />
      </section>
    </>
  );
}
