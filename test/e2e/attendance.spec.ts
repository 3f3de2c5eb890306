import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { emailOf } from '../harness.ts';
import { isKept, phone, stage } from './person.ts';

const on = stage(phone);
const sessionId = randomUUID();
const list = `/admin/mobile/participantList?session=${sessionId}`;

beforeAll(async () => {
  const courseId = randomUUID();
  await on.server.sql(
    `insert into course (id, club, slug, number, kind, title, starts_on, status, created_at, updated_at)
     values ($1, 'RWA', 'turnen-ohne-netz', 'N-1', 'course', 'Turnen ohne Netz', current_date - 30, 'published', now(), now())`,
    [courseId],
  );
  await on.server.sql(
    `insert into course_session (id, course_id, local_date, starts_at, ends_at)
     values ($2, $1, current_date, now() - interval '1 hour', now() + interval '1 hour')`,
    [courseId, sessionId],
  );
  for (const name of ['Anna', 'Bela'])
    await on.server.sql(
      `with one as (insert into person (id, club, firstname, lastname, created_at, updated_at)
         values (gen_random_uuid(), 'RWA', $2, 'Netzlos', now(), now()) returning id)
       insert into enrolment (id, club, course_id, person_id, registered_at, state)
       select gen_random_uuid(), 'RWA', $1, id, now(), 'confirmed' from one`,
      [courseId, name],
    );
});

const marks = (name: string) =>
  on.server.sql<{ state: string }>(
    'select a.state from attendance a join person p on p.id = a.person_id where a.session_id = $1 and p.firstname = $2',
    [sessionId, name],
  );
const present = (page: Page, name: string) =>
  page.getByRole('group', { name: `Anwesenheit von ${name} Netzlos` }).getByRole('button', { name: 'da', exact: true });
const noted = (page: Page) => page.getByText('auf diesem Telefon gemerkt');

/** A trainer's phone whose list was opened once, so that it opens without a line. */
async function openedList(): Promise<Page> {
  const page = await on.visit({ role: 'trainer' });
  await page.goto(list);
  await present(page, 'Anna').waitFor();
  await expect.poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active))).toBe(true);
  await page.reload();
  await present(page, 'Anna').waitFor();
  await isKept(page);
  return page;
}

/** Marks somebody while there is no line. */
async function markOffline(page: Page, name: string): Promise<void> {
  await page.context().setOffline(true);
  await present(page, name).click();
  await noted(page).waitFor();
}

/** Signs in beside the page, which may be on its way somewhere after a sign-out. */
async function signInAs(page: Page, role: 'trainer' | 'editor'): Promise<void> {
  const { cookies } = await on.server.signedIn(role);
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, domain: 'rwa.localhost', path: '/' })));
}

test('a trial guest taken in without a line is sent once it is back, exactly once', async () => {
  const page = await openedList();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Schnuppergast aufnehmen' }).click();
  await page.getByRole('textbox', { name: 'Vorname' }).fill('Gesa');
  await page.getByRole('textbox', { name: 'Nachname' }).fill('Netzlos');
  await page.getByRole('button', { name: 'Aufnehmen', exact: true }).click();
  await page.getByText('Gesa Netzlos · Probestunde, wird übertragen').waitFor();
  await page.context().setOffline(false);
  await expect.poll(async () => (await marks('Gesa')).map(({ state }) => state)).toEqual(['trial']);
  await page.getByText('Gesa Netzlos · Probestunde, wird übertragen').waitFor({ state: 'detached' });
  expect(await on.server.sql("select 1 from person where firstname = 'Gesa' and lastname = 'Netzlos'")).toHaveLength(1);
});

test('a trial guest whom the server refuses later stays on the phone with the reason until the trainer has read it', async () => {
  const page = await openedList();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Schnuppergast aufnehmen' }).click();
  await page.getByRole('textbox', { name: 'Vorname' }).fill('Rike');
  await page.getByRole('textbox', { name: 'Nachname' }).fill('Netzlos');
  await page.getByRole('textbox', { name: 'Telefon' }).fill('0170 1234567');
  await page.getByRole('button', { name: 'Aufnehmen', exact: true }).click();
  await page.getByText('Rike Netzlos · Probestunde, wird übertragen').waitFor();
  await on.server.sql("update course_session set state = 'cancelled' where id = $1", [sessionId]);
  await page.context().setOffline(false);
  await page.getByText('Nicht aufgenommen: Rike Netzlos').waitFor();
  await page.getByText('Telefon: 0170 1234567').waitFor();
  await on.server.sql("update course_session set state = 'planned' where id = $1", [sessionId]);
  await page.reload();
  await page.getByRole('button', { name: 'Rike Netzlos: Hinweis schließen' }).click();
  await page.getByText('Nicht aufgenommen: Rike Netzlos').waitFor({ state: 'detached' });
  await page.reload();
  await present(page, 'Anna').waitFor();
  expect(await page.getByText('Rike Netzlos').count()).toBe(0);
  expect(await on.server.sql("select 1 from person where firstname = 'Rike'")).toHaveLength(0);
});

