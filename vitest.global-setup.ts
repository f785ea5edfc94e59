// Tests import other packages from dist/, and start processes and threads from there. A dist/ older than its sources would
// prove nothing of them, so the tests of a project don't begin with one.
import type { TestProject } from 'vitest/node';
import { staleBuilds } from './scripts/support/builds.mjs';
import { needsOf, packages } from './scripts/support/packages.mjs';

/** @throws Error when something that the project's tests run is not built from the sources as they are */
export default function setup(project: TestProject): void {
  const stale = staleFor(project.name);
  if (stale !== '') throw new Error(`${stale} Run \`npm run build\`, then the tests again.`);
  // While watching, the sources change between runs. What runs from src/ is right all the same, so this only warns.
  project.onTestsRerun(() => {
    const said = staleFor(project.name);
    if (said !== '')
      project.vitest.logger.warn(`${said} These tests ran the old ones; to renew them: npm run build`);
  });
}

function staleFor(project: string): string {
  const name = project.replace('-postgres', '');
  const used = packages.includes(name) ? [name, ...needsOf(name)] : packages;
  const stale = staleBuilds().filter((name) => used.includes(name));
  if (stale.length === 0) return '';
  return `dist/ is older than the sources of ${stale.map((name) => `packages/${name}`).join(', ')}.`;
}
