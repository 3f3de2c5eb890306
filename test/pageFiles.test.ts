import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pageNames, pageOf, type PageName } from '../src/shared/kernel/pages.ts';
import { readPreloads } from '../src/server/office/site/preloads.ts';
import { projectRoot } from '../src/server/platform/process/root.ts';

const webFolder = path.join(projectRoot, 'dist/web');
const preloads = await readPreloads(webFolder);
const first = [
  ...fs.readFileSync(path.join(webFolder, 'index.html'), 'utf8').matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g),
].map(([, file = '']) => file);

/** The files loaded to show a page including its layout, with their sizes as sent. */
function filesOf(page: PageName) {
  const files = [...new Set([...first, ...(preloads[page] ?? [])])].map((file) => ({ file, kilobytes: sentBytes(file) / 1000 }));
  const scripts = files.filter(({ file }) => file.endsWith('.js'));
  return { files, scripts, scriptKilobytes: scripts.reduce((sum, { kilobytes }) => sum + kilobytes, 0) };
}

function sentBytes(file: string): number {
  const full = path.join(webFolder, file);
  return fs.statSync(fs.existsSync(`${full}.br`) ? `${full}.br` : full).size;
}

/** The kilobytes that a page loads once the part with these words is shown, besides those of the page itself. */
function lateKilobytes(page: PageName, words: string): number {
  const part = scripts.find((file) => readScript(file).includes(words));
  if (!part) throw new Error(`no file says „${words}“`);
  const there = withImports(filesOf(page).scripts.map(({ file }) => file));
  const late = [...withImports([part])].filter((file) => !there.has(file));
  return late.reduce((sum, file) => sum + sentBytes(file) / 1000, 0);
}

const scripts = fs.readdirSync(path.join(webFolder, 'assets')).flatMap((file) => (file.endsWith('.js') ? [`assets/${file}`] : []));

function readScript(file: string): string {
  return fs.readFileSync(path.join(webFolder, file), 'utf8');
}

/** Some files and all that they import. */
function withImports(files: readonly string[]): Set<string> {
  const found = new Set(files);
  for (const file of found)
    for (const [, name = ''] of readScript(file).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) found.add(`assets/${name}`);
  return found;
}

const visitors = pageNames.filter((name) => pageOf(name).layout === 'default' && !pageOf(name).roles);
const staff = pageNames.filter((name) => pageOf(name).layout === 'admin');
/** Pages that come with the design system: tools of organisations and of auditors, opened by a link of their own. */
const tools: readonly PageName[] = ['ownHours', 'books'];
const read = visitors.filter((name) => !tools.includes(name));

describe('the files that a browser loads', () => {
  test.each(read)('for %s are at most 8, with at most 130 kB of JavaScript', (name) => {
    const { files, scriptKilobytes } = filesOf(name);
    expect(files.length).toBeLessThanOrEqual(8);
    expect(Math.round(scriptKilobytes)).toBeLessThanOrEqual(130);
  });

  test('of the form with which somebody enrols are at most 100 kB more', () => {
    expect(Math.round(lateKilobytes('course', 'Vorname eines Elternteils'))).toBeLessThanOrEqual(100);
  });

  test.each(visitors)('for %s, which anybody opens, are at most 17', (name) => {
    expect(filesOf(name).files.length).toBeLessThanOrEqual(17);
  });

  test.each(staff)('for %s of the staff are at most 26', (name) => {
    expect(filesOf(name).files.length).toBeLessThanOrEqual(26);
  });

  test('write no JSON schemas, which only the server does', () => {
    expect(scripts.filter((file) => readScript(file).includes('json-schema.org'))).toEqual([]);
  });

  test('hold no checking of forms on a page that has none', () => {
    const checking = read.filter((name) =>
      filesOf(name).scripts.some(({ file }) => fs.readFileSync(path.join(webFolder, file), 'utf8').includes('ZodError')),
    );
    expect(checking).toEqual([]);
  });

  test('of the first call to the server hold nothing of the staff and no design system', () => {
    const assets = path.join(webFolder, 'assets');
    const client = fs.readdirSync(assets).filter((file) => /^clientAlone-.*\.js$/.test(file));
    const imported = client.flatMap((file) => [...fs.readFileSync(path.join(assets, file), 'utf8').matchAll(/from"\.\/([^"]+)"/g)]);
    expect(client).toHaveLength(1);
    expect(
      imported.map(([, file = '']) => file.replace(/-[^-]+\.js$/, '')).filter((name) => !/^(?:base|rolldown-runtime)/.test(name)),
    ).toEqual([]);
  });

  test('are none below 10 KB, but what the bundler keeps for itself', () => {
    const small = fs
      .readdirSync(path.join(webFolder, 'assets'))
      .filter((file) => file.endsWith('.js') && fs.statSync(path.join(webFolder, 'assets', file)).size < 10 * 1024);
    expect(small.filter((file) => !file.startsWith('rolldown-runtime-'))).toEqual([]);
  });
});
