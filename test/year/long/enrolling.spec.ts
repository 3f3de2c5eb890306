import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { EditedCourse } from '../../../src/shared/courses/courseShapes.ts';
import { endUndo } from '../../../src/server/courses/enrolments/service.ts';
import { addDays, localOf, weekdayNames, weekdayOf } from '../../../src/shared/kernel/calendar.ts';
import { euros } from '../../../src/shared/kernel/money.ts';
import { phone, stage } from '../../e2e/person.ts';
import type { Client } from '../../harness.ts';
import { account } from '../account.ts';
import { counted } from '../counted.ts';
import { startEmpty } from '../empty.ts';

// A mother of two finds an offer on her phone and has no account yet; the waiting list moves; the product was empty before.
const staged = stage(phone, startEmpty);
const today = localOf(new Date()).date;
const tomorrow = addDays(today, 1);
const weekday = weekdayOf(tomorrow);
const dayWord = weekdayNames[weekday - 1] ?? '';
const mail = 'mira@familie.example';
let course: EditedCourse;
/** How the mother is signed in, once she has an account. */
let session: Awaited<ReturnType<BrowserContext['cookies']>>;

beforeAll(async () => {
  const board = await account(staged, 'Anton', 'admin');
  const editor = await account(staged, 'Edda', 'editor');
  const trainer = await account(staged, 'Till', 'trainer');
  const till = {
    club: 'RWA',
    relation: 'self',
    firstname: 'Till',
    lastname: 'Muster',
    birthDate: '1988-02-03',
    gender: 'x',
    emergencyPhone: '',
  };
  const { id: personId } = (await trainer.post<{ id: string }>('/api/people/mine', till)).body;
  const { id: departmentId } = (await board.post<{ id: string }>('/api/departments', { name: 'Turnen' })).body;
  const common = {
    departmentId,
    trainers: [{ personId, role: 'lead' }],
    holidayMode: 'keep',
    contactName: 'Edda Muster',
    contactEmail: 'edda@familie.example',
    ageMin: 5,
    ageMax: 9,
    isSelfCancel: true,
  };
  const time = (startTime: string, endTime: string, on = weekday) => ({
    weekday: on,
    startTime,
    endTime,
    place: 'Turnhalle Süd',
    facilityId: null,
    unitIds: [],
  });
  // Begun two weeks ago with one seat: an enrolment now is charged for the remaining sessions.
  course = await published(editor, {
    ...common,
    kind: 'course',
    title: 'Kinderturnen',
    startsOn: addDays(tomorrow, -14),
    endsOn: addDays(tomorrow, 42),
    slots: [time('16:30', '17:30')],
    prices: [{ category: 'non_member', cents: 7000, per: 'course' }],
    lateJoin: 'prorata',
    placesMax: 1,
  });
  for (const [title, startTime, endTime, on] of [
    ['Handball-Minis', '14:00', '15:00', weekday],
    ['Handball-Kids', '18:00', '19:00', weekdayOf(addDays(tomorrow, 2))],
  ] as const)
    await published(editor, {
      ...common,
      kind: 'permanent',
      title,
      ageReference: 'session',
      startsOn: addDays(tomorrow, -28),
      endsOn: null,
      slots: [time(startTime, endTime, on)],
      prices: [{ category: 'non_member', cents: 1200, per: 'month' }],
      lateJoin: 'prorata',
      placesMax: 10,
    });
});

async function published(editor: Client, values: object): Promise<EditedCourse> {
  const { body, status, text } = await editor.post<EditedCourse>('/api/manage/courses', values);
  expect([status, status === 200 ? '' : text]).toEqual([200, '']);
  const { id, version } = body;
  const answer = await editor.post<EditedCourse>(`/api/manage/courses/${id}/status`, { to: 'published', version });
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, '']);
  return answer.body;
}

/** The page that the last mail to the mother leads to. */
async function mailed(what = 'registration'): Promise<string> {
  const found = new RegExp(`https?://\\S+/${what}\\S*`).exec(await staged.server.latestMail(mail))?.[0] ?? '';
  const { pathname, search, hash } = new URL(found);
  return pathname + search + hash;
}

