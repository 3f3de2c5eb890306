import { desc, eq } from 'drizzle-orm';
import type { HolderNotice } from '#shared/halls/notices/holderNotices.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { outboxMail } from '#server/platform/database/tables.ts';
import { holderNotice, organisation, organisationLink } from './table.ts';

const listedAtMost = 2000;

/** The recipients of mails about a season, a closure or a booking, latest first. The caller has checked the access rights. */
export async function listNotices(tx: Transaction, subjectId: string): Promise<HolderNotice[]> {
  const rows = await inAllClubs(tx, () =>
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
    kind: row.kind,
    organisationId: row.organisationId,
    organisation: name,
    recipient: row.recipient,
    subject: row.subject,
    sentAt: row.sentAt.toISOString(),
    // A mail that is no longer stored was sent long ago.
    delivery: row.recipient === '' ? 'unaddressed' : (state ?? 'sent'),
    hasLink: row.linkId !== null,
    openedAt: openedAt?.toISOString() ?? null,
    ...answeredWith(row),
  }));
}

/** The answer, and the deadline for it. */
export function answeredWith({ answer, remark, answeredBy, answeredAt, answerUntil }: typeof holderNotice.$inferSelect) {
  return {
    answer,
    remark,
    answeredBy,
    answeredAt: answeredAt?.toISOString() ?? null,
    answerUntil: answerUntil?.toISOString() ?? null,
  };
}
