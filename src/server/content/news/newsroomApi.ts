import { and, desc, eq, ne } from 'drizzle-orm';
import { newsroomContract, type EditedNews, type NewsInput } from '#shared/content/news.ts';
import { associationClub } from '#shared/kernel/clubs.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { readRichText } from '#shared/kernel/richText.ts';
import { deleteToBin } from '#server/club/bin/service.ts';
import { requireOwnFiles, requireOwnPicturesIn } from '#server/club/clubs/service.ts';
import { requireRunning } from '#server/club/departments/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { earlierThan, pageByTime } from '#server/platform/database/cursor.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { news, newsRevision } from './table.ts';

const os = implementing(newsroomContract);
type Row = typeof news.$inferSelect;
type Values = Omit<NewsInput, 'club'>;

/** Administration of news (/admin/news). */
export const newsroomApi = os.router({
  list: os.list.handler(async ({ context, input }) => {
    const club = clubAsked(context, 'news.readDraft', input.shared ? associationClub : input.club);
    await requireFeature(context, 'news.readDraft', club);
    const wanted = input.shared
      ? and(eq(news.isShared, true), eq(news.state, 'published'), ne(news.club, associationClub))
      : eq(news.club, club);
    return context.read(async (tx) => {
      const found = await tx
        .select()
        .from(news)
        .where(and(wanted, earlierThan(news.updatedAt, news.id, input.cursor)))
        .orderBy(desc(news.updatedAt), desc(news.id))
        .limit(input.limit + 1);
      const { page, next } = pageByTime(found, 'updatedAt', input.limit);
      return { rows: page.map(toListed), next };
    });
  }),

  read: os.read.handler(({ context, input }) =>
    context.read(async (tx) => toEdited(await reachable(context, tx, input.id, 'news.readDraft'))),
  ),

  create: os.create.handler(({ context, input: { club: asked, ...values } }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'news.create', asked);
      await requireFeature(context, 'news.create', club);
      const stored = await checked(write.tx, { id: undefined, club, departmentId: null, publishAt: null, expiresAt: null }, values);
      const [row] = await write.tx
        .insert(news)
        .values({ ...stored, club, author: signedIn(context).name, updatedAt: now() })
        .returning();
      if (!row) throw new Problem('conflict');
      await keep(context, write, row);
      record(write, row, 'news.create', `Beitrag angelegt: ${row.title}`);
      return toEdited(row);
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, ...values } }) =>
    context.write(async (write) => {
      const before = await changeable(context, write.tx, id, version);
      const stored = await checked(write.tx, before, values);
      // Text and picture cannot change after the association has approved the takeover. The database orders JSON keys differently from the
      // editor; both sides are parsed before comparison.
      const agreed = ({ title, teaser, image, imageAlt, body }: Pick<Values, 'title' | 'teaser' | 'image' | 'imageAlt' | 'body'>) =>
        JSON.stringify([title, teaser, image, imageAlt, readRichText(body)]);
      const isSame = agreed(before) === agreed(values);
      return change(context, write, before, { ...stored, ...(!isSame && { approvedAt: null }) }, `Beitrag geändert: ${values.title}`);
    }),
  ),

  approve: os.approve.handler(({ context, input }) =>
    context.write(async (write) => {
      allow(context, 'news.update', targetOf(context, associationClub));
      const [row] = await write.tx.select().from(news).where(eq(news.id, input.id)).for('update');
      if (!row?.isShared) throw new Problem(row && targetOf(context, row.club) === 'club' ? 'wrong-state' : 'not-found');
      await requireFeature(context, 'news.update', associationClub);
      await write.tx
        .update(news)
        .set({ approvedAt: input.isApproved ? now() : null })
        .where(eq(news.id, row.id));
      record(write, row, 'news.update', `${input.isApproved ? 'Beim Verband gezeigt' : 'Beim Verband nicht gezeigt'}: ${row.title}`);
      write.changed({ collection: 'news', club: associationClub, entityId: row.id });
      return { ok: true } as const;
    }),
  ),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await reachable(context, write.tx, input.id, 'news.delete', 'update');
      await deleteToBin(write.tx, context, { id: row.id, club: row.club, kind: 'news', name: row.title, permission: 'news.delete' }, [
        { table: news, where: eq(news.id, row.id) },
        { table: newsRevision, where: eq(newsRevision.newsId, row.id) },
      ]);
      record(write, row, 'news.delete', `Beitrag gelöscht: ${row.title}`);
      return { ok: true } as const;
    }),
  ),

  revisions: os.revisions.handler(({ context, input }) =>
    context.read(async (tx) => {
      await reachable(context, tx, input.id, 'news.readDraft');
      const rows = await tx
        .select()
        .from(newsRevision)
        .where(eq(newsRevision.newsId, input.id))
        .orderBy(desc(newsRevision.version))
        .limit(100);
      return rows.map(({ version, title, at, by }) => ({ version, title, at: at.toISOString(), by }));
    }),
  ),

  readRevision: os.readRevision.handler(({ context, input }) =>
    context.read(async (tx) => {
      await reachable(context, tx, input.id, 'news.readDraft');
      const { version, title, at, by, body } = await revisionOf(tx, input.id, input.revision);
      return { version, title, at: at.toISOString(), by, body: readRichText(body) };
    }),
  ),

  restore: os.restore.handler(({ context, input }) =>
    context.write(async (write) => {
      const before = await changeable(context, write.tx, input.id, input.version);
      const { title, teaser, body } = await revisionOf(write.tx, input.id, input.revision);
      const values = { title, teaser, body: readRichText(body), approvedAt: null };
      return change(context, write, before, values, `Beitrag auf Fassung ${input.revision} gesetzt: ${title}`);
    }),
  ),
});