/** The price of the remaining sessions for an enrolment now. */
function shareOf({ sessions }: EditedCourse): string {
  const left = sessions.filter(({ localDate }) => localDate > today).length;
  return euros(Math.round((7000 * left) / sessions.length)).replaceAll('\u00a0', ' ');
}

const reads = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor();

/** Types what the form asks about a child. */
async function typeChild(hand: ReturnType<typeof counted>, firstname: string, birthDate: string, email = mail): Promise<void> {
  await hand.type('Vorname', firstname);
  await hand.type('Nachname', 'Muster');
  await hand.type('Geburtsdatum (TT.MM.JJJJ)', birthDate);
  await hand.type('Vorname eines Elternteils', 'Mira');
  await hand.type('Nachname eines Elternteils', 'Muster');
  await hand.type('Notfallnummer', '0171 1234567');
  await hand.tap(hand.choice('wird abgeholt'));
  await hand.type('E-Mail', email);
}
const eightYearsAgo = `24.1.${Number(today.slice(0, 4)) - 8}`;

test("on the association's site one word finds the offer of a club; a child is signed up, with price, payment and way out before the last tap", async () => {
  const page = await staged.visit({ ...phone, club: 'GSV' });
  const hand = counted(page);
  await page.goto('/');
  await hand.tap(hand.link('Angebote'));
  await hand.type('Was suchen Sie?', `Turnen ${dayWord} 8 Jahre`);
  await hand.tap(hand.link(/Kinderturnen/));
  expect(hand.needed()).toEqual({ taps: 2, fields: 1 });
  await reads(page, 'Angebot von Rot-Weiß Auenfeld');

  await hand.tap(hand.button('Jetzt anmelden'));
  await typeChild(hand, 'Mila', eightYearsAgo, 'mira@falsch.example');
  await reads(page, 'Vertragspartner: Rot-Weiß Auenfeld');
  await hand.tap(page.getByLabel('Ich melde verbindlich an'));
  await hand.tap(hand.button('Zahlungspflichtig anmelden'));
  await page.getByRole('heading', { name: 'Fast geschafft: Bitte Mail bestätigen' }).waitFor();
  expect(hand.needed()).toEqual({ taps: 4, fields: 7 });

  // The address was mistyped: one field is mended, and the seat is still hers.
  await page.reload();
  await hand.tap(hand.button('Adresse ändern'));
  await hand.type('E-Mail', mail);
  await hand.tap(page.getByLabel('Ich melde verbindlich an'));
  await hand.tap(hand.button('Zahlungspflichtig anmelden'));
  await reads(page, mail);
  expect(hand.needed()).toEqual({ taps: 3, fields: 1 });

  await page.goto(await mailed());
  await reads(page, `Preis: ${shareOf(course)} für den Kurs`);
  await reads(page, /Die erste Zahlung ist frühestens am/);
  await reads(page, /nach der Anmeldung 48 Stunden kostenlos/);
  await hand.tap(hand.button('Zahlungspflichtig bestätigen'));
  await reads(page, 'angemeldet');
  expect(hand.needed()).toEqual({ taps: 1, fields: 0 });
  const ticket = await staged.server.latestMail(mail);
  expect(ticket).toContain('Mila Muster ist zu „Kinderturnen“ angemeldet.');
});

test('by a link in a chat the brother comes onto the waiting list, for nothing and with the place in it told', async () => {
  const page = await staged.visit();
  const hand = counted(page);
  await page.goto(`/id/${course.slug}`);
  await hand.tap(hand.button('Auf die Warteliste setzen'));
  await typeChild(hand, 'Ben', `3.2.${Number(today.slice(0, 4)) - 7}`);
  await hand.tap(page.getByLabel('Ich möchte auf die Warteliste'));
  await hand.tap(hand.button('Kostenlos auf die Warteliste'));
  await reads(page, 'Danach stehen Sie auf der Warteliste.');
  await page.goto(await mailed());
  await hand.tap(hand.button('Anmeldung bestätigen'));
  await reads(page, /Warteliste.*, Platz 1/);
  expect(hand.needed()).toEqual({ taps: 5, fields: 7 });
});

