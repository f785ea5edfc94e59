// Cost of the SDK beside the libraries it is built on. Run by `npm run bench -- sdk`, after a build.
//
//   node scripts/bench.mjs sdk            everything
//   node scripts/bench.mjs sdk --quick    fewer rounds
//   node scripts/bench.mjs sdk --smoke    only whether it runs to its end
//
// Requests go one after the other to a server in a process of its own that answers at once; the clients take turns in
// every round, and the ratio is the median of each round's own to undici's `request`. A file of 50 MB is the largest that is uploaded directly.
import { message, start } from './sdk/common.mjs';
import { installSize, timeImport } from './sdk/footprint.mjs';
import { timeRequests } from './sdk/requests.mjs';

export async function run(args = []) {
  const smoke = args.includes('--smoke');
  const quick = smoke || args.includes('--quick');
  const server = start('server.mjs');
  try {
    const port = await message(server);
    const baseUrl = `http://127.0.0.1:${port}`;
    const requests = await timeRequests(
      baseUrl,
      smoke ? { rounds: 1, each: 5 } : quick ? { rounds: 15, each: 100 } : { rounds: 60, each: 250 },
    );
    const upload = (how) => message(start('upload.mjs', [baseUrl, smoke ? '2' : '50', how], ['--expose-gc']));
    const uploads = { cold: await upload('cold'), warm: await upload('warm') };
    const importMs = timeImport(smoke ? 1 : quick ? 7 : 21);
    const size = installSize();
    report({ requests, uploads, importMs, size });
  } finally {
    server.kill();
  }
}

function report({ requests, uploads, importMs, size }) {
  console.log('Sequential requests, medians:');
  for (const { name, method, wallUs, ratio, cpuUs, cpuRatio } of requests) {
    console.log(
      `  ${method.padEnd(4)} ${name.padEnd(30)} ${wallUs.toFixed(0).padStart(5)} µs  ${ratio.toFixed(2)} ×` +
        `   processor ${cpuUs.toFixed(0).padStart(5)} µs  ${cpuRatio.toFixed(2)} ×`,
    );
  }
  const { bareMs, emptyFile, esm, cjs } = importMs;
  console.log(
    `Over bare node (${bareMs.toFixed(1)} ms): import ${esm.toFixed(1)} ms, require ${cjs.toFixed(1)} ms;` +
      ` the import of an empty file ${emptyFile.toFixed(1)} ms`,
  );
  console.log(
    `Install: ${size.packages} packages, ${size.installedMB.toFixed(1)} MB; own code ${size.ownCodeGzipKB.toFixed(1)} kB min+gzip`,
  );
  const { cold, warm } = uploads;
  console.log(
    `Upload of ${cold.megabytes} MB from a path: ${cold.seconds.toFixed(1)} s; memory grew by ${cold.grownMB.toFixed(0)} MB` +
      ` in a process that had made one request, by ${warm.grownMB.toFixed(0)} MB in one that had made many`,
  );
}
