import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { defaultDemoPassword } from '../../src/server/platform/process/settings.ts';
import { projectRoot } from '../../src/server/platform/process/root.ts';
import { launchBrowser } from '../browser.ts';
import { signIn } from '../prove/writers.ts';
import { stagePassword } from '../stage/people.ts';
import { startProduct } from '../stage/product.ts';
import { faultsOf } from './look.ts';
import { shots, type Shot } from './pages.ts';

// Takes pictures of every kind of page of the demonstration, as the words of the command want them, and tells what a machine can
// see in them: a page that scrolls sideways, text that is too small, more than one filled button, a press that is hard to hit.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', default: '320,390,768,1280,1920' },
    mode: { type: 'string', default: 'light,dark' },
    to: { type: 'string', default: 'pictures' },
    port: { type: 'string' },
  },
});
const widths = values.width.split(',').map(Number);
const modes = (['light', 'dark'] as const).filter((mode) => values.mode.split(',').includes(mode));
const chosen = shots.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.startsWith(word)));
const tabletPx = 768;
const tallestPx = 4000;
const waitMs = 15_000;
const sessions = new Map<string, string>();
const folder = path.resolve(projectRoot, values.to);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
if (chosen.length === 0) throw new Error(`There is no such page. The pages: ${shots.map(({ name }) => name).join(', ')}`);
await takeAll();

async function takeAll(): Promise<void> {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-pictures-'));
  const server = values.port === undefined ? await startProduct({ data: { folder: data } }) : undefined;
  const browser = await launchBrowser();
  fs.mkdirSync(folder, { recursive: true });
  const port = server?.port ?? Number(values.port);
  const found: string[] = [];
  try {
    for (const shot of chosen) found.push(...(await takeOne(browser, port, shot)));
  } finally {
    await browser.close();
    await server?.stop();
    fs.rmSync(data, { recursive: true, force: true });
  }
  console.log(found.join('\n'));
  console.log(`${chosen.length} pages, ${chosen.length * widths.length * modes.length} pictures in ${folder}, ${found.length} faults`);
  process.exitCode = found.length > 0 ? 1 : 0;
}

async function cookieOf(port: number, role: string, club: string): Promise<string> {
  const email = `${role}@${club}.test`;
  // A demonstration that runs already has the password that it tells everybody.
  const password = values.port === undefined ? stagePassword : defaultDemoPassword;
  const known = sessions.get(email) ?? (await signIn(port, email, password));
  sessions.set(email, known);
  return known;
}

/** The page by finger on the narrow widths and by mouse on the others; what cannot be arranged is told and left. */
async function takeOne(browser: Browser, port: number, shot: Shot): Promise<string[]> {
  const found: string[] = [];
  for (const isTouch of [true, false]) {
    const these = widths.filter((width) => width < tabletPx === isTouch);
    const [first] = these;
    if (first === undefined) continue;
    const context = await contextOf(browser, port, shot, first);
    try {
      const page = await context.newPage();
      const settle = settling(page);
      await page.goto(shot.path);
      await page.locator('h1').first().waitFor();
      await settle();
      await shot.arrange?.(page);
      for (const width of these) found.push(...(await takeAt(page, settle, shot.name, width)));
    } catch (error) {
      found.push(`${shot.name} (${first} px): ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    }
    await context.close();
  }
  return found;
}

async function contextOf(browser: Browser, port: number, { role, club = 'RWA' }: Shot, width: number): Promise<BrowserContext> {
  const host = `${club.toLowerCase()}.localhost`;
  const context = await browser.newContext({
    baseURL: `http://${host}:${port}`,
    locale: 'de-DE',
    viewport: viewportOf(width),
    hasTouch: width < tabletPx,
    reducedMotion: 'reduce',
    colorScheme: modes[0] ?? 'light',
  });
  context.setDefaultTimeout(waitMs);
  if (!role) return context;
  const pairs = (await cookieOf(port, role, club.toLowerCase())).split('; ').map((pair) => pair.split('='));
  await context.addCookies(pairs.map(([name = '', ...value]) => ({ name, value: value.join('='), domain: host, path: '/' })));
  return context;
}

async function takeAt(page: Page, settle: () => Promise<void>, name: string, width: number): Promise<string[]> {
  const found: string[] = [];
  await page.setViewportSize(viewportOf(width));
  for (const mode of modes) {
    await page.emulateMedia({ colorScheme: mode });
    await settle();
    if (mode === modes[0]) found.push(...(await faultsOf(page)).map((fault) => `${name} (${width} px): ${fault}`));
    await save(page, width, path.join(folder, `${name}-${width}-${mode}.png`));
  }
  return found;
}

function viewportOf(width: number): { width: number; height: number } {
  if (width < tabletPx) return { width, height: 844 };
  return { width, height: width < 1280 ? 1024 : Math.round(width * 0.625) };
}

/** Waits until nothing is asked for any more, but for the stream of changes, and nothing moves. */
function settling(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => !new URL(request.url()).pathname.startsWith('/live') && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const frames = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
    });
  return async () => {
    const until = Date.now() + waitMs;
    let quiet = 0;
    while (quiet < 3 && Date.now() < until) {
      await frames();
      await page.waitForTimeout(50);
      quiet = open.size === 0 ? quiet + 1 : 0;
    }
  };
}

/** The whole page down to where nobody looks any more; as wide as the window, so that what juts out is seen to be cut. */
async function save(page: Page, width: number, file: string): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.screenshot({ path: file, fullPage: true, clip: { x: 0, y: 0, width, height: Math.min(height, tallestPx) } });
}
