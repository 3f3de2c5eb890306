import { launchBrowser } from '../../browser.ts';
import { fillCourses } from '../../stage/courses.ts';
import { fillMembers } from '../../stage/members.ts';
import { rareName, sessionOf } from '../../stage/people.ts';
import { pin } from '../../stage/processes.ts';
import { median } from '../../stage/requests.ts';
import type { Figure, Task } from '../task.ts';
import { figuresOf, lines, openOn, settleMs, timesOfLinks, visit, type Device, type Visit } from '../visits.ts';
import { fillHalls } from './weekPlan.ts';

const desk: Device = { viewport: { width: 1280, height: 800 }, line: lines.slow4g };
const pages = ['/admin', '/admin/members', '/admin/bookings', '/admin/courses'];

const goals = [
  ['lcpMs', 3000],
  ['tbtMs', 200],
  ['shift', 0.02],
  ['requests', 30],
  // 300 KiB.
  ['sentScriptKB', 307],
] as const;

/** The first opening of staff pages by a member of the board on a slow line, and the way from one to the next. */
export const task: Task = {
  line: 13,
  title: 'pages of the staff, slow 4G',
  goal: 'LCP ≤ 3 s, TBT ≤ 200 ms, CLS ≤ 0.02, ≤ 30 requests, ≤ 300 KiB JS; route change ≤ 300 ms',
  prepare: async (database) => {
    await fillMembers(database, 10_000, rareName);
    await fillHalls(database, 1900);
    await fillCourses(database, 300);
  },
  product: async ({ database, product, isQuick }) => {
    const browser = await launchBrowser();
    try {
      // The browser is the load here: it must not sit on the server's core.
      pin(process.pid, 1);
      const origin = `http://rwa.localhost:${product.port}`;
      const [name = '', value = ''] = (await sessionOf(database, 'admin')).split('=', 2);
      const open = async () => {
        const page = await openOn(browser, desk);
        await page.context().addCookies([{ name, value, url: origin }]);
        return page;
      };
      const rounds = isQuick ? 1 : 5;
      const figures: Figure[] = [];
      for (const path of pages) {
        const visits: Visit[] = [];
        for (let round = 0; round < rounds; round++) visits.push(await visit(await open(), origin + path));
        figures.push(...figuresOf(path, visits, goals));
      }
      const changes: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const page = await open();
        await page.goto(`${origin}/admin`);
        await page.locator('h1').first().waitFor();
        await page.waitForTimeout(2 * settleMs);
        changes.push(...(await timesOfLinks(page, ['/admin/members', '/admin/courses', '/admin/bookings', '/admin'])));
        await page.context().close();
      }
      figures.push({ name: 'route change', unit: 'ms', value: median(changes), goal: { what: 'value', atMost: 300 } });
      return figures;
    } finally {
      await browser.close();
    }
  },
};
