import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { blocksOf } from '../../src/server/platform/database/blocks.ts';
import { readRichText } from '../../src/shared/kernel/richText.ts';
import { guard } from './scriptGuard.ts';
import { phone, stage } from './person.ts';
import { hostileWords, richTextAttacks, whatIsLeft } from './richTextAttacks.ts';

const play = stage(phone);
const { visit } = play;

test('the board writes an article on a phone, loses nothing by a reload, and a visitor sees it appear', async () => {
  const reader = await visit();
  await reader.goto('/news');
  await reader.getByRole('link', { name: 'Schnupperwoche im Januar' }).waitFor();

  const page = await visit({ role: 'admin' });
  await page.goto('/admin/news');
  await page.getByRole('button', { name: 'Neuer Beitrag' }).click();
  await page.getByLabel('Titel').fill('Grüße aus der Halle');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Wir haben neue Matten.');
  // What is pasted is reduced to what the editor makes, and can be saved.
  await page.getByRole('textbox', { name: 'Text', exact: true }).press('Control+End');
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData(
      'text/html',
      '<h2 onclick="x">Termine</h2><script>alert(1)</script><img src="http://canary.example/x.png" onerror="alert(1)"><p style="color:red"><a href="javascript:alert(1)">Böse</a> <a href="ftp://canary.example">Alt</a></p><ol type="a"><li>Erstens</li></ol><table><tr><td align="center">Halle</td></tr></table>',
    );
    document.querySelector('.ProseMirror')?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole('cell', { name: 'Halle' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Übernehmen' }).click();
  await page.getByText('Wir haben neue Matten.').waitFor();
  expect(await page.getByLabel('Adresse').inputValue()).toBe('gruesse-aus-der-halle');
  await page.locator('input[type=file]').setInputFiles('public/clubs/rwa-touch.png');
  await page.getByRole('button', { name: 'Bild entfernen' }).waitFor();
  await page.getByRole('combobox', { name: 'Sichtbarkeit' }).click();
  await page.getByRole('option', { name: 'Veröffentlicht' }).click();
  await page.getByRole('button', { name: /^Zeigen bis/ }).click();
  await page.getByRole('button', { name: 'Nächster Monat' }).click();
  await page.getByRole('button', { name: /^15 / }).first().click();
  await page.getByLabel('Zeigen bis (leer: ohne Ende): Uhrzeit').fill('25:00');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Das ist kein gültiger Zeitpunkt.').waitFor();
  await page.getByLabel('Zeigen bis (leer: ohne Ende): Uhrzeit').fill('18:30');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Jedes Bild braucht einen Alternativtext.').waitFor();
  await page.getByLabel('Alternativtext').fill('Ein Stapel blauer Matten');
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Der Beitrag ist gespeichert.').waitFor();
  await page.getByText('Fassung 1 (aktuell)').waitFor();

  // Live: the open list of the visitor shows it by itself.
  await reader.getByRole('link', { name: 'Grüße aus der Halle' }).click();
  await reader.getByRole('heading', { level: 1, name: 'Grüße aus der Halle' }).waitFor();
  await reader.getByText('Wir haben neue Matten.').waitFor();
  await reader.getByRole('cell', { name: 'Halle' }).waitFor();
  expect(await reader.locator('article a, article img').count()).toBe(1);
  const picture = reader.getByRole('img', { name: 'Ein Stapel blauer Matten' });
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  expect(reader.url()).toContain('/news?beitrag=gruesse-aus-der-halle');
  await expect.poll(() => reader.title()).toBe('Grüße aus der Halle – Rot-Weiß Auenfeld');
});

test('the board renames a page and gives it a picture; its old address leads to the new one, and the footer to the imprint', async () => {
  const page = await visit({ role: 'admin' });
  await page.goto('/admin/pages');
  await page.getByRole('button', { name: /Mitglied werden/ }).click();
  await page.getByLabel('Adresse').fill('beitreten');
  await page.getByRole('button', { name: 'Bild einfügen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bild einfügen' });
  await dialog.locator('input[type=file]').setInputFiles('public/clubs/rwa-touch.png');
  await dialog.getByRole('button', { name: 'Bild entfernen' }).waitFor();
  await dialog.getByLabel('Alternativtext').fill('Das Wappen');
  await dialog.getByRole('button', { name: 'Einfügen' }).click();
  await page.getByRole('button', { name: 'Speichern' }).click();
  await page.getByText('Leiten hierher weiter: /rwa/mitglied-werden').waitFor();

  const visitor = await visit();
  await visitor.goto('/rwa/mitglied-werden');
  await visitor.getByRole('heading', { level: 1, name: 'Mitglied werden' }).waitFor();
  expect(new URL(visitor.url()).pathname).toBe('/rwa/beitreten');
  const crest = visitor.getByRole('img', { name: 'Das Wappen' });
  await expect.poll(() => crest.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await visitor.getByRole('link', { name: 'Impressum' }).click();
  await visitor.getByRole('heading', { level: 1, name: 'Impressum' }).waitFor();
  await visitor.goto('/rwa/nirgendwo');
  await visitor.getByText('Page not found: /rwa/nirgendwo').waitFor();
});

test('stored script runs nowhere else: in courses, dates, halls, helper lists, feedback and the archive of mails', async () => {
  const { server } = play;
  const [course] = await server.sql<{ id: string; slug: string }>(
    "select id, slug from course where club = 'RWA' and status = 'published' and visibility = 'public' limit 1",
  );
  const mail = randomUUID();
  await server.sql(
    `insert into mail_message (id, club, subject, body, audience, audience_name, legal_basis, reply_to, recipients, sender, created_at)
     values ($1, 'RWA', '<img src=x onerror=alert(1)>', '{}', '{"kind": "members"}', '<svg onload=alert(1)>', 'membership', 'a@example.org', 0, 'x', now())`,
    [mail],
  );
  // What no reading leaves never comes to a browser at all.
  const anton = await server.signedIn('admin');
  const courses = await server.sql<{ id: string }>(
    "select id from course where club = 'RWA' and status = 'published' and visibility = 'public'",
  );
  for (const some of blocksOf(richTextAttacks(), courses.length)) {
    const mails = some.map(() => randomUUID());
    for (const [at, attack] of some.entries()) {
      await server.sql('update course set description = $2 where id = $1', [courses[at]?.id, JSON.stringify(attack)]);
      await server.sql(
        `insert into mail_message (id, club, subject, body, audience, audience_name, legal_basis, reply_to, recipients, sender, created_at)
         values ($1, 'RWA', 'x', $2, '{"kind": "members"}', 'x', 'membership', 'a@example.org', 0, 'x', now())`,
        [mails[at], JSON.stringify(attack)],
      );
    }
    await server.outdate();
    for (const [at, attack] of some.entries()) {
      const { body: page } = await anton.get<{ description: unknown }>(`/api/courses/${courses[at]?.id}`);
      const { body: sent } = await anton.get<{ body: unknown }>(`/api/mails/${mails[at]}`);
      const left = readRichText(attack);
      expect([page.description, sent.body]).toEqual([left, left]);
    }
  }
  await server.sql("delete from mail_message where subject = 'x'");
  const text = JSON.stringify(whatIsLeft());
  const words = hostileWords.join('\n');
  await server.sql('update course set description = $2, title = $3 where id = $1', [course?.id, text, '<img src=x onerror=alert(1)>']);
  await server.sql('update mail_message set body = $2 where id = $1', [mail, text]);
  const [date] = await server.sql<{ id: string }>(
    "update event set description = $1, place = $2, contact = $2 where id = (select id from event where club = 'RWA' and state = 'published' and starts_at > now() limit 1) returning id",
    [words, hostileWords[2]],
  );
  const [hall] = await server.sql<{ slug: string }>(
    "update facility set description = $1, name = $2 where id = (select id from facility where manager_club = 'RWA' limit 1) returning slug",
    [words, hostileWords[2]],
  );
  const [list] = await server.sql<{ token: string }>(
    "update helper_list set description = $1, contact = $2, visibility = 'link' where id = (select id from helper_list where club = 'RWA' and state = 'open' limit 1) returning public_token as token",
    [words, hostileWords[2]],
  );
  await server.sql(
    "insert into feedback (club, kind, text, email, app_version, created_at) values ('RWA', 'club', $1, 'a@example.org', 'v2.4', now())",
    [words.slice(0, 2000)],
  );
  await server.outdate();
  const page = await visit({ role: 'admin' });
  const { alarms, inspect } = guard(page, play.server.port);
  for (const [address, shown] of [
    [`/id/${course?.slug}`, 'h1'],
    [`/events?termin=${date?.id}`, 'h1'],
    [`/halls/${hall?.slug}`, 'h1'],
    [`/helpers/${list?.token}`, 'h1'],
    ['/admin/feedback', 'text=canary.example'],
  ] as const) {
    await page.goto(address);
    await page.locator(shown).first().waitFor();
    await inspect(address);
  }
  await page.goto('/admin/mail');
  await page.getByRole('tab', { name: 'Gesendet' }).click();
  await page.getByRole('button', { name: '<img src=x' }).click();
  await page.getByRole('dialog').getByText('canary.example').first().waitFor();
  await inspect('mail');
  expect(alarms).toEqual([]);
  // What follows a change closely is made anew at a pace, so each of the attacks takes its half second.
}, 240_000);
