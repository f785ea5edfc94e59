import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { forgetRecord, type UploadRecord } from '../../lead-file/records.js';
import { SheetButtons } from '../../parts/sheet-buttons.js';
import { ListProblem } from './list-problem.js';
import { openFile, workbookOf } from './open-file.js';

interface SheetChoiceProps {
  record: UploadRecord;
  sheet: NonNullable<UploadRecord['sheet']>;
}

/** Names the workbook's sheet that the list comes from, and offers the others. */
export function SheetChoice({ record, sheet: { name, others } }: SheetChoiceProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const file = workbookOf(record.id);
  const another = useMutation({
    networkMode: 'always',
    mutationFn: async ({ workbook, sheet }: { workbook: File; sheet: string }) => {
      const opened = await openFile(queries, { file: workbook, account: record.account, sheet });
      await forgetRecord(record.id);
      return opened;
    },
  });
  const goOn = {
    onSuccess: ({ id }: UploadRecord) =>
      void navigate(`/app/upload?list=${id}&step=columns`, { replace: true }),
  };
  if (others.length === 0) return <Text size="sm">Read from the sheet “{name}”.</Text>;
  if (file === undefined) {
    return (
      <Text size="sm">
        Read from the sheet “{name}”, not from {others.map((other) => `“${other}”`).join(', ')}. For another
        sheet, choose the file again.
      </Text>
    );
  }
  return (
    <>
      <SheetButtons
        sheet={name}
        others={others}
        isDisabled={another.isPending}
        onSheet={(sheet) => another.mutate({ workbook: file, sheet }, goOn)}
      />
      {another.isError && <ListProblem error={another.error} another={false} />}
    </>
  );
}