test('the account that she makes afterwards takes both children along', async () => {
  const mother = await staged.visit();
  const hand = counted(mother);
  await mother.goto(await mailed());
  await hand.tap(hand.button('Konto anlegen'));
  await reads(mother, 'Wir haben eine Mail an die Adresse dieser Anmeldung geschickt.');
  await mother.goto(await mailed());
  await hand.type('Passwort wählen', 'Sieben-bunte-Baelle-9');
  await hand.tap(hand.button('Konto anlegen'));
  await mother.waitForURL('**/me');
  expect(hand.needed()).toEqual({ taps: 2, fields: 1 });
  await mother.goto('/profile/enrolments');
  await reads(mother, 'Mila Muster');
  await reads(mother, 'Ben Muster');
  session = await mother.context().cookies();
});

test('a seat is given back and the next is offered it; declined by mistake it is taken back, and the price is the share of the dates left', async () => {
  const page = await staged.visit();
  await page.context().addCookies(session);
  const hand = counted(page);
  await page.goto('/profile/enrolments');
  const card = (name: string) => page.locator('section[data-state]').filter({ hasText: name });
  await hand.tap(card('Mila Muster').getByRole('button', { name: 'Platz absagen …' }));
  await reads(page, 'Heute kostet das nichts.');
  await hand.tap(card('Mila Muster').getByRole('button', { name: 'Platz kostenlos absagen' }));
  expect(hand.needed()).toEqual({ taps: 2, fields: 0 });
  await reads(page, 'Das ist abgesagt');
  // The ten minutes in which it can be taken back are over, then the seat is offered on.
  await staged.server.sql("update enrolment set undo_until = now() - interval '1 minute' where undo_until is not null");
  await endUndo(staged.server);

  await page.goto('/me');
  const offered = card('Ben Muster');
  await offered.getByText('Ein Platz ist frei.').waitFor();
  await offered
    .getByText(`Preis: ${shareOf(course)} für den Kurs`)
    .first()
    .waitFor();
  await hand.tap(offered.getByRole('button', { name: 'Platz ablehnen' }));
  await hand.tap(offered.getByRole('button', { name: 'Rückgängig' }));
  await hand.tap(offered.getByRole('button', { name: 'Platz zahlungspflichtig annehmen' }));
  await offered.getByText('Ein Platz ist frei.').waitFor({ state: 'detached' });
  expect(hand.needed()).toEqual({ taps: 3, fields: 0 });
  const [ben] = await staged.server.sql<{ state: string }>(
    "select e.state from enrolment e join person p on p.id = e.person_id where p.firstname = 'Ben'",
  );
  expect(ben?.state).toBe('confirmed');
});

test('both children join a group in four taps with the sum before the last; one changes groups and reads from when it costs what', async () => {
  const page = await staged.visit();
  await page.context().addCookies(session);
  const hand = counted(page);
  await page.goto('/offers?q=minis');
  await page.getByRole('link', { name: /Handball-Minis/ }).click();
  await hand.tap(page.getByLabel(/^Mila Muster,/));
  await hand.tap(page.getByLabel(/^Ben Muster,/));
  await reads(page, 'Zusammen 24,00 € im Monat');
  await reads(page, /Wer heute kündigt, ist bis zum \d\d\.\d\d\.\d{4} dabei\./);
  await hand.tap(page.getByLabel('Ich melde verbindlich an'));
  await hand.tap(hand.button('Zahlungspflichtig anmelden'));
  await reads(page, 'Mila Muster ist angemeldet.');
  await reads(page, /Nächster Termin:/);
  expect(hand.needed()).toEqual({ taps: 4, fields: 0 });

  await page.goto('/profile/enrolments');
  const card = page.locator('section[data-state]').filter({ hasText: 'Mila Muster' }).filter({ hasText: 'Handball-Minis' });
  await hand.tap(card.getByRole('button', { name: 'Gruppe wechseln …' }));
  await hand.tap(card.getByLabel(/^Handball-Kids,/));
  await hand.tap(card.getByRole('button', { name: /wechseln$/ }));
  await reads(page, 'Wechsel zurücknehmen');
  expect(hand.needed()).toEqual({ taps: 3, fields: 0 });
});
