import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFile } from 'node:fs/promises';
import { build, type PluginOption, type Rolldown } from 'vite';
import type { PageName } from '../src/shared/kernel/pages.ts';
import { closureOf, firstFile, planFiles, type Opening, type Piece } from './chunks.ts';
import { publicFiles, type PageOpening } from './publicFiles.ts';
import { mantineClasses } from './usedStyles.ts';

const pageModules = path.resolve('src/web/app/pageModules.ts');
const layouts: { readonly [layout: string]: string } = {
  admin: path.resolve('src/web/app/layouts/AdminLayout.tsx'),
  mobile: path.resolve('src/web/app/layouts/MobileLayout.tsx'),
};
/** Modules loaded after the first paint: on every page, and on every page for signed-in users. */
const background = path.resolve('src/web/app/background.ts');
const session = path.resolve('src/web/accounts/sessions/signIn.ts');
/** Modules that every staff page loads lazily. */
const ofStaff = ['src/web/app/Overlays.tsx', 'src/web/app/storageTokens.ts'].map((file) => path.resolve(file));
const designSystem = path.resolve('src/web/ui/theme/DesignSystem.tsx');
const ofDesk = /\/node_modules\/@mantine\/core\/esm\/(?:core|components)\//;
/** Modules of the entry chunk only. */
const ofEntry = /\/src\/web\/(?:app\/|main\.tsx)|\/node_modules\/(?:react-dom|scheduler)\/|\/index\.html/;
/** What every opening of the start page loads below the fold, only later. */
const belowStart = path.resolve('src/web/app/screens/HomeParts.tsx');
/** A page of a few sentences, and what asks for the password: too small for files, and shared ones would load forms or staff pages with them. */
const inFirstFile = ['src/web/content/feedback/SupportPage.tsx', 'src/web/lib/session/prove.ts'].map((file) => path.resolve(file));
/** Modules with a file of their own: the first call to the server, and a list needed only when a password is chosen. */
const alone = ['src/web/lib/call/client.ts', 'src/web/accounts/sessions/mostUsedPasswords.ts'].map((file) => path.resolve(file));
/** The relative frequency of openings, with a staff page as the unit; a public part comes without the design system. */
const weights = { visitedPage: 72, publicPage: 60, dailyPage: 220, staffPage: 10, publicPart: 14, session: 0.1, part: 0.05 };
/** The public pages that most visitors open. */
const visited: ReadonlySet<PageName> = new Set(['home', 'offers', 'course', 'registration', 'news', 'events']);

/** The staff pages used daily. */
const daily: ReadonlySet<PageName> = new Set(['admin', 'adminMembers', 'adminBookings', 'adminCourses', 'adminParticipants']);

/** Public pages that are tools of signed-in people or of auditors and organisations; the design system comes with them. */
const heavy: ReadonlySet<PageName> = new Set(['me', 'profile', 'profilePart', 'member', 'ownHours', 'books']);

/** A page: its module, and that of its layout. */
export type PageFiles = { name: PageName; modules: string[]; isPublic: boolean };

/** The modules of each page, as listed in pageModules.ts. */
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

/** The output file of each web module, and the classes of Mantine's style sheets that the web uses. */
type BuildPlan = { fileOf: (module: string) => string | undefined; classes: ReadonlySet<string> };

/**
 * Plans the output. The web is first built without manual chunks, which shows what each page needs; from that chunks.ts
 * computes the files.
 */
export async function planBuild(plugins: PluginOption[], settings: object): Promise<BuildPlan> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    build: { ...settings, write: false, cssMinify: false, reportCompressedSize: false },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('The web was not built.');
  const chunks = output.output.filter((file) => file.type === 'chunk');
  const plan = await planOf(chunks);
  return { fileOf: (module) => plan.get(module), classes: mantineClasses(chunks.map(({ code }) => code)) };
}

async function planOf(chunks: readonly Rolldown.OutputChunk[]): Promise<Map<string, string>> {
  const at = new Map(chunks.map(({ fileName }, index) => [fileName, index]));
  const entry = chunks.findIndex(({ isEntry }) => isEntry);
  const pieces = chunks.map((chunk) => ({
    name: chunk.name,
    modules: chunk.moduleIds.filter((module) => !isOwnStyle(module)),
    bytes: chunk.code.length + styleBytesOf(chunk),
    imports: chunk.imports.flatMap((file) => at.get(file) ?? []),
  }));
  for (const [index, { modules }] of pieces.entries())
    if (inFirstFile.some((module) => modules.includes(module))) pieces[entry]?.imports.push(index);
  const pages = await openingsOfPages(chunks);
  const openings = [...pages, ...openingsOfParts(chunks, pieces, pages)];
  const isOfDesk = deskStyles(chunks, pieces, openings);
  const desk = pieces.findIndex(({ modules }) => modules.includes(designSystem));
  const before = closureOf(pieces, [desk]);
  // Two style sheets, one for every page and one for pages with the design system, since each further one costs a request.
  for (const [index, piece] of pieces.entries()) if (isOfDesk(index) && !before.has(index)) piece.imports.push(desk);
  const plan = planFiles(pieces, entry, openings, givenFiles(pieces, entry, pages));
  // Otherwise the bundler would split off the modules that the first file shares with lazy parts.
  for (const module of pieces[entry]?.modules ?? []) if (!ofEntry.test(module)) plan.set(module, firstFile);
  for (const [index, { moduleIds }] of chunks.entries())
    for (const module of moduleIds.filter(index === entry ? isStyle : isOwnStyle))
      plan.set(module, (isOfDesk(index) && plan.get(designSystem)) || firstFile);
  return plan;
}

