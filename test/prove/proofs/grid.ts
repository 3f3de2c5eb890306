import type { Page } from 'playwright-core';
import { addDays, localOf, mondayOf } from '../../../src/shared/kernel/calendar.ts';
import { launchBrowser } from '../../browser.ts';
import { signedInPage } from '../../stage/signedInPage.ts';
import { median } from '../../stage/requests.ts';
import { fillTown } from '../../townSeason.ts';
import { atMost, onStage, type Proof } from '../proof.ts';

declare global {
  /** What the page notes for us: when all bookings were painted, and how long each frame took since it is counted. */
  // oxlint-disable-next-line no-var
  var grid: { paintedMs?: number; frames?: number[] };
}

const halls = 30;
/** A Tuesday without a change of the clock behind it. */
const day = addDays(mondayOf(addDays(localOf(new Date()).date, 35)), 1);
/** On each part of each hall three bookings that day. */
const count = halls * 3 * 3;

/** The plan of a town's day in a browser: how soon it stands there, and whether it can be worked in without a stumble. */
export const proof: Proof = {
  goal: `the day of ${halls} halls with three parts stands 200 ms after its answer, below 3,000 elements, and a booking moves through it without a frame above 50 ms`,
  run: ({ number }) =>
    onStage(async ({ database, startProduct }) => {
      const product = await startProduct();
      await fillTown(database, 1, halls);
      await database.sql(
        `insert into booking (id, club, facility_id, unit_ids, kind, title, priority, local_date, starts_at, ends_at, state, created_at)
         select gen_random_uuid(), 'GSV', u.facility_id, array[u.id], 'training', 'Gruppe ' || n, 3, $1::date,
           ($1::date + make_time(10 + 4 * n, 0, 0)) at time zone 'Europe/Berlin', ($1::date + make_time(11 + 4 * n, 30, 0)) at time zone 'Europe/Berlin',
           'approved', now() from facility_unit u cross join generate_series(0, 2) n`,
        [day],
      );
      const browser = await launchBrowser();
      try {
        const { page, origin } = await signedInPage(browser, { database, port: product.port, role: 'admin', club: 'GSV' });
        await page.addInitScript(noteDrawn, count);
        const drawn: number[] = [];
        // The first load only fills the caches.
        for (let round = -1; round < number('rounds', 5); round++) {
          await page.goto(`${origin}/admin/bookings?view=day&day=${day}`);
          await page.waitForFunction(() => globalThis.grid.paintedMs !== undefined);
          if (round >= 0) drawn.push(await drawnMs(page));
        }
        const elements = await page.evaluate(() => document.querySelectorAll('*').length);
        const [dragged, scrolled] = [await frames(page, () => drag(page)), await frames(page, () => scroll(page))];
        return [
          atMost('ms from the answer to the picture', median(drawn), 200),
          atMost('elements', elements, 3000),
          atMost('ms for the longest frame while a booking is dragged', Math.max(...dragged), 50),
          atMost('ms for the longest frame while scrolling', Math.max(...scrolled), 50),
        ];
      } finally {
        await browser.close();
      }
    }),
};

/** Notes when the last booking stood in the document and the next picture was painted. Where columns are left out of sight, those in sight. */
function noteDrawn(wanted: number): void {
  globalThis.grid = {};
  new MutationObserver((_changes, observer) => {
    const seen = document.querySelectorAll('[data-booking]').length;
    const hidden = Number(document.querySelector<HTMLElement>('[data-hidden]')?.dataset['hidden'] ?? 0);
    if (seen === 0 || seen + hidden < wanted) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => (globalThis.grid.paintedMs = performance.now()), 0));
  }).observe(document, { childList: true, subtree: true });
}

function drawnMs(page: Page): Promise<number> {
  return page.evaluate(() => {
    const ends = performance.getEntriesByType('resource').filter(({ name }) => /\/api\/(bookings\/plan|facilities)/.test(name));
    return (globalThis.grid.paintedMs ?? Number.NaN) - Math.max(...ends.map((one) => (one as PerformanceResourceTiming).responseEnd));
  });
}

/** How long each frame took while something was done. */
async function frames(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const seen: number[] = [];
    globalThis.grid.frames = seen;
    let last = performance.now();
    const look = (now: number) => {
      seen.push(now - last);
      last = now;
      if (globalThis.grid.frames) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await work();
  return page.evaluate(() => {
    const seen = globalThis.grid.frames ?? [];
    globalThis.grid = {};
    return seen.slice(1);
  });
}

/** Takes a booking by the mouse through the halls in sight, and lets it go where it was. */
async function drag(page: Page): Promise<void> {
  const from = await page.locator('[data-booking][data-movable]').nth(1).boundingBox();
  if (!from) throw new Error('There is no booking to drag.');
  await page.mouse.move(from.x + from.width / 2, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2 + 400, from.y + 120, { steps: 60 });
  await page.mouse.move(from.x + from.width / 2, from.y + 8, { steps: 60 });
  await page.keyboard.press('Escape');
  await page.mouse.up();
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(800, 600);
  for (let n = 0; n < 40; n++) {
    await page.mouse.wheel(120, 0);
    await page.waitForTimeout(16);
  }
}
