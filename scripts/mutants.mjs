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
import { mutants, placesOf, testsOf } from './support/mutants.mjs';
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

/** Faults that cannot be planted, because their place in the source is gone. */
const misplaced = [];
for (const mutant of chosen) {
  const places = placesOf(mutant);
  if (places !== 1) misplaced.push(`${mutant.name}: packages/${mutant.file} has its place ${places} times`);
}

const project = (mutant) => {
  const [name] = mutant.file.split('/');
  return {
    plugins: [planting(mutant)],
    test: {
      name: `${name}: ${mutant.name}`,
      root: path.join(root, 'packages', name),
      include: testsOf(mutant),
      setupFiles: ['vitest.setup.ts', 'scripts/support/until-caught.mjs'].map((file) =>
        path.join(root, file),
      ),
      isolate: false,
      // A fault may make a test wait forever.
      testTimeout: 20_000,
      hookTimeout: 60_000,
    },
  };
};

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

/** Results of the tests by the name of a project. */
const ended = new Map();
for (const module of vitest.state.getTestModules()) {
  const { name } = module.project;
  const sum = ended.get(name) ?? { passed: 0, failed: 0, broken: module.errors().length };
  for (const { result } of [...module.children.allTests()].map((test) => ({ result: test.result() }))) {
    if (result.state === 'passed') sum.passed += 1;
    if (result.state === 'failed') sum.failed += 1;
  }
  ended.set(name, sum);
}
await vitest.close();

for (const fault of misplaced) console.log(`FAIL mutant ${fault}`);
for (const mutant of chosen) {
  const [name] = mutant.file.split('/');
  const { passed, failed, broken } = ended.get(`${name}: ${mutant.name}`) ?? {
    passed: 0,
    failed: 0,
    broken: 0,
  };
  // Tests that don't load, or that all fail, would catch any fault.
  const isCaught = failed > 0 && passed > 0 && broken === 0;
  console.log(
    `${isCaught ? 'ok  ' : 'FAIL'} mutant ${mutant.name}: ${failed} of the first ${passed + failed} tests say so`,
  );
}
process.exit(0);
