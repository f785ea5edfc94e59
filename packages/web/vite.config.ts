import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The app lives at /app and /operator; its files are under /app/assets, whose names change with their content. */
export default defineConfig({
  base: '/app/',
  plugins: [react()],
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Fonts and images as data: URLs would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // Which file of dist/ came from which source, for the test of the first load; it is not served.
    manifest: true,
    reportCompressedSize: false,
    // What the licenses of everything in the bundle ask for; it goes into the server's package, and is not served.
    license: { fileName: 'THIRD-PARTY-LICENSES.md' },
  },
  worker: { format: 'es' },
});
