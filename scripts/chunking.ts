import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { readFile } from 'node:fs/promises';
import { build, type PluginOption, type Rolldown } from 'vite';
import { closureOf, firstFile, planFiles, type Opening, type Piece } from './chunks.ts';

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
const start = path.resolve('src/web/app/screens/StartPage.tsx');
/** What the start page loads below the fold. */
const belowStart = path.resolve('src/web/app/screens/HomeParts.tsx');
/** A page of a few sentences, and what asks for the password: too small for files, and shared ones would load forms or staff pages with them. */
const inFirstFile = ['src/web/content/feedback/SupportPage.tsx', 'src/web/lib/session/prove.ts'].map((file) => path.resolve(file));
/** Modules with a file of their own: the lower parts of the start page, a list needed only when a password is chosen, and a form of visitors that else shares a file with staff forms. */
const alone = [
  belowStart,
  path.resolve('src/web/lib/call/client.ts'),
  path.resolve('src/web/accounts/sessions/mostUsedPasswords.ts'),
  path.resolve('src/web/halls/hallRequests/HallRequestForm.tsx'),
];
/** The relative frequency of openings, with a staff page as the unit. */
const weights = { visitedPage: 72, publicPage: 24, dailyPage: 8, staffPage: 1, session: 0.1, part: 0.05 };
/**
 * What a public page may load besides the first file, so that its JavaScript stays below 130 KB as sent. Files are merged one after the other,
 * so that a small change may lead to a plan that no longer fits; then other limits are tried until one fits.
 */
const limits = [64_000, 60_000, 55_000, 76_000];
const lightEnough = 93_000;

/** The public pages that most visitors open. */
const visited: ReadonlySet<string> = new Set(['home', 'offers', 'course', 'registration', 'news', 'events']);

/** The staff pages used daily. */
const daily: ReadonlySet<string> = new Set(['admin', 'adminMembers', 'adminBookings', 'adminCourses', 'adminParticipants']);

/** Public pages that are tools of signed-in people or of auditors and organisations; the design system comes with them. */
const heavy: ReadonlySet<string> = new Set(['me', 'profile', 'profilePart', 'member', 'ownHours', 'books']);

/** An opening, and whether it has to stay below the limit. */
type PlannedOpening = Opening & { isLight?: boolean };

/** A page: its module, and that of its layout. */
export type PageFiles = { name: string; modules: string[]; isPublic: boolean };

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

/**
 * Returns the output file of each web module. The web is first built without manual chunks, which shows what each page
 * needs; from that chunks.ts computes the files.
 */
export async function planChunks(plugins: PluginOption[], settings: object): Promise<(module: string) => string | undefined> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    plugins,
    build: { ...settings, write: false, cssMinify: false, reportCompressedSize: false },
  });
  const [output] = [built].flat();
  if (!output || !('output' in output)) throw new Error('The web was not built.');
  const plan = await planOf(output.output.filter((file) => file.type === 'chunk'));
  return (module) => plan.get(module);
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
  const openings = await openingsOf(chunks, pieces);
  const isOfDesk = deskStyles(chunks, pieces, openings);
  const desk = pieces.findIndex(({ modules }) => modules.includes(designSystem));
  const before = closureOf(pieces, [desk]);
  // Two style sheets, one for every page and one for pages with the design system, since each further one costs a request.
  for (const [index, piece] of pieces.entries()) if (isOfDesk(index) && !before.has(index)) piece.imports.push(desk);
  const plan = lightPlan(pieces, entry, openings);
  // Sharing a file would load their dependencies, or load them with their dependents.
  for (const { name, modules } of pieces)
    if (alone.some((module) => modules.includes(module))) for (const module of modules) plan.set(module, `${name}Alone`);
  // Otherwise the bundler would split off the modules that the first file shares with lazy parts.
  for (const module of pieces[entry]?.modules ?? []) if (!ofEntry.test(module)) plan.set(module, firstFile);
  for (const [index, { moduleIds }] of chunks.entries())
    for (const module of moduleIds.filter(index === entry ? isStyle : isOwnStyle))
      plan.set(module, (isOfDesk(index) && plan.get(designSystem)) || firstFile);
  return plan;
}

function lightPlan(pieces: readonly Piece[], entry: number, openings: readonly PlannedOpening[]): Map<string, string> {
  const plans = [];
  for (const light of limits) {
    const plan = planFiles(
      pieces,
      entry,
      openings.map(({ isLight, ...opening }) => (isLight ? { ...opening, light } : opening)),
    );
    plans.push(plan);
    if (plan.heaviest <= lightEnough) break;
  }
  const [best] = plans.toSorted((a, b) => a.heaviest - b.heaviest);
  return best?.fileOf ?? new Map();
}

/** Whether the styles of a piece are only needed by pages with the design system. */
function deskStyles(chunks: readonly Rolldown.OutputChunk[], pieces: readonly Piece[], openings: readonly Opening[]) {
  const isDesigned = pieces.map(({ modules }) => modules.some((module) => ofDesk.test(module)));
  const needs = openings.map((opening) => [...closureOf(pieces, opening.pieces)]);
  const plain = new Set(needs.filter((needed) => !needed.some((piece) => isDesigned[piece])).flat());
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

function weightOf(name: string, isPublic: boolean): number {
  if (visited.has(name)) return weights.visitedPage;
  if (isPublic) return weights.publicPage;
  return daily.has(name) ? weights.dailyPage : weights.staffPage;
}

async function openingsOf(chunks: readonly Rolldown.OutputChunk[], pieces: readonly Piece[]): Promise<PlannedOpening[]> {
  const pieceOf = new Map(chunks.flatMap(({ moduleIds }, index) => moduleIds.map((id) => [id, index] as const)));
  const pages = (await readPages()).map(({ name, modules, isPublic }) => ({
    weight: weightOf(name, isPublic),
    isLight: isPublic && !heavy.has(name),
    pieces: [...modules, background, ...(isPublic ? [] : [session, ...ofStaff])].flatMap((module) => pieceOf.get(module) ?? []),
  }));
  const atHome = pages.find(({ pieces: own }) => own.includes(pieceOf.get(start) ?? -1));
  const below = pieceOf.get(belowStart);
  // Every opening of the start page loads its lower parts as well, only later.
  if (atHome && below !== undefined) pages.push({ ...atHome, pieces: [...atHome.pieces, below] });
  // Several paths may show the same page.
  const shown = [...new Map(pages.map((page) => [page.pieces.join(), page])).values()];
  const files = new Map(chunks.map(({ fileName }, index) => [fileName, index]));
  const ofPages = new Set(pages.flatMap((page) => page.pieces));
  const openings: PlannedOpening[] = [...shown];
  // A lazy part is loaded when its page is already loaded; a part opened from another part, when that is.
  const known = new Set<number>(ofPages);
  for (let opening = 0; opening < openings.length; opening++) {
    const { pieces: there } = openings[opening] as PlannedOpening;
    for (const piece of closureOf(pieces, there))
      for (const file of chunks[piece]?.dynamicImports ?? []) {
        const part = files.get(file);
        if (part === undefined || ofPages.has(part) || (known.has(part) && opening >= shown.length)) continue;
        known.add(part);
        openings.push({ weight: part === pieceOf.get(session) ? weights.session : weights.part, pieces: [...there, part] });
      }
  }
  return openings;
}