test('a list that was reached from the day opens without a line with its icons, the way back among them', async () => {
  const page = await on.visit({ role: 'trainer' });
  await page.goto('/admin/mobile/participantList');
  await page.getByText(/^Weitere Termine/).click();
  await page.getByRole('link', { name: /Turnen ohne Netz/ }).click();
  await present(page, 'Anna').waitFor();
  await expect.poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active))).toBe(true);
  await isKept(page);
  await page.context().setOffline(true);
  await page.reload();
  await present(page, 'Anna').waitFor();
  const drawn = (name: string) => page.getByRole('link', { name, exact: true }).locator('svg > *').count();
  for (const name of ['Heute', 'Anwesenheit', 'Kontakte', 'Zu den Terminen'])
    await expect.poll(() => drawn(name), { message: name }).toBeGreaterThan(0);
});

test('after twelve hours without a line the names are gone, and the marks wait for their user', async () => {
  const page = await openedList();
  await markOffline(page, 'Anna');
  // The page that stands open keeps nothing back: what it kept is made thirteen hours old.
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const open = indexedDB.open('vereinsportal-attendance');
        open.onsuccess = () => {
          const store = open.result.transaction('sheets', 'readwrite').objectStore('sheets');
          const all = store.getAll();
          all.onsuccess = () => {
            for (const one of all.result) store.put({ ...one, confirmedAt: one.confirmedAt - 13 * 60 * 60 * 1000 });
          };
          store.transaction.oncomplete = () => (open.result.close(), resolve());
          store.transaction.onerror = () => reject(store.transaction.error);
        };
        open.onerror = () => reject(open.error);
      }),
  );
  await page.reload();
  await page.getByRole('alert').first().waitFor();
  expect(await page.getByText('Netzlos').count()).toBe(0);
  const kept = await page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const open = indexedDB.open('vereinsportal-attendance');
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const stores = open.result.transaction(['sheets', 'marks']);
          const [sheets, waiting] = [stores.objectStore('sheets').getAll(), stores.objectStore('marks').getAll()];
          stores.oncomplete = () => (open.result.close(), resolve(JSON.stringify([sheets.result, waiting.result])));
        };
      }),
  );
  expect(kept).not.toContain('Netzlos');
  const [, waiting] = JSON.parse(kept) as [unknown, { state: string }[]];
  expect(waiting.map(({ state }) => state)).toEqual(['present']);
  await page.context().setOffline(false);
  await page.goto(list);
  await expect.poll(() => marks('Anna')).toEqual([{ state: 'present' }]);
});

test('signing out with unsent marks asks first; another user on the phone neither sees nor sends them, and their user does', async () => {
  const page = await openedList();
  // The line to the marks alone is cut, so that one can still sign out.
  await page.route('**/api/attendance', (route) => route.abort());
  await present(page, 'Bela').click();
  await noted(page).waitFor();
  const questions: string[] = [];
  let isSure = false;
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void (isSure ? dialog.accept() : dialog.dismiss());
  });
  await page.goto('/profile');
  const leave = page.getByRole('button', { name: 'Ausloggen', exact: true }).first();
  await leave.click();
  await expect.poll(() => questions.length).toBe(1);
  expect(questions[0]).toContain('Eine Markierung');
  expect(new URL(page.url()).pathname).toBe('/profile');
  isSure = true;
  await leave.click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.unroute('**/api/attendance');

  await signInAs(page, 'editor');
  await page.goto(list);
  await present(page, 'Bela').waitFor();
  expect(await present(page, 'Bela').getAttribute('aria-pressed')).toBe('false');
  expect(await noted(page).count()).toBe(0);
  expect(await marks('Bela')).toEqual([]);
  await page.goto('/profile');
  await leave.click();
  await page.waitForURL((url) => url.pathname === '/');
  // Nothing of their own waits, so they were not asked.
  expect(questions.length).toBe(2);

  await signInAs(page, 'trainer');
  await page.goto('/');
  await expect.poll(() => marks('Bela')).toEqual([{ state: 'present' }]);
});

