import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { precompress } from './build/precompress.ts';

/** Where a server runs while the page is worked on: `tutti serve --listen 127.0.0.1:8080`. */
const server = process.env['TUTTI_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte(), precompress()],
  build: {
    target: 'es2022',
    // Everything is a file of its own: the page allows nothing inline.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What most pages share is one file rather than twenty; what few need comes with them.
          groups: [
            { name: 'shared', test: /src\/(lib|parts)\/|node_modules\/(svelte|clsx|esm-env)\//, minShareCount: 4 },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/healthz'].map((path) => [path, { target: server, changeOrigin: true, headers: { origin: server } }]),
    ),
  },
  test: { include: ['src/**/*.test.ts'], environment: 'node' },
});
