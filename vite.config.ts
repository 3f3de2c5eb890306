import { minifyContractRouter } from '@orpc/contract';
import react from '@vitejs/plugin-react';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Plugin, type PluginOption } from 'vite';
import { planBuild, readPages, type PageFiles } from './scripts/chunking.ts';
import { noJsonSchema } from './scripts/noJsonSchema.ts';
import { pureShapes } from './scripts/pureShapes.ts';
import { usedStyles } from './scripts/usedStyles.ts';

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

/** Icons that stand in a file of the browser's, since a request for them would be one more, which a weak line may not answer in time. */
function bundledIcons(id: string, names: () => Promise<readonly string[]>): Plugin {
  return {
    name: id,
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    async load(source) {
      if (source !== `\0${id}`) return undefined;
      const { icons } = JSON.parse(await readFile('node_modules/@iconify-json/tabler/icons.json', 'utf8')) as {
        icons: { [name: string]: unknown };
      };
      return `export const bundledIcons = ${JSON.stringify({ icons: Object.fromEntries((await names()).map((name) => [name, icons[name]])) })};`;
    },
  };
}

/** What the head of every public page shows. */
const frameIcons = () => Promise.resolve('calendar calendar-time moon news run search shield sun user-circle'.split(' '));

/** What lists and forms show everywhere. */
const toolIcons =
  'alert-triangle arrow-left bookmark calendar check chevron-down chevron-left chevron-right chevron-up columns-3 dots-vertical download edit filter logout mail menu-2 plus printer trash user-circle user-plus x';

/** The menu of the staff, and what lists and forms show everywhere. */
async function staffIcons(): Promise<readonly string[]> {
  const module = pathToFileURL(path.resolve('src/shared/kernel/pages.ts')).href;
  const { pages } = (await import(module)) as typeof import('./src/shared/kernel/pages.ts');
  const ofPages = Object.values(pages).flatMap((page) => ('icon' in page ? [page.icon] : []));
  return [...new Set([...ofPages, ...toolIcons.split(' ')])];
}

/**
 * Tells the server what each page is made of, so that the page itself can ask for all of it at once (src/server/office/site/preloads.ts);
 * the browser would find out only after the first file has come, and that file would have to carry the list.
 */
function pagePreloads(): Plugin {
  return {
    name: 'page-preloads',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const chunkNamed = (fileName: string) => {
        const file = bundle[fileName];
        return file?.type === 'chunk' ? file : undefined;
      };
      const entry = chunks.filter(({ isEntry }) => isEntry);
      const chunkOf = (module: string) => chunks.filter(({ moduleIds }) => moduleIds.includes(module));
      const filesOf = ({ name, modules }: PageFiles) => {
        const files = new Set<string>();
        const add = (chunk: (typeof chunks)[number] | undefined) => {
          if (!chunk || files.has(chunk.fileName)) return;
          files.add(chunk.fileName);
          for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
          for (const imported of chunk.imports) add(chunkNamed(imported));
        };
        for (const chunk of [...entry, ...modules.flatMap(chunkOf)]) add(chunk);
        return [
          name,
          [...files].filter((file) => entry.every((chunk) => file !== chunk.fileName && !chunk.viteMetadata?.importedCss.has(file))),
        ];
      };
      const preloads = Object.fromEntries((await readPages()).map(filesOf));
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) });
    },
  };
}

/** What the modules of the web are made with, in the build as in their tests. */
export const webPlugins = (): PluginOption[] => [
  minifiedContract(),
  clubLooks(),
  bundledIcons('virtual:frame-icons', frameIcons),
  bundledIcons('virtual:staff-icons', staffIcons),
  noJsonSchema(),
  pureShapes(path.resolve('src/shared')),
  react(),
];

/** A class of a CSS module is named after its file, each of which has a name of its own: such names are smaller packed than hashes. */
function readableName(name: string, file: string): string {
  return `${path.basename(file.split('?')[0] ?? '', '.module.css')}-${name}`;
}

/** What holds for both builds, the one that looks and the one that counts. */
const settings = { assetsInlineLimit: 0, target: 'es2022', modulePreload: false } as const;

export default defineConfig(async ({ command }) => {
  const plan = command === 'build' ? await planBuild(webPlugins(), settings) : undefined;
  return {
    plugins: [...webPlugins(), pagePreloads(), plan && usedStyles(plan.classes)],
    css: { modules: { generateScopedName: readableName } },
    build: {
      ...settings,
      outDir: 'dist/web',
      emptyOutDir: true,
      chunkSizeWarningLimit: 800,
      rolldownOptions: {
        // A part that a click loads may stand in the file of a page that shows it at once.
        checks: { ineffectiveDynamicImport: false },
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ debugName: 'planned', name: (module: string) => plan?.fileOf(module) }],
          },
        },
      },
    },
    server: {
      proxy: Object.fromEntries(
        ['/api', '/live', '/payload', '/icons', '/build.json', '/health', '/v0', '/media'].map((route) => [
          route,
          // The server compares the origin of a request with its host, and shows the club of the host.
          { target: 'http://localhost:3001', changeOrigin: false },
        ]),
      ),
    },
  };
});
