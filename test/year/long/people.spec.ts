import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { deviceOf } from '../../e2e/device.ts';
import { desktop, stage } from '../../e2e/person.ts';
import { founder, startEmpty } from '../empty.ts';
import { setPassword } from '../founding.ts';

// Another board takes over, on an empty product and through the pages alone: each journey goes on where the one before left it.
const staged = stage(desktop, startEmpty);
const till = { firstname: 'Till', lastname: 'Tresor', email: 'till@verein.example', password: 'Sieben-bunte-Baelle-9' };
const nora = { firstname: 'Nora', lastname: 'Neu', email: 'nora@verein.example', password: 'Acht-gelbe-Segel-4' };
const olga = { firstname: 'Olga', lastname: 'Ordner', email: 'olga@verein.example', password: 'Neun-blaue-Hefte-7' };
type Someone = typeof till;

/** An open page of who was signed out leaves what only they see, by itself; opened again it asks to sign in. */
async function isOut(page: Page): Promise<void> {
  const way = page.getByRole('link', { name: 'Einloggen' }).or(page.getByRole('heading', { name: 'Einloggen' }));
  await way.first().waitFor();
  await page.goto('/profile');
  await page.getByText('„Mein Profil“ sehen Sie nach dem Einloggen.').waitFor();
}

/** Types address and password on the page; managers of a club are led to the second factor. */
async function signIn(context: BrowserContext, { email, password }: Someone): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel('E-Mail').fill(email);
  await page.getByRole('textbox', { name: 'Passwort' }).fill(password);
  await page.keyboard.press('Enter');
  return page;
}

const roleField = (place: Locator) =>
  place
    .getByRole('combobox', { name: 'Rolle' })
    .or(place.getByRole('textbox', { name: 'Rolle' }))
    .last();

async function invite(page: Page, { firstname, lastname, email }: Someone): Promise<void> {
  await page.goto('/admin/user');
  await page.getByRole('button', { name: 'Einladen' }).click();
  const form = page.getByRole('dialog', { name: 'Benutzer einladen' });
  await form.getByLabel('Vorname').fill(firstname);
  await form.getByLabel('Nachname').fill(lastname);
  await form.getByLabel('E-Mail').fill(email);
  await roleField(form).click();
  await page.getByRole('option', { name: 'Vorstand', exact: true }).click();
  await form.getByRole('button', { name: 'Einladen' }).click();
  await page.getByText(`${firstname} ${lastname} ist eingeladen.`).waitFor();
}

async function openUser(page: Page, { firstname, lastname }: Someone) {
  await page.goto('/admin/user');
  await page.getByRole('button', { name: `${lastname}, ${firstname}` }).click();
  return page.getByRole('dialog', { name: 'Benutzer', exact: true });
}

test('treasurer and administrator are invited by the founder and set their passwords by the link of their mail', async () => {
  await setPassword(staged, staged.server.invitation, founder);
  const admin = await signIn(await staged.enter(), founder);
  await admin.getByRole('link', { name: 'Später einrichten und weiter' }).click();
  await admin.waitForURL('**/admin');
  for (const one of [till, nora, olga]) {
    await invite(admin, one);
    await setPassword(staged, /https?:\/\/\S+/.exec(await staged.server.latestMail(one.email))?.[0] ?? '', one);
  }
});

