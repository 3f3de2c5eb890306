import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { memberFolder, ownVoucherFolder, pictureUrl, publicPath, type PublicFolder } from '#shared/kernel/storage.ts';
import { accountName } from '#shared/kernel/user.ts';
import { page } from '#server/content/pages/table.ts';
import { course } from '#server/courses/offers/table.ts';
import { event } from '#server/events/table.ts';
import { facility } from '#server/halls/facilities/table.ts';
import { expense } from '#server/money/expenses/table.ts';
import { setVouchers } from '#server/money/expenses/vouchers.ts';
import { member } from '#server/people/members/table.ts';
import { news } from '#server/content/news/table.ts';
import { personAccess } from '#server/people/persons/table.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Write } from '#server/platform/database/database.ts';
import { systemValue } from '#server/platform/database/tables.ts';
import { openBlobs } from '#server/files/bytes/openBlobs.ts';
import type { Actor } from '#server/files/protocol/rules.ts';
import { storeFile } from '#server/files/objects/service.ts';
import { openStorage } from '#server/files/objects/storage.ts';
import { appUser } from '#server/accounts/users/table.ts';
import { isDemo, readDemoState } from './demo.ts';
import { draw, drawings, writePdf } from './demoDrawings.ts';

const doneName = 'demo.files';

type DrawingName = keyof typeof drawings;
type Show = (write: Write, club: ClubName, path: string, alt: string) => Promise<void>;
type Picture = { club: ClubName; folder: PublicFolder; drawing: DrawingName; alt: string; show: Show };

/**
 * Stores the demo pictures and documents once, as the board would. Runs after the start in the background; if stopped, the next start
 * continues.
 */
export async function fillDemoFiles(services: Services, secret: string, isStopped: () => boolean): Promise<void> {
  const { database, settings } = services;
  if (!isDemo(await readDemoState(database))) return;
  const [done] = await database.orm.select().from(systemValue).where(eq(systemValue.name, doneName));
  if (done) return;
  const storage = openStorage(services, openBlobs(settings), secret, async () => undefined);
  const store = (actor: Actor, path: string, bytes: Buffer) => storeFile(storage, actor, path, bytes);
  for (const { club, folder, drawing, alt, show } of pictures) {
    const actor = await boardOf(services, club);
    if (!actor || isStopped()) return;
    const path = publicPath(club, folder, `beispiel-${drawing}`);
    await store(actor, path, await draw(drawings[drawing]));
    await database.write(everyClub, (write) => show(write, club, path, alt));
  }
  const board = await boardOf(services, 'RWA');
  if (!board || isStopped()) return;
  await store(
    board,
    publicPath('RWA', 'pages', 'Hallenordnung-Muster.pdf'),
    writePdf(['Hallenordnung (Muster)', 'Bitte nur mit Hallenschuhen.']),
  );
  const memberId = await memberOfReader(services);
  if (memberId) {
    const paper = writePdf(['Aufnahmeantrag (Muster)', 'Rot-Weiß Auenfeld, alle Angaben erfunden.']);
    await store(board, `${memberFolder('RWA', memberId)}Aufnahmeantrag.pdf`, paper);
  }
  await storeVouchers(services, board, store);
  await database.orm.insert(systemValue).values({ name: doneName, value: 'done' }).onConflictDoNothing();
}

/** Shows a picture in up to three courses without one whose title matches; `titles` is a PostgreSQL regular expression. */
function inCourses(titles: string): Show {
  return async ({ tx, changed }, club, image, imageAlt) => {
    const mine = and(eq(course.club, club), isNull(course.image), sql`${course.title} ~* ${titles}`);
    const found = await tx.select({ id: course.id }).from(course).where(mine).orderBy(asc(course.title), asc(course.id)).limit(3);
    if (found.length === 0) return;
    const ids = found.map(({ id }) => id);
    await tx.update(course).set({ image, imageAlt }).where(inArray(course.id, ids));
    changed({ collection: 'courses', club });
  };
}

const inFacilities: Show = async ({ tx, changed }, club, image, imageAlt) => {
  const mine = and(eq(facility.managerClub, club), eq(facility.image, ''));
  const found = await tx.select({ id: facility.id }).from(facility).where(mine).orderBy(asc(facility.name)).limit(2);
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  await tx.update(facility).set({ image, imageAlt }).where(inArray(facility.id, ids));
  changed({ collection: 'facilities', club });
};

const inEvents: Show = async ({ tx, changed }, club, image, imageAlt) => {
  const mine = and(eq(event.club, club), eq(event.image, ''), eq(event.state, 'published'), sql`${event.title} ~* 'fest|nikolaus'`);
  const found = await tx.select({ id: event.id }).from(event).where(mine).orderBy(asc(event.startsAt), asc(event.id)).limit(2);
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  await tx.update(event).set({ image, imageAlt }).where(inArray(event.id, ids));
  changed({ collection: 'events', club });
};

