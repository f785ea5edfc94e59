// Type-aware linting: a promise nobody awaits can lose a charge, so floating promises are errors everywhere.
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/dist/**', '**/generated/**', '**/fixtures/**', 'demo/**'] },
  {
    files: ['packages/*/src/**/*.{ts,tsx}', 'packages/web/*.ts', 'acceptance/**/*.ts', 'examples/**/*.ts'],
    extends: [...tseslint.configs.recommended],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always'],
    },
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
