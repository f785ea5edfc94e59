import { Button, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { Download } from 'lucide-react';
import { DataTable } from '../parts/data-table.js';
import { FigureCard } from '../parts/facts.js';
import { count } from '../parts/format.js';
import { loadedPart } from '../parts/late.js';
import { Section } from '../parts/page.js';
import { Sentences, Warning } from '../parts/text.js';
import { labelOf } from './owner-fields.js';
import type { OwnerImportSummary } from './owner-import.js';

// Loaded after the page: few imports have rejected rows.
const RejectedRows = loadedPart(
  async () => (await import('./rejected-rows.js')).RejectedRows,
  <Skeleton h={160} radius="md" />,
);

/** Counts of imported and rejected rows, and how the file was read. */
export function RunDetails({ runId, summary }: { runId: string; summary: OwnerImportSummary }) {
  const { status, rows, refusals, phonesLeftOut, mapping, nameOrderReason, warnings, hasRejects } = summary;
  const figures: [string, number][] = [
    ['Rows read', rows.read],
    ['Accepted', rows.stored],
    ['Merged into an earlier row', rows.merged],
    ['Rejected', rows.refused],
  ];
  return (
    <>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {figures.map(([label, value]) => (
          <FigureCard key={label} label={label} value={count(value)} />
        ))}
      </SimpleGrid>
      {warnings.length > 0 && (
        <Warning title="Worth a look">
          <Sentences of={warnings} />
        </Warning>
      )}
      {rows.refused > 0 && (
        <Section
          title="Rejected rows"
          isCard
          actions={
            hasRejects && (
              <Button
                component="a"
                href={`/operator/api/owners/imports/${encodeURIComponent(runId)}/rejects.csv`}
                download
                variant="default"
                size="xs"
                leftSection={<Download size={14} />}
              >
                Download rejects
              </Button>
            )
          }
        >
          <DataTable
            label="Rejected rows by reason"
            isDense
            rows={refusals}
            columns={[
              { title: 'Reason', breaks: 'anywhere', cell: ({ reason }) => reason },
              { title: 'Rows', isNumber: true, cell: (refusal) => count(refusal.rows) },
              { title: 'First lines', from: 'xs', cell: ({ lines }) => lines.map(count).join(', ') },
            ]}
          />
          {status === 'imported' && hasRejects && <RejectedRows importId={runId} summary={summary} />}
        </Section>
      )}
      <Section title="How the file was read" isCard>
        <DataTable
          label="Fields and their columns"
          isDense
          rows={mapping}
          columns={[
            { title: 'Field', cell: ({ field }) => labelOf(field) },
            { title: 'Columns', breaks: 'anywhere', cell: ({ headers }) => headers.join(' + ') },
            { title: 'Example', from: 'xs', breaks: 'anywhere', cell: ({ sample }) => sample },
            { title: 'Why', from: 'md', cell: ({ reason }) => reason },
          ]}
        />
        <Titled title="Order of names" sentences={nameOrderReason === null ? [] : [nameOrderReason]} />
        <Titled title="Phones left out" sentences={phoneSentences(phonesLeftOut)} />
        <Titled title="Never read" sentences={summary.sensitiveColumns} />
        <Titled title="Not used" sentences={summary.ignoredColumns} />
      </Section>
    </>
  );
}

/** Sentences about phones left out, except phones without a type: a warning covers those. */
function phoneSentences({ unusable, ofOthers, over }: OwnerImportSummary['phonesLeftOut']): string[] {
  const reasons: [number, string][] = [
    [unusable, 'not a 10-digit US number'],
    [ofOthers, 'the row says they are another person’s'],
    [over, 'more than a match can hold'],
  ];
  return reasons.filter(([phones]) => phones > 0).map(([phones, reason]) => `${count(phones)}: ${reason}`);
}

const Titled = ({ title, sentences }: { title: string; sentences: readonly string[] }) =>
  sentences.length > 0 && (
    <div>
      <Text fw={600}>{title}</Text>
      <Sentences of={sentences} />
    </div>
  );
