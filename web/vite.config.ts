import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

import { precompress } from './build/precompress.ts';

/** The server used during development: `tutti serve --listen 127.0.0.1:8080`. */
const server = process.env['TUTTI_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte(), precompress()],
  build: {
    target: 'es2022',
    // No inlining: the page allows no inline scripts or styles.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Code that most pages share is one file instead of twenty; the rest is loaded with the pages that need it.
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
