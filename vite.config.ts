import { minifyContractRouter } from '@orpc/contract';
import react from '@vitejs/plugin-react';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

/** The contract without its shapes: method and path of each endpoint are all that the browser needs to call it. */
function minifiedContract(): Plugin {
  const id = 'virtual:contract';
  return {
    name: 'minified-contract',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      const { contract } = (await import(pathToFileURL(path.resolve('src/shared/api.ts')).href)) as typeof import('./src/shared/api.ts');
      return `export const contract = ${JSON.stringify(withoutErrors(minifyContractRouter(contract)))};`;
    },
  };
}

const unneeded = new Set(['summary', 'description', 'spec']);

/** The problems of an endpoint are known from shared/problems.ts, its texts stand in the document. */
function withoutErrors(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key: string, entry: unknown) =>
      unneeded.has(key) ? undefined : key === 'errorMap' || key === 'meta' ? {} : entry,
    ),
  ) as unknown;
}

export default defineConfig({
  plugins: [minifiedContract(), react()],
  build: { outDir: 'dist/web', emptyOutDir: true, assetsInlineLimit: 0, target: 'es2022', modulePreload: { polyfill: false } },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/live', '/payload', '/icons', '/build.json', '/health', '/v0', '/media'].map((route) => [route, 'http://localhost:3001']),
    ),
  },
});
