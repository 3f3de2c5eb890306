import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../browser.ts';
import { pin } from '../../stage/processes.ts';
import { median } from '../../stage/requests.ts';
import type { Figure, Task } from '../task.ts';
import { figuresOf, lines, openOn, phone, settleMs, timesOfLinks, visit, type Visit } from '../visits.ts';

const goals = [
  ['scriptKB', 130],
  ['sentScriptKB', 130],
  ['styleKB', 20],
  ['lcpMs', 1900],
  ['tbtMs', 100],
  ['shift', 0],
] as const;

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
        for (let round = 0; round < rounds; round++) visits.push(await visit(await openOn(browser, phone), url));
        figures.push(...figuresOf(name, visits, goals));
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

/** The page of the first offer on the start page. */
async function someCourse(browser: Browser, address: string): Promise<string> {
  const page = await openOn(browser, phone);
  await page.goto(`${address}/`);
  const link = await page.locator('a[href^="/id/"]').first().getAttribute('href');
  await page.context().close();
  if (!link) throw new Error('no offer on the start page');
  return link;
}

/** Goes along the links of the menu, with a finger: nothing was fetched beforehand by hovering. Milliseconds until each next page is painted. */
async function changeRoutes(browser: Browser, address: string): Promise<number[]> {
  const page = await openOn(browser, phone);
  await page.goto(`${address}/`);
  await page.locator('h1').first().waitFor();
  await page.waitForTimeout(settleMs);
  const times = await timesOfLinks(page, ['/events', '/news', '/']);
  await page.context().close();
  return times;
}

/** Milliseconds until the heading of a page can be read by somebody who was never here, on a slow line. */
async function firstWords(browser: Browser, url: string): Promise<number> {
  const page = await openOn(browser, { ...phone, line: lines.slow });
  await page.goto(url, { waitUntil: 'commit' });
  const time = await page.evaluate<number>('window.vitals.words');
  await page.context().close();
  return time;
}
