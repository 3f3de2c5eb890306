import type { Page } from 'playwright-core';
import { launchBrowser } from '../../browser.ts';
import { fillMembers } from '../../stage/members.ts';
import { rareName } from '../../stage/people.ts';
import { median } from '../../stage/requests.ts';
import { signedInPage } from '../../stage/signedInPage.ts';
import { atMost, onStage, type Proof } from '../proof.ts';

declare global {
  /** The frames of the page while they are counted. */
  // oxlint-disable-next-line no-var
  var listFrames: number[] | undefined;
}

const size = 10_000;
const slower = 4;

/** The member list of a large club in a browser on a slow computer: how soon it stands there, answers and scrolls. */
export const proof: Proof = {
  goal: `a list of ${size} members at a CPU ${slower} times slower: first rows 300 ms after the click, filter and sort in 200 ms, no frame above 50 ms while scrolling; another page in 200 ms at full speed`,
  run: ({ number }) =>
    onStage(async ({ database, startProduct }) => {
      const product = await startProduct();
      await fillMembers(database, size, rareName);
      const browser = await launchBrowser();
      try {
        const { page, origin } = await signedInPage(browser, { database, port: product.port, role: 'admin', club: 'RWA' });
        const client = await page.context().newCDPSession(page);
        const atSpeed = (rate: number) => client.send('Emulation.setCPUThrottlingRate', { rate });
        const longest: number[] = [];
        const found = { first: [] as number[], sorted: [] as number[], filtered: [] as number[], other: [] as number[] };
        // The first round only fills the caches.
        for (let round = -1; round < number('rounds', 5); round++) {
          await page.goto(`${origin}/admin`);
          await page.getByRole('link', { name: 'Mitglieder', exact: true }).first().waitFor();
          await page.waitForTimeout(1500);
          await atSpeed(slower);
          // Who presses a link has pointed at it before.
          await page.hover('nav a[href="/admin/members"]');
          await page.waitForTimeout(150);
          const first = await msAfter(page, 'nav a[href="/admin/members"]', 'tr[data-row]');
          await page.waitForTimeout(1500);
          const sorted = await msAfter(page, 'thead button', 'tr[data-row]', true);
          await page.waitForTimeout(1000);
          const scrolled = round < 0 ? [] : await frames(page);
          await page.evaluate(() => scrollTo(0, 0));
          await page.waitForTimeout(500);
          await page
            .getByRole('combobox', { name: 'Status' })
            .or(page.getByRole('textbox', { name: 'Status' }))
            .first()
            .click();
          await page.getByRole('option', { name: 'Ausgetreten' }).evaluate((option) => option.setAttribute('data-pressed', ''));
          const filtered = await msAfter(page, '[data-pressed]', 'tr[data-row]', true);
          await atSpeed(1);
          await page.waitForTimeout(500);
          const other = await msAfter(page, 'nav a[href="/admin/courses"]', 'main h1', true);
          if (round < 0) continue;
          found.first.push(first);
          found.sorted.push(sorted);
          found.filtered.push(filtered);
          found.other.push(other);
          longest.push(Math.max(...scrolled));
        }
        return [
          atMost('ms to the first rows', median(found.first), 300),
          atMost('ms to sort', median(found.sorted), 200),
          atMost('ms to filter', median(found.filtered), 200),
          atMost('ms for the longest frame while scrolling', median(longest), 50),
          atMost('ms to another page', median(found.other), 200),
        ];
      } finally {
        await browser.close();
      }
    }),
};

/** From a press to the picture in which the wanted element stands there, or, where one stood there before, has other words. */
function msAfter(page: Page, pressed: string, wanted: string, changes = false): Promise<number> {
  return page.evaluate(
    ([press, want, isChange]) =>
      new Promise<number>((resolve, reject) => {
        const wordsOf = () => document.querySelector(want)?.textContent ?? '';
        const before = isChange ? wordsOf() : '';
        const target = document.querySelector<HTMLElement>(press);
        if (!target) return reject(new Error(`There is no ${press}.`));
        const begun = performance.now();
        const stop = setTimeout(() => reject(new Error(`Nothing came of ${press}.`)), 10_000);
        const look = () => {
          if (wordsOf() === before) return requestAnimationFrame(look);
          clearTimeout(stop);
          return requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun), 0));
        };
        target.click();
        requestAnimationFrame(look);
        return undefined;
      }),
    [pressed, wanted, changes] as const,
  );
}

/** How long each frame took while the list was scrolled by the wheel. */
async function frames(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const seen: number[] = [];
    globalThis.listFrames = seen;
    let last = performance.now();
    const look = (now: number) => {
      seen.push(now - last);
      last = now;
      if (globalThis.listFrames) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.mouse.move(800, 500);
  for (let n = 0; n < 40; n++) {
    await page.mouse.wheel(0, 120);
    await page.waitForTimeout(16);
  }
  return page.evaluate(() => {
    const seen = globalThis.listFrames ?? [];
    globalThis.listFrames = undefined;
    return seen.slice(1);
  });
}
