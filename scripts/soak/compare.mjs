// Compares the answers that customers got with the ledger. Pure: everything is passed in.

/**
 * @param {import('./clients.mjs').Asked[]} asked every lookup that was ever sent, in any order
 * @param {{ accountId: string, type: string, amountCents: number, reference: string }[]} ledger
 * @returns {{ faults: string[], unseenCharges: number, unansweredKeyless: number }} `unseenCharges`: charges of requests
 *   without a key whose answer was lost
 */
export function compareWithLedger(asked, ledger) {
  const faults = [];
  const netCents = chargesByReference(ledger);
  const firstAnswers = new Map();
  for (const { answer, accountId, route, key } of asked) {
    if (answer === null || answer.replayed) continue;
    const charged = netCents.get(answer.requestId)?.cents ?? 0;
    const told = answer.status === 200 ? answer.chargedCents : 0;
    if (charged !== told) {
      faults.push(
        `${answer.requestId} was answered ${answer.status} with ${told} cents, charged were ${charged}`,
      );
    }
    netCents.delete(answer.requestId);
    if (key !== null && answer.status === 200) {
      const slot = slotOf(accountId, route, key);
      if (firstAnswers.has(slot)) faults.push(`${slot} ran twice`);
      firstAnswers.set(slot, answer.text);
    }
  }

  // The remaining charges have no answer that a client saw: by the first run of a key that was replayed since, or
  // by a request without a key.
  const unseen = [...netCents.values()].filter(({ cents }) => cents !== 0);
  for (const { answer, accountId, route, key } of asked) {
    if (answer?.replayed !== true) continue;
    const slot = slotOf(accountId, route, key);
    const first = firstAnswers.get(slot);
    if (first !== undefined) {
      if (first !== answer.text) faults.push(`${slot} was replayed with another answer`);
      continue;
    }
    firstAnswers.set(slot, answer.text);
    if (answer.chargedCents === 0) continue;
    const at = unseen.findIndex(
      (charge) => charge.accountId === accountId && charge.cents === answer.chargedCents,
    );
    if (at === -1)
      faults.push(`${slot} was replayed with ${answer.chargedCents} cents that nobody was charged`);
    else unseen.splice(at, 1);
  }
  const answeredSlots = new Set(
    asked
      .filter(({ answer }) => answer !== null)
      .map(({ accountId, route, key }) => slotOf(accountId, route, key)),
  );
  for (const { answer, key, accountId, route } of asked) {
    if (key === null || answer !== null) continue;
    if (!answeredSlots.has(slotOf(accountId, route, key))) faults.push(`${key} was never answered`);
  }
  const unansweredKeyless = asked.filter(({ answer, key }) => answer === null && key === null);
  for (const { accountId, cents } of unseen) {
    if (cents < 0) faults.push(`account ${accountId} got ${-cents} cents that it had not paid`);
  }
  if (unseen.length > unansweredKeyless.length) {
    faults.push(
      `${unseen.length} charges nobody saw, but only ${unansweredKeyless.length} requests were in flight`,
    );
  }
  return { faults, unseenCharges: unseen.length, unansweredKeyless: unansweredKeyless.length };
}

/**
 * Every confirmed job was charged its total, once; one that was free has no record.
 * @param totalCents what each costs; undefined where repeats are free, and each is held to what its customer was told
 */
export function compareJobs(jobs, ledger, totalCents) {
  return jobs.flatMap(({ jobId, status, totalChargeCents, matchedRows, repeatRows, pricePerRowCents }) => {
    const charges = ledger.filter(({ reference }) => reference === jobId);
    const total = totalCents ?? totalChargeCents;
    const sound =
      status === 'completed' &&
      charges.length === (total === 0 ? 0 : 1) &&
      charges.every(({ type, amountCents }) => type === 'job_charge' && amountCents === -total) &&
      (totalCents !== undefined || total === (matchedRows - repeatRows) * pricePerRowCents);
    return sound ? [] : [`job ${jobId} is ${status} with the records ${JSON.stringify(charges)}`];
  });
}

/** Checks jobs that each have their own price, with the results that their customers got. */
export function compareClusterJobs(jobs, ledger) {
  const byReference = groupBy(ledger);
  return jobs.flatMap(({ jobId, status, totalCents, lines, linesSent }) => {
    const charges = byReference.get(jobId) ?? [];
    const sum = -charges.reduce((cents, { amountCents }) => cents + amountCents, 0);
    const isCharged = sum === totalCents && charges.length === (totalCents === 0 ? 0 : 1);
    return status === 'completed' && isCharged && lines === linesSent
      ? []
      : [
          `job ${jobId} is ${status} with ${lines} of ${linesSent} lines, ${totalCents} cents, and the records ${JSON.stringify(charges)}`,
        ];
  });
}

function groupBy(ledger) {
  const groups = new Map();
  for (const record of ledger)
    groups.set(record.reference, [...(groups.get(record.reference) ?? []), record]);
  return groups;
}

/** The ledger as it will be after all reservations are returned. */
export const heldAsRefunded = (ledger, held) => [
  ...ledger,
  ...held.map((reservation) => ({ ...reservation, type: 'bulk_refund' })),
];

const slotOf = (accountId, route, key) => `${accountId} ${route} ${key}`;

const LOOKUP_TYPES = ['lookup_charge', 'bulk_reservation', 'bulk_refund'];

/** Net charge of each lookup, by its request id. */
function chargesByReference(ledger) {
  const net = new Map();
  for (const { accountId, type, amountCents, reference } of ledger) {
    if (!LOOKUP_TYPES.includes(type)) continue;
    const entry = net.get(reference) ?? { accountId, cents: 0 };
    entry.cents -= amountCents;
    net.set(reference, entry);
  }
  return net;
}