function inNews(slug: string): Show {
  return async ({ tx, changed }, club, image, imageAlt) => {
    await tx
      .update(news)
      .set({ image, imageAlt })
      .where(and(eq(news.club, club), eq(news.image, ''), eq(news.slug, slug)));
    changed({ collection: 'news', club });
  };
}

/** Shows a picture in the text of a page. */
const inPage: Show = async ({ tx, changed }, club, path, alt) => {
  const [row] = await tx
    .select()
    .from(page)
    .where(and(eq(page.club, club), eq(page.slug, 'verein')));
  if (!row || JSON.stringify(row.body).includes(path)) return;
  const picture = { type: 'image' as const, attrs: { src: pictureUrl(path, 960), alt } };
  const [first, ...rest] = row.body.content;
  await tx
    .update(page)
    .set({ body: { ...row.body, content: [...(first ? [first] : []), picture, ...rest] } })
    .where(eq(page.id, row.id));
  changed({ collection: 'pages', club });
};

const pictures: readonly Picture[] = [
  { club: 'RWA', folder: 'courses', drawing: 'ball', alt: 'Ein Ball auf einer Wiese (Zeichnung)', show: inCourses('ball|kick|turnier') },
  {
    club: 'RWA',
    folder: 'courses',
    drawing: 'mats',
    alt: 'Drei Gymnastikmatten in einem hellen Raum (Zeichnung)',
    show: inCourses('yoga|pilates|rücken|turnen'),
  },
  { club: 'RWA', folder: 'facilities', drawing: 'hall', alt: 'Eine Sporthalle mit vier Fenstern (Zeichnung)', show: inFacilities },
  {
    club: 'RWA',
    folder: 'news',
    drawing: 'hoops',
    alt: 'Drei Reifen und ein Ball auf dem Hallenboden (Zeichnung)',
    show: inNews('schnupperwoche-im-januar'),
  },
  { club: 'RWA', folder: 'news', drawing: 'cup', alt: 'Ein Pokal auf einem Podest (Zeichnung)', show: inNews('jugend-gewinnt-stadtpokal') },
  {
    club: 'RWA',
    folder: 'news',
    drawing: 'lanterns',
    alt: 'Eine Lichterkette am Abend (Zeichnung)',
    show: inNews('helfende-haende-fuers-sommerfest'),
  },
  {
    club: 'RWA',
    folder: 'news',
    drawing: 'snow',
    alt: 'Ein Tannenbaum im Schnee unter Sternen (Zeichnung)',
    show: inNews('jahresrueckblick'),
  },
  { club: 'RWA', folder: 'events', drawing: 'lanterns', alt: 'Eine Lichterkette am Abend (Zeichnung)', show: inEvents },
  { club: 'RWA', folder: 'pages', drawing: 'track', alt: 'Eine Laufbahn unter der Sonne (Zeichnung)', show: inPage },
  {
    club: 'SCB',
    folder: 'courses',
    drawing: 'track',
    alt: 'Eine Laufbahn unter der Sonne (Zeichnung)',
    show: inCourses('lauf|leicht|turnen'),
  },
];

async function boardOf({ database }: Services, club: ClubName): Promise<Actor | undefined> {
  const [user] = await database.read(everyClub, (tx) =>
    tx
      .select()
      .from(appUser)
      .where(eq(appUser.email, `admin@${club.toLowerCase()}.test`)),
  );
  return user && { userId: user.id, role: user.role, club: user.club, name: accountName(user) };
}

/** Gives the demo expenses by voucher their vouchers: a photo each, and for the latest a PDF as well. */
async function storeVouchers(
  { database }: Services,
  board: Actor,
  store: (actor: Actor, path: string, bytes: Buffer) => Promise<void>,
): Promise<void> {
  const rows = await database.read(everyClub, (tx) =>
    tx
      .select({ id: expense.id, club: expense.club, purpose: expense.purpose })
      .from(expense)
      .where(and(eq(expense.club, board.club), isNull(expense.km)))
      .orderBy(desc(expense.submittedAt)),
  );
  for (const [at, row] of rows.entries()) {
    const folder = ownVoucherFolder(board.userId);
    const photo = `${folder}${at}-kassenbon.png`;
    await store(board, photo, await draw(drawings.receipt));
    const paper = `${folder}${at}-rechnung.pdf`;
    if (at === 0) await store(board, paper, writePdf(['Rechnung (Muster)', row.purpose]));
    await database.write(everyClub, ({ tx }) => setVouchers(tx, row, board.userId, at === 0 ? [photo, paper] : [photo]));
  }
}

/** The member for whom RWA's reader account acts. */
async function memberOfReader({ database }: Services): Promise<string | undefined> {
  const [row] = await database.read(everyClub, (tx) =>
    tx
      .select({ id: member.id })
      .from(member)
      .innerJoin(personAccess, eq(personAccess.personId, member.personId))
      .innerJoin(appUser, eq(appUser.id, personAccess.userId))
      .where(and(eq(appUser.email, 'reader@rwa.test'), eq(member.club, 'RWA')))
      .orderBy(asc(member.id))
      .limit(1),
  );
  return row?.id;
}
