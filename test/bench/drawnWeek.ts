import { launchBrowser } from '../browser.ts';
import { median } from '../stage/requests.ts';
import { pin } from '../stage/processes.ts';
import type { Figure, Stage } from './task.ts';

/** What the page notes for us: when the last booking stood in the document, and when the next picture was painted. */
declare global {
  var drawn: { paintedMs?: number };
}

const cores = { measuring: 1, both: [0, 1] };
const count = 600;
const monday = '2027-11-08';

/** A week after the end of all series: 600 single bookings in 30 halls, twenty in each. */
const fillWeek = `insert into booking (id, club, facility_id, unit_ids, kind, title, priority, local_date, starts_at, ends_at, state, created_at)
  select gen_random_uuid(), 'RWA', f.id, array[u.id], 'training', 'Gruppe ' || n, 3, '${monday}'::date + n % 5,
    ('${monday}'::date + n % 5 + make_time(10 + 2 * (n / 5), 0, 0)) at time zone 'Europe/Berlin',
    ('${monday}'::date + n % 5 + make_time(11 + 2 * (n / 5), 30, 0)) at time zone 'Europe/Berlin', 'approved', now()
  from (select id from facility where slug like 'halle-%') f join facility_unit u on u.facility_id = f.id and u.sort = 1
  cross join generate_series(0, 19) n`;

/**
 * From the arrival of the week's bookings in the browser until they are painted, in a headless Chromium beside the servers:
 * reading the JSON, React, layout and paint together. Without a throttle, and with both cores: a browser is several processes, of which one draws
 * what another one has laid out. Median of the loads.
 */
export async function drawnWeek(stage: Stage, cookie: string): Promise<Figure> {
  await stage.database.sql(fillWeek);
  pin(process.pid, ...cores.both);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'de-DE' });
    const [name = '', value = ''] = cookie.split('=', 2);
    const origin = `http://rwa.localhost:${stage.product.port}`;
    await context.addCookies([{ name, value, url: origin }]);
    const page = await context.newPage();
    await page.addInitScript((wanted) => {
      globalThis.drawn = {};
      new MutationObserver((_changes, observer) => {
        const cells = [...document.querySelectorAll<HTMLElement>('td button[data-count]')];
        if (cells.reduce((sum, { dataset }) => sum + Number(dataset['count']), 0) < wanted) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => (globalThis.drawn.paintedMs = performance.now()), 0));
      }).observe(document, { childList: true, subtree: true });
    }, count);
    const taken: number[] = [];
    // The first load only fills the caches.
    for (let round = -1; round < (stage.isQuick ? 1 : 7); round++) {
      await page.goto(`${origin}/admin/bookings?view=week&day=${monday}`);
      await page.waitForFunction(() => globalThis.drawn.paintedMs !== undefined);
      const ms = await page.evaluate(() => {
        const ends = performance.getEntriesByType('resource').filter(({ name: url }) => /\/api\/(bookings\/plan|facilities)/.test(url));
        return (globalThis.drawn.paintedMs ?? Number.NaN) - Math.max(...ends.map((one) => (one as PerformanceResourceTiming).responseEnd));
      });
      if (round >= 0) taken.push(ms);
    }
    return { name: `${count} bookings drawn in the browser`, unit: 'ms', value: median(taken), goal: { what: 'value', atMost: 200 } };
  } finally {
    await browser.close();
    pin(process.pid, cores.measuring);
  }
}
