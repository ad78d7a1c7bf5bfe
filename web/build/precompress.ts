/**
 * Writes a Brotli and a gzip variant beside every text file of the build. The server does not
 * compress anything: it sends these files.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import type { Plugin } from 'vite';

const TEXT = /\.(html|js|css|svg|json|webmanifest|txt)$/;
/** Smaller files are not worth a compressed variant. */
const SMALLEST = 400;

export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle() {
      for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!TEXT.test(path)) continue;
        const bytes = readFileSync(join(folder, path));
        if (bytes.length < SMALLEST) continue;
        const quality = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(join(folder, `${path}.br`), brotliCompressSync(bytes, { params: quality }));
        writeFileSync(join(folder, `${path}.gz`), gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
