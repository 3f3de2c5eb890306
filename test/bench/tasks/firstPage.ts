import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../browser.ts';
import { pin } from '../../stage/processes.ts';
import { median } from '../../stage/requests.ts';
import type { Figure, Task } from '../task.ts';

const slowerTimes = 4;
/** A good line of a phone, and one at the edge of the village. */
const lines = {
  usual: { bytesPerSecond: 10_000_000 / 8, delayMs: 40 },
  slow: { bytesPerSecond: 400_000 / 8, delayMs: 300 },
};
const settleMs = 2500;

/** The first visits of a phone, and the way from one page to the next. */
export const task: Task = {
  line: 9,
  title: 'first page',
  goal: 'JS ≤ 130 KB gz, CSS ≤ 20 KB gz, LCP ≤ 1.9 s, TBT ≤ 100 ms, CLS 0, route change ≤ 200 ms; at 400 kbit/s and 300 ms words of a course ≤ 2.5 s, of the offers ≤ 3 s',
  product: async ({ startProduct, isQuick }) => {
    const browser = await launchBrowser();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'vereinsportal-first-page-'));
    try {
      // The browser is the load here: it must not sit on the server's core.
      pin(process.pid, 1);
      // Pages with something on them: offers, dates, news and their pictures, as somebody finds them who tries the product.
      const { port } = await startProduct({ data: { folder } });
      const address = `http://rwa.localhost:${port}`;
      const rounds = isQuick ? 1 : 5;
      const figures: Figure[] = [];
      const sites = ['scb', 'gsv'].map((club) => ({ name: `${club}.localhost/`, url: `http://${club}.localhost:${port}/` }));
      const course = await someCourse(browser, address);
      const paths = ['/', '/login', '/support', '/news', '/events', '/offers', course];
      for (const { name, url } of [
        ...paths.map((one) => ({ name: one.replace(/^\/id\/.*/, '/id/{course}'), url: address + one })),
        ...sites,
      ]) {
        const visits: Visit[] = [];
        for (let round = 0; round < rounds; round++) visits.push(await visit(browser, url));
        figures.push(...figuresOf(name, visits));
      }
      const changes: number[] = [];
      for (let round = 0; round < rounds; round++) changes.push(...(await changeRoutes(browser, address)));
      figures.push({ name: 'route change', unit: 'ms', value: median(changes), goal: { what: 'value', atMost: 200 } });
      for (const [path, atMost] of [
        [course, 2500],
        ['/offers', 3000],
      ] as const) {
        const times: number[] = [];
        for (let round = 0; round < rounds; round++) times.push(await firstWords(browser, address + path));
        const name = `${path.replace(/^\/id\/.*/, '/id/{course}')} words on a slow line`;
        figures.push({ name, unit: 'ms', value: median(times), goal: { what: 'value', atMost } });
      }
      return figures;
    } finally {
      await browser.close();
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
};

type Visit = { scriptKB: number; styleKB: number; lcpMs: number; tbtMs: number; shift: number };

function figuresOf(path: string, visits: Visit[]): Figure[] {
  const figure = (name: string, unit: string, key: keyof Visit, atMost: number): Figure => ({
    name: `${path} ${name}`,
    unit,
    value: median(visits.map((visit) => visit[key])),
    goal: { what: 'value', atMost },
  });
  return [
    figure('JavaScript', 'KB gz', 'scriptKB', 130),
    figure('CSS', 'KB gz', 'styleKB', 20),
    figure('LCP', 'ms', 'lcpMs', 1900),
    figure('TBT', 'ms', 'tbtMs', 100),
    figure('CLS', '', 'shift', 0),
  ];
}

/** The page of the first offer on the start page. */
async function someCourse(browser: Browser, address: string): Promise<string> {
  const page = await phone(browser);
  await page.goto(`${address}/`);
  const link = await page.locator('a[href^="/id/"]').first().getAttribute('href');
  await page.context().close();
  if (!link) throw new Error('no offer on the start page');
  return link;
}

/** One visit of somebody who was never here before. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const page = await phone(browser);
  const sizes = { script: 0, stylesheet: 0 };
  const counted: Promise<void>[] = [];
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind !== 'script' && kind !== 'stylesheet') return;
    counted.push(response.body().then((body) => void (sizes[kind] += gzipSync(body, { level: 9 }).length / 1000)));
  });
  await page.goto(url);
  // Nothing is asked of the page before it has settled: a locator would run the test library's own script in it, which counts as long tasks.
  await page.waitForTimeout(settleMs);
  await page.locator('h1').first().waitFor();
  await Promise.all(counted);
  const vitals = await page.evaluate<{ lcpMs: number; tbtMs: number; shift: number }>('window.vitals');
  await page.context().close();
  return { ...vitals, scriptKB: sizes.script, styleKB: sizes.stylesheet };
}

/** Goes along the links of the menu, with a finger: nothing was fetched beforehand by hovering. Milliseconds until each next page is painted. */
async function changeRoutes(browser: Browser, address: string): Promise<number[]> {
  const page = await phone(browser);
  await page.goto(`${address}/`);
  await page.locator('h1').first().waitFor();
  await page.waitForTimeout(settleMs);
  const links = ['/events', '/news', '/'];
  const times: number[] = [];
  for (const link of links) {
    times.push(await page.evaluate<number>(`window.timeRouteChange(${JSON.stringify(link)})`));
    await page.waitForTimeout(300);
  }
  await page.context().close();
  return times;
}

/** Milliseconds until the heading of a page can be read by somebody who was never here, on a slow line. */
async function firstWords(browser: Browser, url: string): Promise<number> {
  const page = await phone(browser, lines.slow);
  await page.goto(url, { waitUntil: 'commit' });
  const time = await page.evaluate<number>('window.vitals.words');
  await page.context().close();
  return time;
}

async function phone(browser: Browser, { bytesPerSecond, delayMs } = lines.usual): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, locale: 'de-DE' });
  const page = await context.newPage();
  await page.addInitScript(measuringScript);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerTimes });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: delayMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  return page;
}

/** Runs in the page before anything else; the figures are those of web-vitals. */
const measuringScript = `
  window.vitals = { lcpMs: 0, tbtMs: 0, shift: 0 };
  vitals.words = new Promise((resolve) => (vitals.resolveWords = resolve));
  const awaitWords = () => {
    if (document.querySelector('h1')?.textContent) requestAnimationFrame(() => vitals.resolveWords(performance.now()));
    else requestAnimationFrame(awaitWords);
  };
  awaitWords();
  const observe = (type, handle) =>
    new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({ type, buffered: true });
  observe('largest-contentful-paint', (entry) => (vitals.lcpMs = entry.startTime));
  observe('longtask', (entry) => (vitals.tbtMs += Math.max(0, entry.duration - 50)));
  observe('layout-shift', (entry) => { if (!entry.hadRecentInput) vitals.shift += entry.value; });
  window.timeRouteChange = (path) => new Promise((resolve, reject) => {
    const link = document.querySelector('a[href="' + path + '"]');
    if (!link) return reject(new Error('no link to ' + path));
    const heading = () => document.querySelector('h1')?.textContent;
    const before = heading();
    const startedAt = performance.now();
    link.click();
    const look = () => {
      const isThere = location.pathname === path && heading() && heading() !== before;
      if (isThere) requestAnimationFrame(() => resolve(performance.now() - startedAt));
      else if (performance.now() - startedAt > 10000) reject(new Error(path + ' did not come'));
      else requestAnimationFrame(look);
    };
    look();
  });
`;
