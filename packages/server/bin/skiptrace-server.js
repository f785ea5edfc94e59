#!/usr/bin/env node
// Committed (not built) so that npm links the command on install, before anything is built.
// An older version would end in a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`skiptrace-server needs Node 20.19 or newer; this is ${process.version}.\n`);
  process.exit(1);
}
try {
  await import('../dist/main.js');
} catch (error) {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' || !String(error.url ?? error.message).includes('/dist/main.js'))
    throw error;
  process.stderr.write('skiptrace-server is not built yet: run "npm run build" in the project first.\n');
  process.exitCode = 1;
}
