// The entry of a job process: does one step of a job's heavy work at a time, with its own connection and memory.
import { execFile } from 'node:child_process';
import {
  DoNotCall,
  matchLeads,
  matchResult,
  openOwnerIndex,
  passedDetails,
  passedResults,
} from '../../../../directory/match/index.js';
import { SandboxDirectory } from '../../../../directory/sandbox-directory.js';
import { randomIds } from '../../../../platform/ids.js';
import { awaitedLater } from '../../../../platform/lib/awaited-later.js';
import { openFiles } from '../../../../platform/storage/index.js';
import { perform, type PartCall, type PartWork } from '../part-work.js';
import { WorkHere } from '../work-here.js';
import { holdAliveLock } from './alive-lock.sqlite.js';
import { faultOf, type ProcessNeeds, type ProcessReply, type ProcessRequest } from './messages.js';

/** Small jobs are done by then, even on busy processors. */
const SMALL_JOB_MS = 1_000;

// When the server dies, everything that runs for it must end: another server may be about to resume the job.
process.on('disconnect', () => process.exit());
// Ctrl-C in a terminal reaches all processes: the server decides when its work ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

// JobProcess starts it with the file to lock, and sends ProcessNeeds first.
const [aliveLock = ''] = process.argv.slice(2);
const locked = awaitedLater(holdAliveLock(aliveLock));
let opened: Promise<PartWork> | undefined;
let stopping = new AbortController();

process.on('message', (request: ProcessRequest) => {
  if (request === 'stop') stopping.abort(new Error('The work was stopped.'));
  // The caller gets the failure.
  else if ('open' in request) opened = awaitedLater(locked.then(() => open(request.open)));
  // A dead server gets no answer; 'disconnect' then ends this process.
  else void answer(request).then((reply) => process.send?.(reply, undefined, undefined, () => undefined));
});

/**
 * Runs only on idle processor time. Linux has a scheduling class for that: its processes yield whenever another one
 * wakes up; with the lowest priority alone they still finish their time slice, and a lookup wakes up several times.
 * Without such a class, or a command for it, the priority has to suffice.
 */
function waitForAllOthers(): void {
  const ofThisProcess = ['--all-tasks', '--pid', '0', String(process.pid)];
  if (process.platform === 'linux') execFile('chrt', ['--idle', ...ofThisProcess], () => undefined);
}

async function open({ owners, files, priority }: ProcessNeeds): Promise<PartWork> {
  if (priority === 'low') setTimeout(waitForAllOthers, SMALL_JOB_MS).unref();
  const index = await openOwnerIndex(owners);
  const doNotCall = new DoNotCall(index.doNotCall);
  return new WorkHere(await openFiles(files, randomIds), {
    live: {
      match: async (leads, want) => {
        const decisions = await matchLeads(index, leads);
        return passedResults(
          doNotCall,
          index,
          decisions.map((decision) => matchResult(decision, want)),
        );
      },
      read: async (ids) => passedDetails(doNotCall, await index.details(ids)),
    },
    test: new SandboxDirectory(),
  });
}

async function answer(call: PartCall): Promise<ProcessReply> {
  stopping = new AbortController();
  try {
    if (opened === undefined) throw new Error('The process was given work before it was told what to open.');
    return { done: await perform(await opened, call, stopping.signal) };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}
