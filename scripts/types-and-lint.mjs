// Types and lint of the whole repository, in one process: the typed rules of eslint ask the very programs that the
// compiler has just checked, so that every file is read and its types are worked out once. By hand:
// `npm run lint`; to mend what can be: `npx eslint --fix .`.
import path from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { packages, root } from './support/packages.mjs';

const projects = [...packages.map((name) => `packages/${name}`), 'acceptance', 'examples'];

/** Declarations of libraries are the same in every project; parsed once, they are a third of the work. */
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
  const host = ts.createCompilerHost(config.options);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (file, how, ...rest) => {
    if (!file.includes('/node_modules/')) return read(file, how, ...rest);
    const key = `${file} ${how.languageVersion} ${how.impliedNodeFormat}`;
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

async function lintErrors(programs) {
  const eslint = new ESLint({
    cwd: root,
    // An editor has the rules find their program themselves; here they are given it.
    overrideConfig: {
      files: ['packages/*/src/**/*.{ts,tsx}', 'packages/web/*.ts', 'acceptance/**/*.ts', 'examples/**/*.ts'],
      languageOptions: { parserOptions: { projectService: false, programs } },
    },
  });
  const results = await eslint.lintFiles(['.']);
  const formatter = await eslint.loadFormatter('stylish');
  return formatter.format(results);
}

const checked = projects.map(programOf);
const said = checked.map(typeErrors).join('') + (await lintErrors(checked.map(({ program }) => program)));
process.stdout.write(said);
process.exitCode = said === '' ? 0 : 1;
