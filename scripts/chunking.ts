import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFile } from 'node:fs/promises';
import { build, type PluginOption, type Rolldown } from 'vite';
import { planFiles, type Opening, type Piece } from './chunks.ts';

const pageModules = path.resolve('src/web/app/pageModules.ts');
const layouts: { readonly [layout: string]: string } = {
  admin: path.resolve('src/web/app/layouts/AdminLayout.tsx'),
  mobile: path.resolve('src/web/app/layouts/MobileLayout.tsx'),
};
/** What starts after the first paint of every page, and what of every page for somebody who is signed in. */
const background = path.resolve('src/web/app/background.ts');
const session = path.resolve('src/web/accounts/sessions/signIn.ts');
/** What the start page loads by itself, below its first screen. */
const below = path.resolve('src/web/app/screens/HomeParts.tsx');
/** How often something is opened, beside a page of the staff. */
const weights = { publicPage: 4, staffPage: 1, session: 25, part: 0.5 };

/** A page: its module, and that of the frame around it. */
export type PageFiles = { name: string; modules: string[]; isPublic: boolean };

/** The modules of each page, as pageModules.ts names them. */
export async function readPages(): Promise<PageFiles[]> {
  const { pageNames, pageOf } = (await import(
    pathToFileURL(path.resolve('src/shared/kernel/pages.ts')).href
  )) as typeof import('../src/shared/kernel/pages.ts');
  const source = await readFile(pageModules, 'utf8');
  return pageNames.map((name) => {
    const specifier = new RegExp(`\\b${name}: \\(\\) => import\\('([^']+)'\\)`).exec(source)?.[1];
    if (!specifier) throw new Error(`${name} has no module in pageModules.ts`);
    const { layout } = pageOf(name);
    const frame = layouts[layout];
    return { name, modules: [...(frame ? [frame] : []), moduleOf(specifier)], isPublic: layout === 'default' };
  });
}

function moduleOf(specifier: string): string {
  return specifier.startsWith('#web/') ? path.resolve('src/web', specifier.slice(5)) : path.resolve(path.dirname(pageModules), specifier);
}

/**
 * Which file each module of the web stands in. The web is built once without a word about files, which tells what each page
 * really needs; from that chunks.ts puts together what comes in one file.
 */
export async function planChunks(plugins: PluginOption[], settings: object): Promise<(module: string) => string | undefined> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    build: { ...settings, write: false, minify: false, cssMinify: false, reportCompressedSize: false },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('The web was not built.');
  const chunks = output.output.filter((file) => file.type === 'chunk');
  const at = new Map(chunks.map(({ fileName }, index) => [fileName, index]));
  const pieces: Piece[] = chunks.map((chunk) => ({
    name: chunk.name,
    modules: chunk.moduleIds,
    bytes: chunk.code.length,
    hasStyles: (chunk.viteMetadata?.importedCss.size ?? 0) > 0,
    imports: chunk.imports.flatMap((file) => at.get(file) ?? []),
  }));
  const plan = planFiles(
    pieces,
    chunks.findIndex(({ isEntry }) => isEntry),
    await openingsOf(chunks),
  );
  // In one file with something else it would bring along what that needs, to every visitor of the club.
  const alone = chunks.find(({ moduleIds }) => moduleIds.includes(below))?.moduleIds ?? [];
  for (const module of alone) plan.delete(module);
  return (module) => plan.get(module);
}

async function openingsOf(chunks: readonly Rolldown.OutputChunk[]): Promise<Opening[]> {
  const pieceOf = new Map(chunks.flatMap(({ moduleIds }, index) => moduleIds.map((id) => [id, index] as const)));
  const pages = (await readPages()).map(({ modules, isPublic }) => ({
    weight: isPublic ? weights.publicPage : weights.staffPage,
    pieces: [...modules, background].flatMap((module) => pieceOf.get(module) ?? []),
  }));
  // Several addresses may show the same page.
  const openings = new Map(pages.map((page) => [page.pieces.join(), page]));
  const ofPages = new Set(pages.flatMap(({ pieces }) => pieces));
  const files = new Map(chunks.map(({ fileName }, index) => [fileName, index]));
  const late = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports.flatMap((file) => files.get(file) ?? [])));
  for (const index of late)
    if (!ofPages.has(index))
      openings.set(String(index), { weight: index === pieceOf.get(session) ? weights.session : weights.part, pieces: [index] });
  return [...openings.values()];
}