test('one look at the dates of today is enough: without a reload before, the own lists open without a line and say so', async () => {
  await on.server.sql(
    `insert into course_trainer (course_id, person_id, role)
     select s.course_id, a.person_id, 'lead' from course_session s, person_access a join app_user u on u.id = a.user_id
     where s.id = $1 and a.relation = 'self' and u.email = $2 on conflict do nothing`,
    [sessionId, emailOf('trainer')],
  );
  const page = await on.visit({ role: 'trainer' });
  await page.goto('/admin/mobile/participantList');
  await page.getByRole('link', { name: /Turnen ohne Netz.*meine Gruppe/ }).waitFor();
  await page.getByText(/^Offline bereit: .*, \d\d:\d\d Uhr$/).waitFor();
  await page.context().setOffline(true);
  await page.goto('/admin/mobile/participantList');
  await page.getByText('Diese Listen sind auf dem Telefon.').waitFor();
  await page.getByRole('link', { name: /Turnen ohne Netz/ }).click();
  await present(page, 'Anna').waitFor();
  await page.getByText(/^Ohne Verbindung · Stand \d\d:\d\d Uhr$/).waitFor();
  await page.getByRole('link', { name: 'Zu den Terminen' }).click();
  await page.getByText('Diese Listen sind auf dem Telefon.').waitFor();
});

/** Three lists of today of the trainer's own, with seven people each; the day before yesterday has nothing. */
async function ownLists(): Promise<string[]> {
  const ids: string[] = [];
  for (const [at, title] of ['Fußball früh', 'Fußball mittags', 'Fußball spät'].entries()) {
    const [courseId, id] = [randomUUID(), randomUUID()];
    ids.push(id);
    await on.server.sql(
      `with made as (insert into course (id, club, slug, number, kind, title, starts_on, status, created_at, updated_at)
         values ($1, 'RWA', 'heute-' || $3::int, 'H-' || $3::int, 'course', $4, current_date - 30, 'published', now(), now())),
       led as (insert into course_trainer (course_id, person_id, role)
         select $1, a.person_id, 'lead' from person_access a join app_user u on u.id = a.user_id where a.relation = 'self' and u.email = $5),
       held as (insert into course_session (id, course_id, local_date, starts_at, ends_at)
         values ($2, $1, current_date, now() - make_interval(mins => 10 * (3 - $3::int)), now() + interval '1 hour')),
       one as (insert into person (id, club, firstname, lastname, birth_date, emergency_contact_phone, created_at, updated_at)
         select gen_random_uuid(), 'RWA', 'Kind' || n, 'Liste' || $3::int, '2016-01-01', '0171 55500' || n, now(), now() from generate_series(1, 7) n returning id)
       insert into enrolment (id, club, course_id, person_id, registered_at, state, starts_on)
       select gen_random_uuid(), 'RWA', $1, id, now(), 'confirmed', current_date - 30 from one`,
      [courseId, id, at, title, emailOf('trainer')],
    );
  }
  return ids;
}

