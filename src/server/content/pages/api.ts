import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import { contentPagesContract, lastingKinds, type ContentPage, type ContentPageInput } from '#shared/content/contentPages.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { readRichText } from '#shared/kernel/richText.ts';
import { deleteToBin } from '#server/club/bin/service.ts';
import { requireOwnPicturesIn } from '#server/club/clubs/service.ts';
import { now } from '#server/platform/process/clock.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import type { Write, Transaction } from '#server/platform/database/database.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { takesApplications } from '#server/people/requests/service.ts';
import { findPage } from './service.ts';
import { page, pageRedirect, pageRevision } from './table.ts';

const os = implementing(contentPagesContract);
type Row = typeof page.$inferSelect;
type Values = Omit<ContentPageInput, 'club'>;

/** The content pages of a club: administration (/admin/pages) and public reading. */
export const contentPagesApi = os.router({
  show: os.show.handler(async ({ context, input }) => {
    const found = await findPage(context, input.club, input.slug);
    if (!found) throw new Problem('not-found');
    return found;
  }),

  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'pages.readDraft', input.club);
    return context.read(async (tx) =>
      (await tx.select().from(page).where(eq(page.club, club)).orderBy(asc(page.menuOrder), asc(page.title), asc(page.id)).limit(500)).map(
        toListed,
      ),
    );
  }),

  read: os.read.handler(({ context, input }) =>
    context.read(async (tx) => toPage(tx, await reachable(context, tx, input.id, 'pages.readDraft'))),
  ),

  create: os.create.handler(({ context, input: { club: asked, ...values } }) =>
    context.write(async (write) => {
      const club = clubAsked(context, 'pages.create', asked);
      await checkPlace(write.tx, { id: undefined, club }, values);
      requireOwnPicturesIn(club, { body: values.body });
      const [row] = await write.tx
        .insert(page)
        .values({ ...values, club, updatedBy: signedIn(context).name, updatedAt: now() })
        .returning();
      if (!row) throw new Problem('conflict');
      await keep(write, row);
      record(write, row, 'pages.create', `Seite angelegt: ${row.title}`);
      return toPage(write.tx, row);
    }),
  ),

  update: os.update.handler(({ context, input: { id, version, ...values } }) =>
    context.write(async (write) => {
      const before = await changeable(context, write.tx, id, version);
      if (lastingKinds.includes(before.legalKind) && before.state === 'published') {
        if (values.state !== 'published') throw fieldProblem('state', 'Impressum und Datenschutz müssen veröffentlicht bleiben.');
        if (values.legalKind !== before.legalKind) throw fieldProblem('legalKind', 'Impressum und Datenschutz bleiben, was sie sind.');
      }
      if (values.state !== 'published' || values.legalKind !== before.legalKind) await requireUnneeded(write.tx, before);
      await checkPlace(write.tx, before, values);
      requireOwnPicturesIn(before.club, { body: values.body }, before);
      if (values.slug !== before.slug) {
        await write.tx
          .insert(pageRedirect)
          .values({ club: before.club, slug: before.slug, pageId: id })
          .onConflictDoUpdate({ target: [pageRedirect.club, pageRedirect.slug], set: { pageId: id } });
      }
      return change(context, write, before, values, `Seite geändert: ${values.title}`);
    }),
  ),

  delete: os.delete.handler(({ context, input }) =>
    context.write(async (write) => {
      const row = await reachable(context, write.tx, input.id, 'pages.delete', 'update');
      if (lastingKinds.includes(row.legalKind)) throw new Problem('wrong-state');
      await requireUnneeded(write.tx, row);
      // Child pages move up to the parent of the deleted page.
      const links = [{ column: page.parentId, instead: row.parentId }];
      const { club, title: name } = row;
      await deleteToBin(write.tx, context, { id: row.id, club, kind: 'pages', name, permission: 'pages.delete', links }, [
        { table: page, where: eq(page.id, row.id) },
        { table: pageRevision, where: eq(pageRevision.pageId, row.id) },
        { table: pageRedirect, where: eq(pageRedirect.pageId, row.id) },
      ]);
      record(write, row, 'pages.delete', `Seite gelöscht: ${row.title}`);
      return { ok: true } as const;
    }),
  ),

  revisions: os.revisions.handler(({ context, input }) =>
    context.read(async (tx) => {
      await reachable(context, tx, input.id, 'pages.readDraft');
      const rows = await tx
        .select()
        .from(pageRevision)
        .where(eq(pageRevision.pageId, input.id))
        .orderBy(desc(pageRevision.version))
        .limit(100);
      return rows.map(({ version, title, at, by }) => ({ version, title, at: at.toISOString(), by }));
    }),
  ),

  readRevision: os.readRevision.handler(({ context, input }) =>
    context.read(async (tx) => {
      await reachable(context, tx, input.id, 'pages.readDraft');
      const { version, title, at, by, body } = await revisionOf(tx, input.id, input.revision);
      return { version, title, at: at.toISOString(), by, body: readRichText(body) };
    }),
  ),

  restore: os.restore.handler(({ context, input }) =>
    context.write(async (write) => {
      const before = await changeable(context, write.tx, input.id, input.version);
      const { title, body } = await revisionOf(write.tx, input.id, input.revision);
      return change(context, write, before, { title, body: readRichText(body) }, `Seite auf Fassung ${input.revision} gesetzt: ${title}`);
    }),
  ),
});

