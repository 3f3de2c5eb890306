import { eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { mailToken } from '#shared/content/mails.ts';
import { readParameter } from '#server/club/config/service.ts';
import { revokeNewsletter } from '#server/people/persons/service.ts';
import { now } from '#server/platform/process/clock.ts';
import type { Services } from '#server/platform/http/context.ts';
import { everyClub, type Database, type Transaction } from '#server/platform/database/database.ts';
import { mentionedIn, mentions } from '#server/platform/database/mentions.ts';
import { forgetBatches } from '#server/platform/outbox.ts';
import { linkHash } from '#server/platform/secretLinks.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { mailMessage, mailRecipient } from './table.ts';

export { sendPlanned } from './planned.ts';

/** Withdraws the consent to the newsletter of everybody whom a mail was about; a second time changes nothing. */
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

/** The one click of a mail program on "abbestellen" (RFC 8058): a POST without cookies; a look at the page changes nothing. */
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

/** Forgets mails to many after their months (a config parameter), with all notes of who got them. */
export async function forgetMails({ database }: Pick<Services, 'database'>): Promise<void> {
  await database.write(everyClub, async (write) => {
    const months = await readParameter(write.tx, 'retention.mailMonths');
    const rows = await write.tx
      .delete(mailMessage)
      .where(sql`${mailMessage.createdAt} < ${now()}::timestamptz - make_interval(months => ${months})`)
      .returning({ id: mailMessage.id });
    await forgetBatches(
      write.tx,
      rows.map(({ id }) => id),
    );
  });
}

/** The mails in the archive that show some of these files. */
export async function mailUses(tx: Pick<Transaction, 'select'>, paths: readonly string[]) {
  if (paths.length === 0) return [];
  const rows = await tx
    .select({ subject: mailMessage.subject, body: mailMessage.body })
    .from(mailMessage)
    .where(mentions(mailMessage.body, paths))
    .limit(1000);
  return rows.flatMap(({ subject, body }) =>
    mentionedIn(body, paths).map((path) => ({ path, what: `Rundmail „${subject}“`, link: '/admin/mail' })),
  );
}
