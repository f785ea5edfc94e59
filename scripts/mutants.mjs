// Plants one fault after the other into money, matching, sessions and files, and runs the tests of `npm test` that have to catch it. A
// fault that none of them catches says that the tests have become weaker: it is a failure. Part of `npm run test:all`; by hand:
//
//   node scripts/mutants.mjs                  every fault
//   node scripts/mutants.mjs unit ceiling     those with one of the words in their name
//
// No file changes: vitest gives the tests the changed source. All faults are projects of one run, side by side.
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { startVitest } from 'vitest/node';
import { ensureReady } from './ensure-ready.mjs';
import { mutants, testsOf } from './support/mutants.mjs';
import { root } from './support/packages.mjs';

await ensureReady();
const words = process.argv.slice(2);
const chosen = mutants.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));

/** Changes a source when it is loaded. */
function planting({ file, from, to }) {
  const changed = path.join(root, 'packages', file);
  return {
    name: 'mutant',
    enforce: 'pre',
    configureVitest: (vitest) =>
      vitest.experimental_defineCacheKeyGenerator(({ id }) =>
        id.split('?')[0] === changed ? false : undefined,
      ),
    transform(code, id) {
      return id.split('?')[0] === changed ? code.replace(from, () => to) : undefined;
    },
  };
}

const packageOf = ({ file }) => file.split('/')[0];
const nameOf = (mutant) => `${packageOf(mutant)}: ${mutant.name}`;

const project = (mutant) => ({
  plugins: [planting(mutant)],
  test: {
    name: nameOf(mutant),
    root: path.join(root, 'packages', packageOf(mutant)),
    include: testsOf(mutant),
    setupFiles: ['vitest.setup.ts', 'scripts/support/until-caught.mjs'].map((file) => path.join(root, file)),
    isolate: false,
    // A fault may make a test wait forever.
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});

const quiet = { onInit: () => undefined };
const vitest = await startVitest('test', [], {
  root,
  config: false,
  watch: false,
  reporters: [quiet],
  globalSetup: [path.join(root, 'vitest.global-setup.ts')],
  // As in vitest.config.ts: many tests wait for processes, and all faults share the unchanged sources.
  experimental: { fsModuleCache: true },
  maxWorkers: availableParallelism() + 1,
  projects: chosen.map(project),
});

const modules = vitest.state.getTestModules();
await vitest.close();
for (const mutant of chosen) {
  const own = modules.filter(({ project }) => project.name === nameOf(mutant));
  const states = own.flatMap(({ children }) => [...children.allTests()].map((test) => test.result().state));
  const count = (state) => states.filter((each) => each === state).length;
  const [passed, failed] = [count('passed'), count('failed')];
  // Tests that don't load, or that all fail, would catch any fault.
  const isCaught = failed > 0 && passed > 0 && own.every((module) => module.errors().length === 0);
  console.log(
    `${isCaught ? 'ok  ' : 'FAIL'} mutant ${mutant.name}: ${failed} of the first ${passed + failed} tests say so`,
  );
}
process.exit(0);
