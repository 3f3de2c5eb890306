import { eq, inArray, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { mailToken } from '#shared/content/mails.ts';
import { readParameter } from '#server/club/config/service.ts';
import { revokeNewsletter } from '#server/people/persons/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Database, type Transaction } from '#server/platform/database/database.ts';
import { mentionedIn, mentions } from '#server/platform/database/mentions.ts';
import { forgetBatches } from '#server/platform/mail/outbox.ts';
import { linkHash } from '#server/platform/secretLinks.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { deleteAttachments } from './files.ts';
import { mailFile, mailMessage, mailRecipient } from './table.ts';

export { sendPlanned } from './planned.ts';

/** Withdraws the newsletter consent of all persons concerned by an e-mail; idempotent. */
export async function unsubscribe(database: Database, token: string): Promise<void> {
  await database.write(everyClub, async (write) => {
    const [row] = await write.tx
      .select()
      .from(mailRecipient)
      .where(eq(mailRecipient.unsubscribeHash, linkHash(token)));
    if (!row) throw new Problem('invalid-link');
    if ((await revokeNewsletter(write.tx, row.personIds)) === 0) return;
    write.audit(
      'mail.unsubscribe',
      { club: row.club, id: row.messageId, entity: 'mails', by: { name: row.name } },
      'Newsletter abbestellt',
    );
  });
}

/** One-click unsubscribe (RFC 8058): a POST without cookies. GET shows the page and changes nothing. */
export function serveUnsubscribe(app: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string' },
      (_request, _body, done) => done(null, undefined),
    );
    scope.post<{ Params: { token: string } }>('/unsubscribe/:token', async (request, reply) => {
      const token = mailToken.safeParse(request.params.token);
      if (!token.success) throw new Problem('invalid-link');
      await unsubscribe(database, token.data);
      return reply.code(204).send();
    });
  });
}

/** Deletes bulk e-mails with their recipients after a number of months (a config parameter). */
export async function forgetMails({ database }: Pick<Services, 'database'>): Promise<void> {
  await database.write(everyClub, async (write) => {
    const months = await readParameter(write.tx, 'retention.mailMonths');
    const isOld = sql`${mailMessage.createdAt} < ${now()}::timestamptz - make_interval(months => ${months})`;
    const rows = await write.tx.select({ id: mailMessage.id }).from(mailMessage).where(isOld);
    const ids = rows.map(({ id }) => id);
    await deleteAttachments(write.tx, ids);
    await write.tx.delete(mailMessage).where(isOld);
    await forgetBatches(write.tx, ids);
  });
}

/** The e-mails in the archive that show or attach any of these files. */
export async function mailUses(tx: Pick<Transaction, 'select'>, paths: readonly string[]) {
  if (paths.length === 0) return [];
  const rows = await tx
    .select({ subject: mailMessage.subject, body: mailMessage.body })
    .from(mailMessage)
    .where(mentions(mailMessage.body, paths))
    .limit(1000);
  const attached = await tx
    .select({ subject: mailMessage.subject, path: mailFile.path })
    .from(mailFile)
    .innerJoin(mailMessage, eq(mailMessage.id, mailFile.messageId))
    .where(inArray(mailFile.path, [...paths]))
    .limit(1000);
  const shown = rows.flatMap(({ subject, body }) => mentionedIn(body, paths).map((path) => ({ path, subject })));
  return [...shown, ...attached].map(({ path, subject }) => ({ path, what: `Rundmail „${subject}“`, link: '/admin/mail' }));
}
