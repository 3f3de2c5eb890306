import { and, asc, eq, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { mailTemplatesContract, templatesAtMost } from '#shared/content/mailTemplates.ts';
import { readRichText } from '#shared/kernel/richText.ts';
import { deleteToBin } from '#server/club/bin/service.ts';
import { requireOwnPicturesIn } from '#server/club/clubs/service.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { allow, clubAsked, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { implementing } from '#server/platform/http/serving.ts';
import { now } from '#server/platform/process/clock.ts';
import { mailTemplate } from './table.ts';

const os = implementing(mailTemplatesContract);
type Row = typeof mailTemplate.$inferSelect;

/** E-mail templates of a board. */
export const mailTemplatesApi = os.router({
  list: os.list.handler(({ context, input }) => {
    const club = clubAsked(context, 'mail.send', input.club);
    return context.read(async (tx) => {
      const rows = await tx
        .select()
        .from(mailTemplate)
        .where(eq(mailTemplate.club, club))
        .orderBy(asc(sql`lower(${mailTemplate.name})`), asc(mailTemplate.id))
        .limit(templatesAtMost);
      return { rows: rows.map(toKept) };
    });
  }),

  create: os.create.handler(({ context, input }) => {
    allow(context, 'mail.send', 'club');
    const { club } = signedIn(context);
    requireOwnPicturesIn(club, { body: input.body });
    return context.write(async (write) => {
      if ((await write.tx.$count(mailTemplate, eq(mailTemplate.club, club))) >= templatesAtMost)
        throw fieldProblem('name', `Höchstens ${templatesAtMost} Vorlagen. Bitte löschen Sie eine alte.`);
      const [row] = await write.tx
        .insert(mailTemplate)
        .values({ id: randomUUID(), club, ...input, createdAt: now() })
        .onConflictDoNothing()
        .returning();
      if (!row) throw nameTaken();
      write.audit('mail.send', { club, id: row.id, entity: 'mails' }, `Vorlage „${row.name}“ abgelegt`);
      write.changed({ collection: 'mails', club, entityId: row.id });
      return toKept(row);
    });
  }),

  update: os.update.handler(({ context, input: { id, version, ...input } }) =>
    context.write(async (write) => {
      const before = await lockTemplate(context, write.tx, id);
      requireOwnPicturesIn(before.club, { body: input.body }, { body: before.body });
      if (before.version !== version) throw new Problem('conflict');
      const isTaken = and(
        eq(mailTemplate.club, before.club),
        sql`lower(${mailTemplate.name}) = lower(${input.name}) and ${mailTemplate.id} <> ${id}`,
      );
      if ((await write.tx.$count(mailTemplate, isTaken)) > 0) throw nameTaken();
      const [row] = await write.tx
        .update(mailTemplate)
        .set({ ...input, version: version + 1 })
        .where(eq(mailTemplate.id, id))
        .returning();
      if (!row) throw new Problem('conflict');
      write.audit('mail.send', { club: row.club, id, entity: 'mails' }, `Vorlage „${row.name}“ geändert`);
      write.changed({ collection: 'mails', club: row.club, entityId: id });
      return toKept(row);
    }),
  ),

  remove: os.remove.handler(({ context, input: { id } }) =>
    context.write(async (write) => {
      const { club, name } = await lockTemplate(context, write.tx, id);
      await deleteToBin(write.tx, context, { id, club, kind: 'mailTemplates', name, permission: 'mail.send' }, [
        { table: mailTemplate, where: eq(mailTemplate.id, id) },
      ]);
      write.audit('mail.send', { club, id, entity: 'mails' }, `Vorlage „${name}“ gelöscht`);
      write.changed({ collection: 'mails', club, entityId: id });
      return { ok: true } as const;
    }),
  ),
});

async function lockTemplate(context: Context, tx: Transaction, id: string): Promise<Row> {
  const [row] = await tx.select().from(mailTemplate).where(eq(mailTemplate.id, id)).for('update');
  if (!row) throw new Problem('not-found');
  allow(context, 'mail.send', targetOf(context, row.club));
  return row;
}

function nameTaken(): Problem {
  return fieldProblem('name', 'Diesen Namen hat schon eine andere Vorlage.');
}

function toKept({ id, name, subject, body, version }: Row) {
  return { id, name, subject, body: readRichText(body), version };
}
