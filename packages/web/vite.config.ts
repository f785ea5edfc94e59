import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The app lives at /app and /operator; its files are under /app/assets, and their names change with their content. */
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
    // Licenses such as MIT's ask that their text goes with every copy. The bundle is copied into the server's package, and this
    // file with it; the server does not serve it.
    license: { fileName: 'THIRD-PARTY-LICENSES.md' },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // A page loads at most twelve files: each costs a request and a kilobyte of headers. So what seven pages share is one
          // file, the frame around pages another, small parts a third. What draws charts stays out, for most pages have none.
          groups: [
            {
              name: 'shared',
              test: /node_modules\/(?!recharts|@mantine\/charts|d3|victory|@reduxjs)|src\/(api|parts|session|shell|jobs)\//,
              minShareCount: 7,
            },
            { name: 'shell', test: /src\/(shell|api|session)\/|lucide-react|tanstack/, minShareCount: 2 },
            {
              name: 'parts',
              test: /src\/(jobs|lead-file|operator|parts)\//,
              maxModuleSize: 3500,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
});
