import { count } from '../../platform/lib/printable.js';
import { act } from './act.js';
import { text } from './schema.js';

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