/** The file of the pieces that have one by rule. */
function givenFiles(pieces: readonly Piece[], entry: number, pages: readonly PageOpening[]): Map<number, string> {
  const first = closureOf(pieces, [entry]);
  const given = new Map<number, string>();
  for (const [index, { name, modules }] of pieces.entries())
    if (!first.has(index) && alone.some((module) => modules.includes(module))) given.set(index, `${name}Alone`);
  const ofPages = publicFiles(pieces, pages, (piece) => first.has(piece) || given.has(piece));
  return new Map([...given, ...ofPages]);
}

/** Whether the styles of a piece are only needed by pages with the design system. */
function deskStyles(chunks: readonly Rolldown.OutputChunk[], pieces: readonly Piece[], openings: readonly Opening[]) {
  const needs = openings.map((opening) => [...closureOf(pieces, opening.pieces)]);
  const plain = new Set(needs.filter((needed) => !needed.some((piece) => isDesigned(pieces[piece]))).flat());
  return (index: number) => !plain.has(index) && chunks[index]?.isEntry === false && chunks[index].moduleIds.some(isOwnStyle);
}

/** The weight of a library's styles relative to code, as they compress better. */
function styleBytesOf({ moduleIds }: Rolldown.OutputChunk): number {
  const styles = moduleIds.filter((module) => isStyle(module) && !isOwnStyle(module));
  return styles.reduce((sum, file) => sum + fs.statSync(file).size * 0.4, 0);
}

function isOwnStyle(module: string): boolean {
  return isStyle(module) && !module.includes('/node_modules/');
}

function isStyle(module: string): boolean {
  return module.endsWith('.css');
}

function weightOf(name: PageName, isPublic: boolean): number {
  if (visited.has(name)) return weights.visitedPage;
  if (isPublic) return weights.publicPage;
  return daily.has(name) ? weights.dailyPage : weights.staffPage;
}

async function openingsOfPages(chunks: readonly Rolldown.OutputChunk[]): Promise<PageOpening[]> {
  const pieceOf = piecesByModule(chunks);
  const pages = (await readPages()).map(({ name, modules, isPublic }) => ({
    ...(isPublic && !heavy.has(name) && { page: name }),
    weight: weightOf(name, isPublic),
    pieces: [...modules, background, ...(isPublic ? [] : [session, ...ofStaff]), ...(name === 'home' ? [belowStart] : [])].flatMap(
      (module) => pieceOf.get(module) ?? [],
    ),
  }));
  // Several paths may show the same page.
  return [...new Map(pages.map((page) => [page.pieces.join(), page])).values()];
}

/** A lazy part is loaded when its page is already loaded; a part opened from another part, when that is. */
function openingsOfParts(chunks: readonly Rolldown.OutputChunk[], pieces: readonly Piece[], pages: readonly PageOpening[]): Opening[] {
  const files = new Map(chunks.map(({ fileName }, index) => [fileName, index]));
  const ofSession = piecesByModule(chunks).get(session);
  const openings = [...pages];
  const known = new Set(pages.flatMap((page) => page.pieces));
  const ofPages = new Set(known);
  for (let opening = 0; opening < openings.length; opening++) {
    const { pieces: there, page } = openings[opening] as PageOpening;
    for (const piece of closureOf(pieces, there))
      for (const file of chunks[piece]?.dynamicImports ?? []) {
        const part = files.get(file);
        if (part === undefined || ofPages.has(part) || (known.has(part) && opening >= pages.length)) continue;
        known.add(part);
        const begin = [...there, part];
        const isLight = page && ![...closureOf(pieces, begin)].some((one) => isDesigned(pieces[one]));
        const weight = part === ofSession ? weights.session : isLight ? weights.publicPart : weights.part;
        openings.push({ weight, pieces: begin });
      }
  }
  return openings.slice(pages.length);
}

function piecesByModule(chunks: readonly Rolldown.OutputChunk[]): Map<string, number> {
  return new Map(chunks.flatMap(({ moduleIds }, index) => moduleIds.map((id) => [id, index] as const)));
}

function isDesigned(piece: Piece | undefined): boolean {
  return piece?.modules.some((module) => ofDesk.test(module)) ?? false;
}
