import { desc, eq } from 'drizzle-orm';
import type { HolderNotice } from '#shared/halls/notices/holderNotices.ts';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import { outboxMail } from '#server/platform/database/tables.ts';
import { holderNotice, organisation, organisationLink } from './table.ts';

const listedAtMost = 2000;

/** Who was written to about a season, a closure or a booking, the latest first. The caller has asked the right to it. */
export async function listNotices(tx: Transaction, subjectId: string): Promise<HolderNotice[]> {
  const rows = await beyondScope(tx, () =>
    tx
      .select({ row: holderNotice, name: organisation.name, state: outboxMail.state, openedAt: organisationLink.lastUsedAt })
      .from(holderNotice)
      .innerJoin(organisation, eq(organisation.id, holderNotice.organisationId))
      .leftJoin(outboxMail, eq(outboxMail.onceKey, holderNotice.onceKey))
      .leftJoin(organisationLink, eq(organisationLink.id, holderNotice.linkId))
      .where(eq(holderNotice.subjectId, subjectId))
      .orderBy(desc(holderNotice.sentAt), organisation.name, holderNotice.id)
      .limit(listedAtMost),
  );
  return rows.map(({ row, name, state, openedAt }) => ({
    id: row.id,
    organisationId: row.organisationId,
    organisation: name,
    recipient: row.recipient,
    subject: row.subject,
    sentAt: row.sentAt.toISOString(),
    // A mail that is no longer kept had left long before.
    delivery: state ?? 'sent',
    hasLink: row.linkId !== null,
    openedAt: openedAt?.toISOString() ?? null,
    ...answeredWith(row),
  }));
}

/** What was answered, and until when an answer is asked for. */
export function answeredWith({ answer, remark, answeredBy, answeredAt, answerUntil }: typeof holderNotice.$inferSelect) {
  return {
    answer,
    remark,
    answeredBy,
    answeredAt: answeredAt?.toISOString() ?? null,
    answerUntil: answerUntil?.toISOString() ?? null,
  };
}