async function reachable(context: Context, tx: Transaction, id: string, permission: Permission, lock?: 'update'): Promise<Row> {
  const query = tx.select().from(news).where(eq(news.id, id));
  const [row] = await (lock ? query.for(lock) : query);
  if (!row) throw new Problem('not-found');
  allow(context, permission, targetOf(context, row.club));
  await requireFeature(context, permission, row.club);
  return row;
}

async function changeable(context: Context, tx: Transaction, id: string, version: number): Promise<Row> {
  const row = await reachable(context, tx, id, 'news.update', 'update');
  if (row.version !== version) throw new Problem('conflict');
  return row;
}

type Before = { id: string | undefined } & Pick<Row, 'club' | 'departmentId' | 'publishAt' | 'expiresAt'> &
  Partial<Pick<Row, 'image' | 'body'>>;

/** The values to store; throws on the field if the slug is taken or a newly entered date is in the past. */
async function checked(tx: Transaction, before: Before, { publishAt, expiresAt, ...values }: Values) {
  const others = and(eq(news.club, before.club), eq(news.slug, values.slug), before.id ? ne(news.id, before.id) : undefined);
  const [same] = await tx.select({ id: news.id }).from(news).where(others);
  if (same) throw fieldProblem('slug', 'Unter dieser Adresse gibt es schon einen Beitrag.');
  if (values.departmentId && values.departmentId !== before.departmentId)
    await requireRunning(tx, before.club, [values.departmentId], 'departmentId');
  requireOwnFiles(before.club, { image: values.image }, before);
  requireOwnPicturesIn(before.club, { body: values.body }, before);
  const begin = futureDate('publishAt', publishAt, before.publishAt) ?? (values.state === 'published' ? (before.publishAt ?? now()) : null);
  const end = futureDate('expiresAt', expiresAt, before.expiresAt);
  if (begin && end && end <= begin) throw fieldProblem('expiresAt', 'Das Ende muss nach dem Beginn liegen.');
  return { ...values, publishAt: begin, expiresAt: end };
}

function futureDate(field: string, typed: string | null, stored: Date | null): Date | null {
  if (!typed) return null;
  const date = new Date(typed);
  // The form has minute precision.
  const isUnchanged = stored !== null && Math.abs(stored.getTime() - date.getTime()) < 60_000;
  if (isUnchanged) return stored;
  if (date <= now()) throw fieldProblem(field, 'Bitte ein Zeitpunkt in der Zukunft, oder leer lassen.');
  return date;
}

async function change(
  context: Context,
  write: Write,
  before: Row,
  values: Partial<typeof news.$inferInsert>,
  content: string,
): Promise<EditedNews> {
  const [row] = await write.tx
    .update(news)
    .set({ ...values, updatedAt: now(), version: before.version + 1 })
    .where(eq(news.id, before.id))
    .returning();
  if (!row) throw new Problem('not-found');
  await keep(context, write, row);
  record(write, row, 'news.update', content, before);
  return toEdited(row);
}

async function keep(context: Context, { tx }: Write, { id, version, title, teaser, body, updatedAt }: Row): Promise<void> {
  await tx.insert(newsRevision).values({ newsId: id, version, title, teaser, body, at: updatedAt, by: signedIn(context).name });
}

async function revisionOf(tx: Transaction, id: string, version: number) {
  const [row] = await tx
    .select()
    .from(newsRevision)
    .where(and(eq(newsRevision.newsId, id), eq(newsRevision.version, version)));
  if (!row) throw new Problem('not-found');
  return row;
}

function toListed({ publishAt, expiresAt, approvedAt, updatedAt, ...row }: Row) {
  const textOf = (date: Date | null) => date?.toISOString() ?? null;
  return {
    ...row,
    publishAt: textOf(publishAt),
    expiresAt: textOf(expiresAt),
    approvedAt: textOf(approvedAt),
    updatedAt: updatedAt.toISOString(),
  };
}

function toEdited(row: Row): EditedNews {
  return { ...toListed(row), body: readRichText(row.body) };
}

function record(write: Write, row: Row, action: Permission, content: string, before?: Row): void {
  const shown = ({ title, slug, state, publishAt, expiresAt, isPinned, isShared }: Row) => ({
    title,
    slug,
    state,
    isPinned,
    isShared,
    publishAt: publishAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
  });
  write.audit(action, { club: row.club, id: row.id, entity: 'news' }, content, { before: before && shown(before), after: shown(row) });
  write.changed({ collection: 'news', club: row.club, entityId: row.id });
  if (row.isShared && row.club !== associationClub) write.changed({ collection: 'news', club: associationClub, entityId: row.id });
}