test('20 marks, a trial guest and a closing without a line, the tab closed in between: each arrives once, and the phone knows no other group', async () => {
  const ids = await ownLists();
  const context = await on.enter({ ...phone, role: 'trainer' });
  const first = await context.newPage();
  await first.goto('/admin/mobile/participantList');
  await first.getByText(/^Offline bereit: \d Listen, \d\d:\d\d Uhr$/).waitFor();
  await context.setOffline(true);
  await first.close();
  const page = await context.newPage();
  await page.goto('/admin/mobile/participantList');
  await page.getByText('Diese Listen sind auf dem Telefon.').waitFor();
  for (const [at, title] of ['Fußball früh', 'Fußball mittags', 'Fußball spät'].entries()) {
    await page.getByRole('link', { name: new RegExp(title) }).click();
    const people = page.getByRole('group', { name: /^Anwesenheit von Kind/ });
    await expect.poll(() => people.count()).toBe(7);
    await page.getByText(`Kind1 Liste${at}`).first().click();
    expect(
      await page
        .getByRole('link', { name: /^Notfall/ })
        .first()
        .getAttribute('href'),
    ).toBe('tel:0171555001');
    for (let n = 0; n < (at === 2 ? 6 : 7); n++)
      await people
        .nth(n)
        .getByRole('button', { name: n % 2 ? 'fehlt' : 'da', exact: true })
        .click();
    if (at === 0) {
      await page.getByRole('button', { name: 'Schnuppergast aufnehmen' }).click();
      await page.getByRole('textbox', { name: 'Vorname' }).fill('Gustav');
      await page.getByRole('textbox', { name: 'Nachname' }).fill('Gast');
      await page.getByRole('button', { name: 'Aufnehmen', exact: true }).click();
      await page.getByText('Gustav Gast · Probestunde, wird übertragen').waitFor();
      await page.getByRole('button', { name: 'Termin abschließen' }).click();
      await page.getByText('Der Abschluss ist auf diesem Telefon gemerkt').waitFor();
    }
    await page.getByRole('link', { name: 'Zu den Terminen' }).click();
    await page.getByText('Diese Listen sind auf dem Telefon.').waitFor();
  }
  // The tab is closed once more: what waits is on the phone, and goes out from whatever page comes next.
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/');
  const stored = () =>
    on.server.sql<{ state: string; marks: number; present: number | null }>(
      `select s.state, count(a.*)::int as marks, s.present_count as present from course_session s left join attendance a on a.session_id = s.id
       where s.id = any($1::uuid[]) group by s.id order by s.starts_at`,
      [ids],
    );
  await expect.poll(stored).toEqual([
    { state: 'held', marks: 8, present: 5 },
    { state: 'planned', marks: 7, present: null },
    { state: 'planned', marks: 6, present: null },
  ]);
  expect(await on.server.sql("select 1 from person where firstname = 'Gustav' and lastname = 'Gast'")).toHaveLength(1);
  const kept = await next.evaluate(
    () =>
      new Promise<{ sessionId: string; sheet: { session: { isMine: boolean } } }[]>((resolve, reject) => {
        const open = indexedDB.open('vereinsportal-attendance');
        open.onerror = () => reject(open.error);
        open.onsuccess = () => {
          const all = open.result.transaction('sheets').objectStore('sheets').getAll();
          all.onsuccess = () => (open.result.close(), resolve(all.result));
        };
      }),
  );
  expect(kept.map(({ sessionId }) => sessionId)).toEqual(expect.arrayContaining(ids));
  expect(kept.filter(({ sheet }) => !sheet.session.isMine)).toEqual([]);
});

test('a closing that the server refuses later stays on the phone with the reason until the trainer has read it', async () => {
  const page = await openedList();
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Termin abschließen' }).click();
  await page.getByText('Der Abschluss ist auf diesem Telefon gemerkt').waitFor();
  await page.getByRole('button', { name: 'Doch nicht abschließen' }).click();
  await page.getByRole('button', { name: 'Termin abschließen' }).click();
  await on.server.sql("update course_session set state = 'cancelled' where id = $1", [sessionId]);
  await page.context().setOffline(false);
  await page.getByText('Nicht abgeschlossen').waitFor();
  await on.server.sql("update course_session set state = 'planned' where id = $1", [sessionId]);
  await page.getByRole('button', { name: 'Hinweis schließen' }).click();
  await page.getByRole('button', { name: 'Termin abschließen' }).waitFor();
});

test('a page that cannot come without a line says so in words of ours, with a way to try again, and comes by itself', async () => {
  const page = await on.visit({ role: 'reader' });
  await page.goto('/me');
  await expect.poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active))).toBe(true);
  await page.reload();
  await page.context().setOffline(true);
  await page.goto('/offers');
  await page.getByRole('heading', { name: 'Keine Verbindung' }).waitFor();
  expect(await page.getByRole('link').allInnerTexts()).toEqual(['Noch einmal versuchen']);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Angebote' }).waitFor();
});

test('a page of ours that is open says without a line that it could not load, with a button, and loads once it is back', async () => {
  const page = await on.visit({ role: 'reader' });
  await page.goto('/profile/enrolments');
  await page.getByText('Tanzmäuse').first().waitFor();
  await page.goto('/profile');
  await page.getByRole('link', { name: /^Anmeldungen und Dienste/ }).hover();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: /^Anmeldungen und Dienste/ }).click();
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).first().waitFor();
  expect(await page.getByText('Wird geladen').count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByText('Tanzmäuse').first().waitFor();
});
