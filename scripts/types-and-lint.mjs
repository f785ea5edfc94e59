// Types and lint of the whole repository, in one process: the typed rules of eslint ask the very programs that the
// compiler has just checked, so that every file is read and its types are worked out once. A project that was found good is looked
// at again when a file changes in it or in a package that it stands on. By hand: `npm run lint`; to mend what can be:
// `npx eslint --fix .`.
import path from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { isKnownGood, keyOfFiles, noteGood } from './support/known-good.mjs';
import { needsOf, packages, root } from './support/packages.mjs';

const projects = [...packages.map((name) => `packages/${name}`), 'acceptance', 'examples', 'scripts'];

/** Files that affect all projects. */
const SHARED = ['package-lock.json', 'tsconfig.base.json', 'eslint.config.js', 'scripts/types-and-lint.mjs'];

/** A package, and the packages it needs, directly or not. */
const withNeeds = (name) => [name, ...needsOf(name).flatMap(withNeeds)];

function keyOf(project) {
  const name = path.basename(project);
  // Acceptance tests, examples and scripts may use any file.
  if (!packages.includes(name)) return keyOfFiles();
  return keyOfFiles([...SHARED, ...new Set(withNeeds(name).map((each) => `packages/${each}`))]);
}

/** Declarations of libraries, parsed once for all projects: that saves a third of the work. */
const libraries = new Map();

function programOf(project) {
  const config = ts.getParsedCommandLineOfConfigFile(
    path.join(root, project, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
      },
    },
  );
  if (config === undefined) throw new Error(`${project} has no tsconfig.json`);
  const host = ts.createCompilerHost(config.options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, how, ...rest) => {
    if (!file.includes('/node_modules/')) return read(file, how, ...rest);
    const { languageVersion, impliedNodeFormat } = /** @type {ts.CreateSourceFileOptions} */ (how);
    const key = `${file} ${languageVersion} ${impliedNodeFormat}`;
    if (!libraries.has(key)) libraries.set(key, read(file, how, ...rest));
    return libraries.get(key);
  };
  return {
    program: ts.createProgram({ rootNames: config.fileNames, options: config.options, host }),
    configErrors: config.errors,
  };
}

function typeErrors({ program, configErrors }) {
  const diagnostics = [...configErrors, ...ts.getPreEmitDiagnostics(program)];
  return ts.formatDiagnostics(diagnostics, {
    getCurrentDirectory: () => root,
    getCanonicalFileName: (file) => file,
    getNewLine: () => '\n',
  });
}

async function lintErrors(programs, folders) {
  const eslint = new ESLint({
    cwd: root,
    // In an editor the rules find their program themselves; here it is passed in.
    overrideConfig: {
      files: ['packages/*/src/**/*.{ts,tsx}', 'packages/web/*.ts', 'acceptance/**/*.ts', 'examples/**/*.ts'],
      languageOptions: { parserOptions: { projectService: false, programs } },
    },
  });
  const results = await eslint.lintFiles(folders);
  const formatter = await eslint.loadFormatter('stylish');
  return formatter.format(results);
}

const changed = projects
  .map((project) => ({ project, key: keyOf(project) }))
  .filter(({ project, key }) => !isKnownGood(`types and lint of ${project}`, key));
const folders = changed.map(({ project }) => project);
const checked = folders.map(programOf);
const said =
  checked.map(typeErrors).join('') +
  (checked.length === 0
    ? ''
    : await lintErrors(
        checked.map(({ program }) => program),
        folders,
      ));
process.stdout.write(said);
if (said === '') for (const { project, key } of changed) noteGood(`types and lint of ${project}`, key);
process.exitCode = said === '' ? 0 : 1;