/** The texts that applicants agree to stay published while the club takes applications. */
async function requireUnneeded(tx: Transaction, { club, state, legalKind }: Row): Promise<void> {
  if (state !== 'published' || (legalKind !== 'statutes' && legalKind !== 'fees')) return;
  if (await takesApplications(tx, club)) throw new Problem('text-needed');
}

async function reachable(context: Context, tx: Transaction, id: string, permission: Permission, lock?: 'update'): Promise<Row> {
  const query = tx.select().from(page).where(eq(page.id, id));
  const [row] = await (lock ? query.for(lock) : query);
  if (!row) throw new Problem('not-found');
  allow(context, permission, targetOf(context, row.club));
  return row;
}

async function changeable(context: Context, tx: Transaction, id: string, version: number): Promise<Row> {
  const row = await reachable(context, tx, id, 'pages.update', 'update');
  if (row.version !== version) throw new Problem('conflict');
  return row;
}

async function change(context: Context, write: Write, before: Row, values: Partial<Values>, content: string): Promise<ContentPage> {
  const [row] = await write.tx
    .update(page)
    .set({ ...values, updatedBy: signedIn(context).name, updatedAt: now(), version: before.version + 1 })
    .where(eq(page.id, before.id))
    .returning();
  if (!row) throw new Problem('not-found');
  await keep(write, row);
  record(write, row, 'pages.update', content, before);
  return toPage(write.tx, row);
}

/** Throws on the field if the slug or the legal kind is taken, or the parent is a descendant of the page. */
async function checkPlace(tx: Transaction, self: { id: string | undefined; club: Row['club'] }, values: Values): Promise<void> {
  const others = and(eq(page.club, self.club), self.id ? ne(page.id, self.id) : undefined);
  const [same] = await tx
    .select({ id: page.id })
    .from(page)
    .where(and(others, eq(page.slug, values.slug)));
  if (same) throw fieldProblem('slug', 'Unter dieser Adresse gibt es schon eine Seite.');
  if (values.legalKind) {
    const [kin] = await tx
      .select({ id: page.id })
      .from(page)
      .where(and(others, eq(page.legalKind, values.legalKind)));
    if (kin) throw fieldProblem('legalKind', 'Diese Art von Seite gibt es schon.');
  }
  if (!values.parentId) return;
  const { rows } = await tx.execute<{ id: string; club: string }>(sql`
    with recursive above as (
      select id, club, parent_id from page where id = ${values.parentId}
      union select page.id, page.club, page.parent_id from page join above on page.id = above.parent_id)
    select id, club from above`);
  const isOutside = !rows.some(({ id, club }) => id === values.parentId && club === self.club);
  if (isOutside || rows.some(({ id }) => id === self.id)) throw fieldProblem('parentId', 'Hier lässt sich die Seite nicht einordnen.');
}

async function keep({ tx }: Write, { id, version, title, body, updatedAt, updatedBy }: Row): Promise<void> {
  await tx.insert(pageRevision).values({ pageId: id, version, title, body, at: updatedAt, by: updatedBy });
}

async function revisionOf(tx: Transaction, id: string, version: number) {
  const [row] = await tx
    .select()
    .from(pageRevision)
    .where(and(eq(pageRevision.pageId, id), eq(pageRevision.version, version)));
  if (!row) throw new Problem('not-found');
  return row;
}

function toListed({ body: _body, updatedBy: _updatedBy, updatedAt, ...row }: Row) {
  return { ...row, updatedAt: updatedAt.toISOString() };
}

async function toPage(tx: Transaction, row: Row): Promise<ContentPage> {
  const former = await tx
    .select({ slug: pageRedirect.slug })
    .from(pageRedirect)
    .where(eq(pageRedirect.pageId, row.id))
    .orderBy(asc(pageRedirect.slug))
    .limit(100);
  return {
    ...toListed(row),
    body: readRichText(row.body),
    formerSlugs: former.map(({ slug }) => slug).filter((slug) => slug !== row.slug),
  };
}

function record(write: Write, row: Row, action: Permission, content: string, before?: Row): void {
  const shown = ({ title, slug, state, menuLabel, parentId, legalKind }: Row) => ({ title, slug, state, menuLabel, parentId, legalKind });
  write.audit(action, { club: row.club, id: row.id, entity: 'pages' }, content, { before: before && shown(before), after: shown(row) });
  write.changed({ collection: 'pages', club: row.club, entityId: row.id });
}
