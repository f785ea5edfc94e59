import { Alert } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';

interface DoneNoteProps {
  title: string;
  icon: ReactNode;
  children: ReactNode;
}

/** Stands where the form was, and takes the focus from its button, which is gone. */
export function DoneNote({ title, icon, children }: DoneNoteProps) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <Alert
      ref={note}
      tabIndex={-1}
      style={{ outline: 'none' }}
      color="green"
      icon={icon}
      title={title}
      role="status"
    >
      {children}
    </Alert>
  );
}
