// Type-aware linting: a promise nobody awaits can lose a charge, so floating promises are errors everywhere.
import a11y from 'eslint-plugin-jsx-a11y-x';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/dist/**', '**/generated/**', '**/fixtures/**', 'demo/**'] },
  {
    files: ['packages/*/src/**/*.{ts,tsx}', 'packages/web/*.ts', 'acceptance/**/*.ts', 'examples/**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      '@typescript-eslint/restrict-plus-operands': ['error', { allowNumberAndString: true }],
      // `return refuse(response)` ends a function in one line.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // What SQL counts has the type that we say, not always the one a driver gives.
      '@typescript-eslint/no-unnecessary-type-conversion': 'off',
      '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowEmpty: true }],
      // A reason is passed on as it came.
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
      // Data from outside is looked at whatever its type promises.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // Ports are interfaces with methods; what fills them in are functions of a literal, which need no `this`.
      '@typescript-eslint/unbound-method': 'off',
      // TypeORM and Nest declare classes where they take literals, and pg and graphile-worker their own enums.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-comparison': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always'],
    },
  },
  {
    // Plain JavaScript with types in comments (scripts/tsconfig.json).
    files: ['scripts/**/*.mjs'],
    extends: [...tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      eqeqeq: ['error', 'always'],
    },
  },
  {
    files: ['packages/web/src/**/*.tsx'],
    extends: [hooks.configs.flat.recommended, a11y.configs.strict],
    rules: {
      // The pages that sign in are one field: there is nothing before it that a person would miss.
      'jsx-a11y-x/no-autofocus': 'off',
      // A table wider than its region is scrolled with the arrow keys.
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { roles: ['region'], tags: [] }],
      // A file is dropped on the label of its input: the input is the way for keyboards.
      'jsx-a11y-x/no-noninteractive-element-interactions': [
        'error',
        { handlers: ['onClick', 'onMouseDown', 'onMouseUp', 'onKeyPress', 'onKeyDown', 'onKeyUp'] },
      ],
    },
  },
  {
    // Tests say `undefined` where something is missing, name types without a use of them, and read JSON as they expect it.
    files: ['**/*.test.ts', '**/testing/**', 'acceptance/**'],
    rules: {
      '@typescript-eslint/restrict-template-expressions': 'off',
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
    },
  },
  {
    // Customers bring any version of undici: up to 7 it calls what later ones have deprecated.
    files: ['packages/sdk/src/transport/undici-sender.ts'],
    rules: { '@typescript-eslint/no-deprecated': 'off' },
  },
  {
    // Nest reads parameter types at run time, so a type-only import there would break injection.
    files: ['packages/server/src/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['packages/server/src/jobs/pipeline/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          name: 'node:stream/consumers',
          message:
            'It detaches an ArrayBuffer, after which V8 checks every access to any typed array: jobs get slower.',
        },
      ],
    },
  },
  {
    // The house reads the environment and the clock in one place each (docs/ARCHITECTURE.md).
    files: ['packages/server/src/**/*.ts'],
    ignores: [
      'packages/server/src/config.ts',
      'packages/server/src/clock.ts',
      'packages/server/src/**/*.test.ts',
      'packages/server/src/testing/**',
      'packages/server/src/main.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only config.ts reads the environment.' },
        { object: 'Date', property: 'now', message: 'Take the Clock as an argument (clock.ts).' },
      ],
    },
  },
);
