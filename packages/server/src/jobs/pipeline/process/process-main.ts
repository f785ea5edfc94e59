// The entry of a job process: does one step of a job's heavy work at a time, with a connection and memory of its own.
import { execFile } from 'node:child_process';
import { awaitedLater } from '../../../awaited-later.js';
import { openReader } from '../../../database/reader.js';
import { randomIds } from '../../../ids.js';
import { IndexCopy, matchResult, matchWithCopy, readOwners } from '../../../owners/match/index.js';
import { SandboxDirectory } from '../../../owners/sandbox-directory.js';
import { LocalFileStore } from '../../../storage/index.js';
import { workHere, type PartWork } from '../part-work.js';
import { holdAliveLock } from './alive-lock.js';
import {
  faultOf,
  type ProcessData,
  type ProcessReply,
  type ProcessRequest,
  type WorkRequest,
} from './messages.js';

/** Small jobs are over by then, also where others keep the processors busy. */
const SMALL_JOB_MS = 1_000;

// The server dies, and everything that runs for it with it: another may be about to go on with the job.
process.on('disconnect', () => process.exit());
// Ctrl-C in a terminal reaches all processes: it is the server that says when its work ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

const data = JSON.parse(process.argv[2] ?? '') as ProcessData;
if (data.priority === 'low') setTimeout(waitForAllOthers, SMALL_JOB_MS).unref();
const alive = holdAliveLock(data.aliveLock);
const opened = awaitedLater(open(data));
let stopping = new AbortController();

process.on('message', (request: ProcessRequest) => {
  if (request.kind === 'stop') stopping.abort(new Error('The work was stopped.'));
  else void answer(request).then((reply) => process.send?.(reply));
});

/**
 * Takes what others leave of the processors. Linux has a class for that, whose processes are interrupted whenever another
 * one wakes up; with the lowest priority alone they still end their turn, and a look-up wakes up several times. Where
 * the system has no such class, or no command for it, the priority has to do.
 */
function waitForAllOthers(): void {
  const ofThisProcess = ['--all-tasks', '--pid', '0', String(process.pid)];
  if (process.platform === 'linux') execFile('chrt', ['--idle', ...ofThisProcess], () => undefined);
}

async function open({ ownersFile, filesRoot, reserveBytes }: ProcessData): Promise<PartWork> {
  await alive;
  const reader = await openReader(ownersFile);
  const copy = new IndexCopy(reader);
  return workHere(await LocalFileStore.open(filesRoot, randomIds, reserveBytes), {
    live: {
      match: async (leads) => (await matchWithCopy(reader, copy, leads)).map(matchResult),
      read: (ids) => readOwners(reader, ids),
    },
    test: new SandboxDirectory(),
  });
}

async function answer(request: WorkRequest): Promise<ProcessReply> {
  stopping = new AbortController();
  try {
    return { done: await done(await opened, request, stopping.signal) };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

function done(work: PartWork, request: WorkRequest, signal: AbortSignal): Promise<unknown> {
  switch (request.kind) {
    case 'survey':
      return work.survey(request.file, signal);
    case 'match':
      return work.match(request.file, request.part, signal);
    case 'enrich':
      return work.enrich(request.file, request.part, request.widths, signal);
    case 'assemble':
      return work.assemble(request.file, request.parts, signal);
    case 'tidy':
      return work.tidy(request.file, signal);
  }
}
