import type { DirectoryStats } from '../../directory/index.js';
import { isoTime } from '../../platform/clock.js';
import { count, table } from '../../platform/lib/printable.js';
import { act } from './act.js';
import { text } from './schema.js';
import { OwnerSources } from './schemas/owners.js';

export const listOwnerSources = act({
  says: 'Show what each source of owners holds',
  fields: {},
  async run({ owners }) {
    const { sources, ...stats } = await owners.stats();
    return {
      ...stats,
      sources: sources.map((source) => ({ ...source, lastImportAt: isoTime(source.lastImportAt) })),
    };
  },
  app: {
    id: 'listOwnerSources',
    at: 'GET /operator/api/owners/sources',
    answers: [200, 'Totals, and the sources in the order in which they win.', OwnerSources],
  },
  command: {
    name: 'owners stats',
    prints: ({ sources, retired, loading }) => [
      { sources, retired, loading },
      [
        ...table(
          ['SOURCE', 'PRIORITY', 'OWNERS', 'PHONES', 'EMAILS', 'KEYS', 'IMPORTS', 'LAST IMPORT', ''],
          sources.map((source) => [
            source.source,
            ...[
              source.priority,
              source.records,
              source.phones,
              source.emails,
              source.addressKeys,
              source.imports,
            ].map((value) => value.toLocaleString('en-US')),
            source.lastImportAt,
            source.outdated ? 'outdated: import again' : '',
          ]),
        ),
        ...(sources.length > 0 ? ['KEYS: entries of the index by which addresses find owners.'] : []),
        ...(retired.records > 0
          ? [`${count(retired.records, 'deleted owner')} kept until no job needs them.`]
          : []),
        ...sources.flatMap(untypedLines),
        ...(loading > 0 ? [`${count(loading, 'import')} running or interrupted.`] : []),
      ],
    ],
  },
});

/** Note about phones without a type, which answers leave out, and what to do about them. */
const untypedLines = ({
  source,
  phoneTypeDefault,
  untypedPhones,
}: Pick<DirectoryStats['sources'][number], 'source' | 'phoneTypeDefault' | 'untypedPhones'>): string[] =>
  untypedPhones === 0
    ? []
    : [
        phoneTypeDefault === null
          ? `"${source}" has ${count(untypedPhones, 'phone')} without a type, left out of answers (owners set --phone-type-default).`
          : `"${source}" has ${count(untypedPhones, 'phone')} without a type, taken for ${phoneTypeDefault}s.`,
      ];

export const deleteSource = act({
  says: 'Delete a source with all its owners',
  fields: { source: text('the source to delete', { maxLength: 200 }) },
  async run({ ownerStores }, { source }) {
    const directory = await import('../../directory/index.js');
    return directory.deleteSource(ownerStores, source);
  },
  app: {
    id: 'deleteSource',
    at: 'DELETE /operator/api/owners/sources/{source}',
    answers: [204, 'Deleted.'],
    log: (imports, { source }) => ['source of owners deleted', { source, imports }],
  },
  command: {
    name: 'owners delete',
    async asks({ owners }, { source }) {
      const held = (await owners.stats()).sources.find((one) => one.source === source);
      if (held === undefined) return null;
      // Without a terminal it is a script, which can't answer.
      const question = `Delete source "${source}" with ${count(held.records, 'owner')}? They can only be imported again.`;
      return { question, no: 'Nothing was deleted.' };
    },
    prints: (imports, { source }) => [
      { source, imports },
      [`Deleted source "${source}" (${count(imports, 'import')}).`],
    ],
  },
});

export const undoCorrection = act({
  says: 'Undo a correction: what sources say counts again',
  fields: { correctionId: text() },
  run: ({ corrections }, { correctionId }, { actor }) => corrections.remove(correctionId, actor),
  app: {
    id: 'undoCorrection',
    at: 'DELETE /operator/api/owners/corrections/{correctionId}',
    answers: [204, 'Undone: what sources say counts again.'],
  },
  command: {
    name: 'owners corrections remove <correctionId>',
    prints: (_, { correctionId: id }) => [{ id, removed: true }, [`Undone: correction ${id}.`]],
  },
});
