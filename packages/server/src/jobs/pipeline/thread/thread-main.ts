// The entry of a job thread: does the heavy work of one job at a time, with connections and memory of its own.
import { parentPort, workerData } from 'node:worker_threads';
import { openReader } from '../../../database/reader.js';
import { randomIds } from '../../../ids.js';
import { matchLeads, matchResult, readRecords } from '../../../owners/match/index.js';
import { LocalFileStore } from '../../../storage/index.js';
import type { Directory } from '../ports.js';
import { workHere } from '../work.js';
import {
  faultOf,
  type ThreadData,
  type ThreadReply,
  type ThreadRequest,
  type WorkRequest,
} from './messages.js';

if (parentPort === null) throw new Error('This file is the entry of a thread.');
const port = parentPort;

const { ownersFile, filesRoot } = workerData as ThreadData;
const reader = await openReader(ownersFile);
const directory: Directory = {
  match: async (leads) => (await matchLeads(reader, leads)).map(matchResult),
  read: (ids) => readRecords(reader, ids),
};
const work = workHere(await LocalFileStore.open(filesRoot, randomIds), directory);
let stopping = new AbortController();

port.on('message', (request: ThreadRequest) => {
  if (request.kind === 'stop') stopping.abort(new Error('The work was stopped.'));
  else if (request.kind === 'close') void reader.close().finally(() => port.close());
  else void answer(request).then((reply) => port.postMessage(reply));
});

async function answer(request: WorkRequest): Promise<ThreadReply> {
  stopping = new AbortController();
  const { signal } = stopping;
  try {
    const done =
      request.kind === 'match' ? work.match(request.order, signal) : work.enrich(request.order, signal);
    return { done: await done };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}
