import { and, eq, exists, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { kindsOfNotices, noticeKinds, type NoticeChoice, type NoticeKind, type Ways } from '#shared/accounts/noticeTopics.ts';
import { now } from '#server/platform/process/clock.ts';
import { inAllClubs, type Transaction } from '#server/platform/database/database.ts';
import { appUser } from '../users/table.ts';
import { pushSubscription } from '../push/table.ts';
import { userNoticeChoice } from './table.ts';

/** A recipient account and the person of it who is concerned; null if nobody in particular. */
export type ToldOf = { userId: string; personId: string | null };

type Row = Pick<typeof userNoticeChoice.$inferSelect, 'kind' | 'personId' | 'mail' | 'push'>;

/** The delivery of a notice kind: the choice for the person, else the one for all, else the default. */
function waysFor(rows: readonly Row[], kind: NoticeKind, personId: string | null): Ways {
  const of = rows.filter((row) => row.kind === kind);
  return of.find((row) => row.personId === personId) ?? of.find((row) => row.personId === null) ?? kindsOfNotices[kind].unless;
}

/** The choices of an account for each kind, chosen or default; with several persons also per person for kinds that allow it. */
export async function choicesOf(tx: Transaction, userId: string, people: readonly { id: string; name: string }[]): Promise<NoticeChoice[]> {
  const rows = await tx.select().from(userNoticeChoice).where(eq(userNoticeChoice.userId, userId));
  return noticeKinds.map((kind) => {
    const { mail, push } = waysFor(rows, kind, null);
    const each = kindsOfNotices[kind].isByPerson && people.length > 1 ? people : [];
    const isOwn = (personId: string) => rows.some((row) => row.kind === kind && row.personId === personId);
    return {
      kind,
      mail,
      push,
      people: each.map(({ id, name }) => {
        const ways = waysFor(rows, kind, id);
        return { personId: id, name, mail: ways.mail, push: ways.push, isOwn: isOwn(id) };
      }),
    };
  });
}

/**
 * Stores a choice. A row is kept only if it differs: for all persons from the default, for one person from the choice for all. A choice for
 * all replaces the choices for single persons.
 */
export async function saveChoice(
  tx: Transaction,
  userId: string,
  { kind, personId, mail, push }: Ways & { kind: NoticeKind; personId: string | null },
): Promise<void> {
  const { userId: user, kind: ofKind, personId: person } = userNoticeChoice;
  const mine = and(eq(user, userId), eq(ofKind, kind));
  if (personId === null) await tx.delete(userNoticeChoice).where(and(mine, isNotNull(person)));
  const rows =
    personId === null
      ? []
      : await tx
          .select()
          .from(userNoticeChoice)
          .where(and(mine, isNull(person)));
  const usual = waysFor(rows, kind, null);
  if (mail === usual.mail && push === usual.push) {
    await tx.delete(userNoticeChoice).where(and(mine, personId === null ? isNull(person) : eq(person, personId)));
    return;
  }
  const values = { mail, push, changedAt: now() };
  await tx
    .insert(userNoticeChoice)
    .values({ userId, kind, personId, ...values })
    .onConflictDoUpdate({ target: [user, ofKind, person], set: values });
}

/**
 * Which of these addresses belong to accounts that declined mails of this kind for all their concerned persons; asked before each optional
 * mail. For kinds that need at least one way, accounts without a registered device get the mail anyway.
 */
export async function mailsUnwanted(
  tx: Transaction,
  kind: NoticeKind,
  concerned: readonly { email: string | null; personId?: string }[],
): Promise<(address: string) => boolean> {
  const told = Map.groupBy(concerned, ({ email }) => email?.toLowerCase() ?? '');
  const wanted = [...told.keys()].filter(Boolean);
  if (wanted.length === 0 || kindsOfNotices[kind].isMailFixed) return () => false;
  const device = tx.select({ id: pushSubscription.id }).from(pushSubscription).where(eq(pushSubscription.userId, userNoticeChoice.userId));
  const email = sql<string>`lower(${appUser.email})`;
  const { personId, mail, push } = userNoticeChoice;
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ email, kind: userNoticeChoice.kind, personId, mail, push, hasDevice: sql<boolean>`${exists(device)}` })
      .from(userNoticeChoice)
      .innerJoin(appUser, eq(appUser.id, userNoticeChoice.userId))
      .where(and(eq(userNoticeChoice.kind, kind), inArray(email, wanted))),
  );
  const unwanted = new Set(
    [...Map.groupBy(rows, (row) => row.email)].flatMap(([address, mine]) => {
      const isReached = !kindsOfNotices[kind].isOneFixed || mine.some(({ hasDevice }) => hasDevice);
      const people = told.get(address) ?? [];
      return isReached && people.every((one) => !waysFor(mine, kind, one.personId ?? null).mail) ? [address] : [];
    }),
  );
  return (address) => unwanted.has(address.toLowerCase());
}

/** A recipient that wants a notice: `email` is null if mail was declined; `people` are the persons for whom it is wanted. */
export type Wanted = { email: string | null; people: ReadonlySet<string | null> };

/**
 * Of these accounts, those that want an optional notice: by mail, or on a registered device only (`email` null), and for which of their
 * persons.
 */
export async function subscribersOf(tx: Transaction, kind: NoticeKind, told: readonly ToldOf[]): Promise<Map<string, Wanted>> {
  const accounts = Map.groupBy(told, ({ userId }) => userId);
  if (accounts.size === 0) return new Map();
  const device = tx.select({ id: pushSubscription.id }).from(pushSubscription).where(eq(pushSubscription.userId, appUser.id));
  const { personId, mail, push } = userNoticeChoice;
  const rows = await inAllClubs(tx, () =>
    tx
      .select({ id: appUser.id, email: appUser.email, personId, mail, push, hasDevice: sql<boolean>`${exists(device)}` })
      .from(appUser)
      .leftJoin(userNoticeChoice, and(eq(userNoticeChoice.userId, appUser.id), eq(userNoticeChoice.kind, kind)))
      .where(inArray(appUser.id, [...accounts.keys()])),
  );
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, mine]): [string, Wanted][] => {
      const chosen = mine.flatMap((row) =>
        row.mail === null || row.push === null ? [] : [{ kind, personId: row.personId, mail: row.mail, push: row.push }],
      );
      const each = (accounts.get(id) ?? []).map((one) => ({ ...waysFor(chosen, kind, one.personId), personId: one.personId }));
      const wanted = each.filter((one) => one.mail || (one.push && mine[0]?.hasDevice));
      if (wanted.length === 0) return [];
      const email = wanted.some((one) => one.mail) ? (mine[0]?.email ?? null) : null;
      return [[id, { email, people: new Set(wanted.map((one) => one.personId)) }]];
    }),
  );
}

/** The closing lines of an optional mail, which link to the notice settings; empty for mails that cannot be declined. */
export function wordsOnChoices(kind: NoticeKind, site: string): string {
  if (kindsOfNotices[kind].isMailFixed) return '';
  return `\nWie solche Nachrichten zu Ihnen kommen, wählen Sie in Ihrem Konto: ${site}/profile/notices\n`;
}
