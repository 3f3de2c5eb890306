import { and, eq, exists, inArray, sql } from 'drizzle-orm';
import { kindsOfNotices, noticeKinds, type NoticeChoice, type NoticeKind } from '#shared/accounts/noticeTopics.ts';
import { now } from '#server/platform/process/clock.ts';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import { appUser } from '../users/table.ts';
import { pushSubscription } from '../push/table.ts';
import { userNoticeChoice } from './table.ts';

/** How an account is told of each kind: as it chose, else as everybody. */
export async function choicesOf(tx: Transaction, userId: string): Promise<NoticeChoice[]> {
  const rows = await tx.select().from(userNoticeChoice).where(eq(userNoticeChoice.userId, userId));
  return noticeKinds.map((kind) => {
    const { mail, push } = rows.find((row) => row.kind === kind) ?? kindsOfNotices[kind].unless;
    return { kind, mail, push };
  });
}

/** Keeps what an account chose; a row stands only where it differs from what everybody gets. */
export async function keepChoice(tx: Transaction, userId: string, { kind, mail, push }: NoticeChoice): Promise<void> {
  const { unless } = kindsOfNotices[kind];
  if (mail === unless.mail && push === unless.push) {
    await tx.delete(userNoticeChoice).where(and(eq(userNoticeChoice.userId, userId), eq(userNoticeChoice.kind, kind)));
    return;
  }
  const values = { mail, push, changedAt: now() };
  await tx
    .insert(userNoticeChoice)
    .values({ userId, kind, ...values })
    .onConflictDoUpdate({ target: [userNoticeChoice.userId, userNoticeChoice.kind], set: values });
}

/**
 * Which of these addresses belong to accounts that want no mail of a kind; asked before each mail that one may do without.
 * Where one way must stay, people without a registered device get the mail anyway.
 */
export async function mailsUnwanted(
  tx: Transaction,
  kind: NoticeKind,
  addresses: readonly (string | null)[],
): Promise<(address: string) => boolean> {
  const wanted = [...new Set(addresses.flatMap((address) => address?.toLowerCase() ?? []))];
  if (wanted.length === 0 || kindsOfNotices[kind].isMailFixed) return () => false;
  const device = tx.select({ id: pushSubscription.id }).from(pushSubscription).where(eq(pushSubscription.userId, userNoticeChoice.userId));
  const rows = await beyondScope(tx, () =>
    tx
      .select({ email: sql<string>`lower(${appUser.email})` })
      .from(userNoticeChoice)
      .innerJoin(appUser, eq(appUser.id, userNoticeChoice.userId))
      .where(
        and(
          eq(userNoticeChoice.kind, kind),
          eq(userNoticeChoice.mail, false),
          inArray(sql`lower(${appUser.email})`, wanted),
          kindsOfNotices[kind].isOneFixed && exists(device),
        ),
      ),
  );
  const unwanted = new Set(rows.map(({ email }) => email));
  return (address) => unwanted.has(address.toLowerCase());
}

/**
 * Of these accounts, those that want to hear of something that nobody must know: with the address where it goes by mail, without
 * one where only a device of theirs is told.
 */
export async function wantedBy(tx: Transaction, kind: NoticeKind, userIds: readonly string[]): Promise<Map<string, string | null>> {
  if (userIds.length === 0) return new Map();
  const { unless } = kindsOfNotices[kind];
  const device = tx.select({ id: pushSubscription.id }).from(pushSubscription).where(eq(pushSubscription.userId, appUser.id));
  const rows = await beyondScope(tx, () =>
    tx
      .select({
        id: appUser.id,
        email: appUser.email,
        mail: userNoticeChoice.mail,
        push: userNoticeChoice.push,
        hasDevice: sql<boolean>`${exists(device)}`,
      })
      .from(appUser)
      .leftJoin(userNoticeChoice, and(eq(userNoticeChoice.userId, appUser.id), eq(userNoticeChoice.kind, kind)))
      .where(inArray(appUser.id, [...userIds])),
  );
  return new Map(
    rows.flatMap(({ id, email, mail, push, hasDevice }): [string, string | null][] => {
      if (mail ?? unless.mail) return [[id, email]];
      return (push ?? unless.push) && hasDevice ? [[id, null]] : [];
    }),
  );
}

/** The last lines of a mail that one may do without: where that is chosen. Empty for mails that always come. */
export function wordsOnChoices(kind: NoticeKind, site: string): string {
  if (kindsOfNotices[kind].isMailFixed) return '';
  return `\nWie solche Nachrichten zu Ihnen kommen, wählen Sie in Ihrem Konto: ${site}/profile/notices\n`;
}
