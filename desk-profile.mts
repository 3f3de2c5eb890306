import fs from 'node:fs';
import { launchBrowser } from './test/browser.ts';
import { fillMembers } from './test/stage/members.ts';
import { rareName } from './test/stage/people.ts';
import { median } from './test/stage/requests.ts';
import { signedInPage } from './test/stage/signedInPage.ts';
import { onStage } from './test/prove/proof.ts';
import { startProduct } from './test/stage/product.ts';

// dist folders as arguments; rounds interleaved
const dists = process.argv.slice(2).filter(a=>!a.startsWith('--'));
const rounds = Number(process.argv.find(a=>a.startsWith('--rounds='))?.slice(9) ?? 5);
const doTrace = process.argv.includes('--trace');
const doProfile = process.argv.includes('--profile');
await onStage(async ({ database }) => {
  const browser = await launchBrowser();
  const sides = [];
  let filled = false;
  for (const d of dists) {
    fs.rmSync('dist', { recursive: true, force: true });
    fs.cpSync(d, 'dist', { recursive: true });
    const product = await startProduct({ data: database });
    if (!filled) { await fillMembers(database, 10000, rareName); filled = true; }
    const { page, origin } = await signedInPage(browser, { database, port: product.port, role: 'admin', club: 'RWA' });
    const client = await page.context().newCDPSession(page);
    // let static be loaded into memory
    await page.goto(`${origin}/admin/members`); await page.waitForSelector('tr[data-row]');
    sides.push({ d, product, page, origin, client, first: [], sorted: [], filtered: [], other: [] } as any);
  }
  for (let round = -1; round < rounds; round++) for (const s of sides) {
    const { page, origin, client } = s;
    const atSpeed = (rate: number) => client.send('Emulation.setCPUThrottlingRate', { rate });
    await page.bringToFront();
    await page.goto(`${origin}/admin`);
    await page.getByRole('link', { name: 'Mitglieder', exact: true }).first().waitFor();
    await page.waitForTimeout(1500);
    await atSpeed(4);
    await page.hover('nav a[href="/admin/members"]');
    await page.waitForTimeout(150);
    const start = async () => { if (doProfile && round === rounds - 1) { await client.send('Profiler.enable'); await client.send('Profiler.setSamplingInterval', { interval: 200 }); await client.send('Profiler.start'); } };
    const trace = async (name: string) => { if (!doTrace || round !== rounds - 1) return () => undefined; const events: any[] = []; client.on('Tracing.dataCollected', (e: any) => events.push(...e.value)); const done = new Promise((r) => client.once('Tracing.tracingComplete', r)); await client.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'devtools.timeline,disabled-by-default-devtools.timeline,disabled-by-default-devtools.timeline.stack,blink.user_timing,v8.execute' }); return async () => { await client.send('Tracing.end'); await done; fs.writeFileSync(`/tmp/desk-prof/${name}.trace.json`, JSON.stringify(events)); }; };
    const stop = async (name: string) => { if (doProfile && round === rounds - 1) { const { profile } = await client.send('Profiler.stop'); fs.writeFileSync(`/tmp/desk-prof/${name}.cpuprofile`, JSON.stringify(profile)); } };
    const t1 = await trace('first'); await start();
    const first = await msAfter(page, 'nav a[href="/admin/members"]', 'tr[data-row]');
    await stop('first'); await t1();
    await page.waitForTimeout(1500);
    const t2 = await trace('sort'); await start();
    const sorted = await msAfter(page, 'thead button', 'tr[data-row]', true);
    await stop('sort'); await t2();
    await page.waitForTimeout(700);
    await page.getByRole('combobox', { name: 'Status' }).or(page.getByRole('textbox', { name: 'Status' })).first().click();
    await page.getByRole('option', { name: 'Ausgetreten' }).evaluate((o: any) => o.setAttribute('data-pressed', ''));
    await start();
    const filtered = await msAfter(page, '[data-pressed]', 'tr[data-row]', true);
    await stop('filter');
    await atSpeed(1);
    await page.waitForTimeout(300);
    const other = await msAfter(page, 'nav a[href="/admin/courses"]', 'main h1', true);
    if (round < 0) continue;
    s.first.push(first); s.sorted.push(sorted); s.filtered.push(filtered); s.other.push(other);
  }
  for (const s of sides) console.log(s.d, 'first', Math.round(median(s.first)), 'sort', Math.round(median(s.sorted)), 'filter', Math.round(median(s.filtered)), 'other', Math.round(median(s.other)), JSON.stringify(s.first.map(Math.round)), 'min', [s.first,s.sorted,s.filtered,s.other].map((l: number[]) => Math.round(Math.min(...l))).join(' '));
  await browser.close();
});
function msAfter(page: any, pressed: string, wanted: string, changes = false): Promise<number> {
  return page.evaluate(
    ([press, want, isChange]: any) =>
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
process.exit(0);
