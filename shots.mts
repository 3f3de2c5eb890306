import { launchBrowser } from './test/browser.ts';
const b = await launchBrowser();
const base = (h: string) => `http://${h}.localhost:3931`;
async function at(h: string, role: string | undefined, w: number, dark: boolean) {
  const c = await b.newContext({ viewport: { width: w, height: 844 }, locale: 'de-DE', colorScheme: dark ? 'dark' : 'light' });
  const p = await c.newPage();
  p.setDefaultTimeout(60000);
  if (role) {
    await p.goto(base(h) + '/login');
    await p.getByLabel('E-Mail').first().fill(`${role}@${h}.test`);
    await p.getByLabel('Passwort').first().fill('Probetraining-2026');
    await p.getByRole('button', { name: 'Einloggen', exact: true }).click();
    await p.waitForURL((u) => !u.pathname.startsWith('/login'));
  }
  return p;
}
const shot = async (p: any, n: string) => { await p.waitForTimeout(1500); await p.screenshot({ path: `/tmp/s/${n}.png` }); };
const v = await at('rwa', undefined, 390, false);
await v.goto(base('rwa')); await shot(v, 'home');
await v.goto(base('rwa') + '/offers'); await v.locator('main a[href^="/id/"]').first().click(); await shot(v, 'course');
const g = await at('gsv', undefined, 320, true); await g.goto(base('gsv')); await shot(g, 'gsv320dark');
const a = await at('rwa', 'admin', 390, false);
await a.goto(base('rwa') + '/admin'); await shot(a, 'admin');
await a.getByRole('button', { name: 'Mehr' }).last().click(); await shot(a, 'mehr');
await a.goto(base('rwa') + '/admin/courses/new'); await a.getByRole('textbox', { name: 'Titel', exact: true }).fill('Balken'); await shot(a, 'new');
await a.getByRole('button', { name: 'Speichern' }).click(); await a.waitForTimeout(2500); await shot(a, 'saved');
await a.goto(base('rwa') + '/admin/members'); await shot(a, 'members');
const t = await at('rwa', 'trainer', 320, true); await t.goto(base('rwa') + '/admin/mobile/participantList'); await shot(t, 'trainer320dark');
const e = await at('rwa', 'editor', 320, false); await e.goto(base('rwa') + '/admin/participants'); await shot(e, 'editor320');
await b.close();
