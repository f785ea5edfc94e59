import type { ChoosableField, Decisions, Look } from '../../lead-file/report.js';
import { MappingTable, numberlessDoubt } from '../../parts/mapping-table.js';
import { findingOf, LABELS, OFFERED, reasonOf, usesOf, withUse } from './column-uses.js';

export interface MappingProps {
  look: Look;
  decisions: Decisions;
  /** Applies a change, computed from the decisions at that time. */
  set: (change: (now: Decisions) => Partial<Decisions>) => void;
}

const MENU = OFFERED.map(({ group, fields }) => ({
  group,
  items: fields.map((field) => ({ value: field, label: LABELS[field] })),
}));
const menuOf = () => MENU;

/** First rows of the list, with a menu in each column's head. */
export function ListColumns({ look, decisions, set }: MappingProps) {
  const { top, columns, rows } = look;
  const uses = usesOf(look, decisions);
  const isNumbered = top.length > 0;
  return (
    <MappingTable
      columns={columns.map(({ name, samples }) => {
        const use = uses.get(name) ?? null;
        return { name, use, doubt: doubtOf(look, decisions, { name, samples, use }) };
      })}
      titles={top.filter(({ kind }) => kind === 'title')}
      headerLine={top.find(({ kind }) => kind === 'header')?.line ?? null}
      rows={
        isNumbered
          ? top.filter(({ kind }) => kind === 'data')
          : rows.map((cells, at) => ({ line: at + 1, cells }))
      }
      menuOf={menuOf}
      onUse={(name, use) =>
        set((now) => ({ overrides: withUse(look, now, name, use as ChoosableField | null) }))
      }
      {...(isNumbered && {
        onHeader: (line: number) => set(() => ({ headerRow: line, noHeader: false, overrides: {} })),
      })}
    />
  );
}

function doubtOf(
  look: Look,
  { overrides }: Decisions,
  { name, samples, use }: { name: string; samples: readonly string[]; use: ChoosableField | null },
): string | null {
  const numberless = use === 'address' ? numberlessDoubt(samples) : null;
  if (numberless !== null || use === null || overrides[use] === name) return numberless;
  const found = findingOf(look, use);
  return found?.from === 'column' && found.sure === 'assumed' ? reasonOf(found) : null;
}
