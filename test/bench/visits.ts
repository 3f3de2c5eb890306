import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page, Response } from 'playwright-core';
import { median } from '../stage/requests.ts';
import type { Figure } from './task.ts';

const slowerTimes = 4;
type Line = { bytesPerSecond: number; delayMs: number };

/** A good line of a phone, one at the edge of the village, and the slow 4G of Lighthouse. */
export const lines = {
  usual: { bytesPerSecond: 10_000_000 / 8, delayMs: 40 },
  slow: { bytesPerSecond: 400_000 / 8, delayMs: 300 },
  slow4g: { bytesPerSecond: 1_638_400 / 8, delayMs: 150 },
} satisfies { [name: string]: Line };

/** After what time a page has settled. */
export const settleMs = 2500;

/** What somebody opens a page with; its CPU is four times slower than that of the machine. */
export type Device = BrowserContextOptions & { line: Line };

export const phone: Device = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, line: lines.usual };

/** What a visit costs: kilobytes packed with gzip, scripts also as they were sent, and the figures of web-vitals. */
export type Visit = {
  scriptKB: number;
  sentScriptKB: number;
  styleKB: number;
  requests: number;
  lcpMs: number;
  tbtMs: number;
  shift: number;
};

const words: { readonly [key in keyof Visit]: readonly [name: string, unit: string] } = {
  scriptKB: ['JavaScript', 'KB gz'],
  sentScriptKB: ['JavaScript as sent', 'KB'],
  styleKB: ['CSS', 'KB gz'],
  requests: ['requests', ''],
  lcpMs: ['LCP', 'ms'],
  tbtMs: ['TBT', 'ms'],
  shift: ['CLS', ''],
};

/** The medians of some visits of a page, against what is to be reached. */
export function figuresOf(path: string, visits: readonly Visit[], goals: readonly (readonly [keyof Visit, number])[]): Figure[] {
  return goals.map(([key, atMost]) => {
    const [name, unit] = words[key];
    return { name: `${path} ${name}`, unit, value: median(visits.map((visited) => visited[key])), goal: { what: 'value', atMost } };
  });
}

/** The first visit of a page with a new browser context, which ends with it. */
export async function visit(page: Page, url: string): Promise<Visit> {
  const sizes = { script: 0, stylesheet: 0, sent: 0 };
  const counted: Promise<void>[] = [];
  let requests = 0;
  const count = async (response: Response, kind: 'script' | 'stylesheet') => {
    const [body, { responseBodySize }] = await Promise.all([response.body(), response.request().sizes()]);
    sizes[kind] += gzipSync(body, { level: 9 }).length / 1000;
    if (kind === 'script') sizes.sent += responseBodySize / 1000;
  };
  page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind !== 'eventsource') requests += 1;
    if (kind !== 'script' && kind !== 'stylesheet') return;
    counted.push(count(response, kind));
  });
  await page.goto(url);
  // Nothing is asked of the page before it has settled: a locator would run the test library's own script in it, which counts as long tasks.
  await page.waitForTimeout(settleMs);
  await page.locator('h1').first().waitFor();
  await Promise.all(counted);
  const vitals = await page.evaluate<{ lcpMs: number; tbtMs: number; shift: number }>('window.vitals');
  await page.context().close();
  // A page that had painted nothing by then reaches no goal.
  const lcpMs = vitals.lcpMs > 0 ? vitals.lcpMs : Infinity;
  return { ...vitals, lcpMs, scriptKB: sizes.script, sentScriptKB: sizes.sent, styleKB: sizes.stylesheet, requests };
}

/** Goes along links that stand on each of the pages, without hovering, which would fetch beforehand. Milliseconds until each next page is painted. */
export async function timesOfLinks(page: Page, links: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const link of links) {
    times.push(await page.evaluate<number>(`window.timeRouteChange(${JSON.stringify(link)})`));
    await page.waitForTimeout(300);
  }
  return times;
}

/** A page of a new browser context, where nothing is kept from earlier ones. */
export async function openOn(browser: Browser, { line, ...options }: Device): Promise<Page> {
  const context = await browser.newContext({ ...options, locale: 'de-DE' });
  const page = await context.newPage();
  await page.addInitScript(measuringScript);
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowerTimes });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.delayMs,
    downloadThroughput: line.bytesPerSecond,
    uploadThroughput: line.bytesPerSecond,
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