test('a stolen laptop: its sign-in ends, and its passkey opens nothing once the board has reset it', async () => {
  const laptop = await staged.enter();
  const page = await signIn(laptop, till);
  await page.waitForURL('**/profile/security*');
  await deviceOf(page);
  await page.getByRole('link', { name: 'Passkey', exact: true }).click();
  await page.getByRole('button', { name: 'Passkey anlegen' }).click();
  await page.getByText('Der Passkey ist angelegt').waitFor();
  // From now on the password alone opens nothing.
  const elsewhere = await signIn(await staged.enter(), till);
  await elsewhere.getByText('Ihr Passwort stimmt.').waitFor();

  const admin = await signIn(await staged.enter(), founder);
  await admin.getByRole('link', { name: 'Später einrichten und weiter' }).click();
  await admin.waitForURL('**/admin');
  const drawer = await openUser(admin, till);
  await drawer.getByRole('button', { name: 'Zweiten Faktor zurücksetzen' }).click();
  await admin.getByRole('dialog', { name: 'Zweiten Faktor zurücksetzen?' }).getByRole('button', { name: 'Zurücksetzen' }).click();
  await admin.getByText('Till Tresor loggt sich jetzt nur mit dem Passwort ein.').waitFor();
  expect(await staged.server.latestMail(till.email)).toContain('hat den zweiten Faktor Ihres Kontos zurückgesetzt');

  // Who holds the laptop has neither the session nor a way back in by its finger reader.
  await isOut(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Mit Passkey einloggen' }).click();
  await expect.poll(() => staged.server.sql("select 1 from security_log where event = 'passkey-refused'")).toHaveLength(1);
  expect(new URL(page.url()).pathname).toBe('/login');
  // Its owner comes in on another device and sets a factor up anew.
  const other = await signIn(await staged.enter(), till);
  await other.waitForURL('**/profile/security*');
  await other.getByText('Für Ihre Rolle ist der zweite Faktor Pflicht').waitFor();
});

test('a lost phone with the only passkey, and no superuser there: one of the board asks, a second one confirms, and the phone opens nothing', async () => {
  const lost = await signIn(await staged.enter(), till);
  await lost.waitForURL('**/profile/security*');
  await deviceOf(lost);
  await lost.getByRole('link', { name: 'Passkey', exact: true }).click();
  await lost.getByRole('button', { name: 'Passkey anlegen' }).click();
  await lost.getByText('Der Passkey ist angelegt').waitFor();
  const reset = async (one: Someone): Promise<[Page, string]> => {
    const page = await signIn(await staged.enter(), one);
    await page.getByRole('link', { name: 'Später einrichten und weiter' }).click();
    await page.waitForURL('**/admin');
    const drawer = await openUser(page, till);
    await drawer.getByRole('button', { name: 'Zweiten Faktor zurücksetzen' }).click();
    const question = page.getByRole('dialog', { name: 'Zweiten Faktor zurücksetzen?' });
    const words = await question.innerText();
    await question.getByRole('button', { name: 'Zurücksetzen' }).click();
    return [page, words];
  };
  const [first, asked] = await reset(nora);
  expect(asked).not.toContain('Jemand aus dem Vorstand hat darum gebeten');
  await first.getByText(/^Vorgemerkt\. Eine zweite Person/).waitFor();
  // Until then the phone still opens the account, and the password alone does not.
  const before = await signIn(await staged.enter(), till);
  await before.getByText('Ihr Passwort stimmt.').waitFor();
  await lost.goto('/profile/security');
  await lost.getByRole('heading', { name: 'Zweiter Faktor' }).waitFor();
  const [second, confirmed] = await reset(olga);
  expect(confirmed).toContain('Jemand aus dem Vorstand hat darum gebeten');
  await second.getByText('Till Tresor loggt sich jetzt nur mit dem Passwort ein.').waitFor();
  await isOut(lost);
  await lost.goto('/login');
  await lost.getByRole('button', { name: 'Mit Passkey einloggen' }).click();
  await expect.poll(() => staged.server.sql("select 1 from security_log where event = 'passkey-refused'")).toHaveLength(2);
  expect(new URL(lost.url()).pathname).toBe('/login');
  const again = await signIn(await staged.enter(), till);
  await again.waitForURL('**/profile/security*');
});

test('the board changes: the old treasurer becomes a reader at once, also where they are signed in', async () => {
  const office = await staged.enter();
  const before = await signIn(office, till);
  await before.getByRole('link', { name: 'Später einrichten und weiter' }).click();
  await before.waitForURL('**/admin');
  const admin = await signIn(await staged.enter(), founder);
  await admin.getByRole('link', { name: 'Später einrichten und weiter' }).click();
  await admin.waitForURL('**/admin');
  const drawer = await openUser(admin, till);
  await roleField(drawer).click();
  await admin.getByRole('option', { name: 'Registrierter Benutzer', exact: true }).click();
  await drawer.getByRole('button', { name: 'Rolle ändern' }).click();
  await admin.getByText(/Till Tresor hat jetzt die Rolle/).waitFor();
  await isOut(before);
  const after = await signIn(office, till);
  await after.waitForURL((url) => url.pathname === '/');
  await after.goto('/admin/user');
  await after.getByText('Diese Seite öffnet Ihr Konto nicht.').waitFor();
});

test('the administrator hands over: the new one becomes superuser, the old one a reader at once, and nothing of theirs stays open', async () => {
  const office = await staged.enter();
  const old = await signIn(office, founder);
  await old.getByRole('link', { name: 'Später einrichten und weiter' }).click();
  await old.waitForURL('**/admin');
  const drawer = await openUser(old, nora);
  await roleField(drawer).click();
  await old.getByRole('option', { name: 'Superuser', exact: true }).click();
  await drawer.getByRole('button', { name: 'Rolle ändern' }).click();
  await old.getByText(/Nora Neu hat jetzt die Rolle/).waitFor();
  // The old one has asked for a way to a new password in time.
  await staged.server.visitor().post('/api/session/password-reset', { email: founder.email });
  const kept = /https?:\/\/\S+\/reset#(\S+)/.exec(await staged.server.latestMail(founder.email))?.[1];

  const page = await signIn(await staged.enter(), nora);
  await page.getByRole('link', { name: 'Später einrichten und weiter' }).click();
  await page.waitForURL('**/admin');
  const card = await openUser(page, founder);
  await roleField(card).click();
  await page.getByRole('option', { name: 'Registrierter Benutzer', exact: true }).click();
  await card.getByRole('button', { name: 'Rolle ändern' }).click();
  await page.getByText(/Svenja Start hat jetzt die Rolle/).waitFor();
  await isOut(old);
  const link = { token: kept, password: 'Zwei-rote-Schuhe-5' };
  expect((await staged.server.visitor().post('/api/session/mail-links/password', link)).body).toMatchObject({ code: 'invalid-link' });
  const open = await staged.server.sql(
    `select 'session' as what from auth_session s join auth_user u on u.id = s.user_id where u.email = $1
     union all select purpose from mail_link l join auth_user u on u.id = l.user_id where u.email = $1
     union all select 'push' from push_subscription p join auth_user u on u.id = p.user_id where u.email = $1`,
    [founder.email],
  );
  expect(open).toEqual([]);
});
