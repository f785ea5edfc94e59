#!/usr/bin/env node
// Committed (not built) so that npm links the command on install, before anything is built.
try {
  await import('../dist/main.js');
} catch (error) {
  if (error?.code !== 'ERR_MODULE_NOT_FOUND' || !String(error.url ?? error.message).includes('/dist/main.js'))
    throw error;
  process.stderr.write('skiptrace-conformance is not built yet: run "npm run build" in the project first.\n');
  process.exitCode = 2;
}
