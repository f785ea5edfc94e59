import type { Database } from '../database/index.js';
import { SupportMessageEntity, type SupportMessage } from './entities.js';

/**
 * Messages of versions that kept them in the service's own file move to theirs. Written there before they are deleted
 * here, and under the same ids, so that a process that dies in between loses and doubles none.
 */
export async function moveFormerMessages(service: Database, support: Database): Promise<void> {
  const former = await service.read.query<(Omit<SupportMessage, 'consent'> & { consent: number })[]>(
    'SELECT * FROM support_messages',
  );
  if (former.length === 0) return;
  await support.write(async (tx) => {
    for (const message of former) {
      await tx.upsert(SupportMessageEntity, { ...message, consent: message.consent !== 0 }, ['id']);
    }
  });
  await service.write(async (tx) => {
    for (const { id } of former) await tx.query('DELETE FROM support_messages WHERE id = ?', [id]);
  });
}
