import { Text } from '@mantine/core';
import { FileUp } from 'lucide-react';
import { useEffect, useState, type DragEvent, type ReactNode } from 'react';
import classes from './file-drop.module.css';

interface FileDropProps {
  title: string;
  /** Accepted file types, as in the `accept` attribute of an input. */
  accept: string;
  onFile: (file: File) => void;
  isBusy?: boolean;
  /** Smaller text below the title. */
  children: ReactNode;
}

/** Drop zone for a file; a click or the keyboard opens a file picker. */
export function FileDrop({ title, accept, onFile, isBusy = false, children }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) onFile(file);
  };
  useEffect(() => {
    // A file dropped beside the zone would replace this page.
    const stay = (event: Event) => event.preventDefault();
    addEventListener('dragover', stay);
    addEventListener('drop', stay);
    return () => {
      removeEventListener('dragover', stay);
      removeEventListener('drop', stay);
    };
  }, []);
  return (
    <label
      className={classes['drop']}
      data-over={isOver}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp size={32} />
      <Text fw={600} size="lg">
        {title}
      </Text>
      <Text c="dimmed">{children}</Text>
      <input
        type="file"
        accept={accept}
        disabled={isBusy}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // Allows the same file to be chosen again after it was corrected.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
