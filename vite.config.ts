import { minifyContractRouter } from '@orpc/contract';
import react from '@vitejs/plugin-react';
import { readFile } from 'node:fs/promises';
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

/** The problems of an endpoint are known from shared/kernel/problems.ts, its texts stand in the document. */
function withoutErrors(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key: string, entry: unknown) =>
      unneeded.has(key) ? undefined : key === 'errorMap' || key === 'meta' ? {} : entry,
    ),
  ) as unknown;
}

/** The colours of the clubs as styles that stand in the page from the beginning; the design system need not be loaded to make them. */
function clubLooks(): Plugin {
  const id = 'virtual:club-looks.css';
  return {
    name: 'club-looks',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      const module = pathToFileURL(path.resolve('src/web/ui/theme/looks.ts')).href;
      const { looksOfClubs } = (await import(module)) as typeof import('./src/web/ui/theme/looks.ts');
      return looksOfClubs();
    },
  };
}

/**
 * Tells the server what each page is made of, so that the page itself can ask for all of it at once (src/server/office/site/preloads.ts);
 * the browser would find out only after the first file has come, and that file would have to carry the list.
 */
function pagePreloads(): Plugin {
  const pageModules = path.resolve('src/web/app/pageModules.ts');
  const layouts: { readonly [layout: string]: string } = {
    admin: 'src/web/app/layouts/AdminLayout.tsx',
    mobile: 'src/web/app/layouts/MobileLayout.tsx',
  };
  return {
    name: 'page-preloads',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const { pageNames, pageOf } = (await import(
        pathToFileURL(path.resolve('src/shared/kernel/pages.ts')).href
      )) as typeof import('./src/shared/kernel/pages.ts');
      const source = await readFile(pageModules, 'utf8');
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const chunkNamed = (fileName: string) => {
        const file = bundle[fileName];
        return file?.type === 'chunk' ? file : undefined;
      };
      const entry = chunks.filter(({ isEntry }) => isEntry);
      const chunkOf = (module: string) => chunks.filter(({ facadeModuleId }) => facadeModuleId === module);
      const filesOf = async (name: (typeof pageNames)[number]) => {
        const specifier = new RegExp(`\\b${name}: \\(\\) => import\\('([^']+)'\\)`).exec(source)?.[1];
        const module = specifier && (await this.resolve(specifier, pageModules))?.id;
        const layout = layouts[pageOf(name).layout];
        if (!module) this.error(`${name} has no module in pageModules.ts`);
        const files = new Set<string>();
        const add = (chunk: (typeof chunks)[number] | undefined) => {
          if (!chunk || files.has(chunk.fileName)) return;
          files.add(chunk.fileName);
          for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
          for (const imported of chunk.imports) add(chunkNamed(imported));
        };
        for (const chunk of [...entry, ...(layout ? chunkOf(path.resolve(layout)) : []), ...chunkOf(module)]) add(chunk);
        return [
          name,
          [...files].filter((file) => entry.every((chunk) => file !== chunk.fileName && !chunk.viteMetadata?.importedCss.has(file))),
        ];
      };
      const preloads = Object.fromEntries(await Promise.all(pageNames.map(filesOf)));
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) });
    },
  };
}

/** What most public pages show or read with; small enough that none of them pays for the others. */
const commonModules = new RegExp(
  [
    'src/shared/kernel/(calendar|storage)',
    'src/web/lib/(address|berlinDay|format|call/(call|callError|readPublic|useMutation))',
    'src/web/(ui/(notices/(EmptyState|LoadProblem)|plain/PageTitle|files/StoredPicture)|content/parts/NewsCard)',
    'src/web/(events/(queries|words)|content/news/queries)',
    '@tanstack/react-query/.*/(useBaseQuery|useQuery|useMutation|useInfiniteQuery|infiniteQueryOptions)',
    '@tanstack/query-core/.*/(query|mutation|infiniteQuery)Observer',
  ]
    .map((path) => `${path.replaceAll('/', String.raw`[\\/]`)}\\.`)
    .join('|'),
);

/** What the modules of the web are made with, in the build as in their tests. */
export const webPlugins = [minifiedContract(), clubLooks(), react()];

export default defineConfig({
  plugins: [...webPlugins, pagePreloads()],
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 800,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      output: {
        // Files that nearly every page needs come together instead of one by one.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'mantine', test: /@mantine[\\/]core[\\/]esm[\\/]core[\\/]/ },
            { name: 'common', test: commonModules },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/live', '/payload', '/icons', '/build.json', '/health', '/v0', '/media'].map((route) => [route, 'http://localhost:3001']),
    ),
  },
});
