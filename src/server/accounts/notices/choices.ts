import { and, eq, exists, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { kindsOfNotices, noticeKinds, type NoticeChoice, type NoticeKind, type Ways } from '#shared/accounts/noticeTopics.ts';
import { now } from '#server/platform/process/clock.ts';
import { beyondScope, type Transaction } from '#server/platform/database/database.ts';
import { appUser } from '../users/table.ts';
import { pushSubscription } from '../push/table.ts';
import { userNoticeChoice } from './table.ts';

/** An account that is told something, and whom of its people it concerns; empty where it concerns nobody in particular. */
export type ToldOf = { userId: string; personId: string | null };

type Row = Pick<typeof userNoticeChoice.$inferSelect, 'kind' | 'personId' | 'mail' | 'push'>;

/** How it is told of a person: as chosen for them, else for all, else as everybody. */
function waysFor(rows: readonly Row[], kind: NoticeKind, personId: string | null): Ways {
  const of = rows.filter((row) => row.kind === kind);
  return of.find((row) => row.personId === personId) ?? of.find((row) => row.personId === null) ?? kindsOfNotices[kind].unless;
}

/** How an account is told of each kind: as it chose, else as everybody; of the people that it acts for, where there are several. */
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
 * Keeps what an account chose. A row stands only where it differs: for all from what everybody gets, for one person from what holds
 * for all. A choice for all is one for everybody of the family: what stood for single people goes.
 */
export async function keepChoice(
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
 * Which of these addresses belong to accounts that want no mail of a kind about those of their people whom it concerns; asked before
 * each mail that one may do without. Where one way must stay, people without a registered device get the mail anyway.
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
  const rows = await beyondScope(tx, () =>
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

/** An account that wants to hear of something: by mail too, where there is an address; of these people. */
export type Wanted = { email: string | null; people: ReadonlySet<string | null> };

/**
 * Of these accounts, those that want to hear of something that nobody must know: with the address where it goes by mail, without
 * one where only a device of theirs is told, and of which of their people.
 */
export async function wantedBy(tx: Transaction, kind: NoticeKind, told: readonly ToldOf[]): Promise<Map<string, Wanted>> {
  const accounts = Map.groupBy(told, ({ userId }) => userId);
  if (accounts.size === 0) return new Map();
  const device = tx.select({ id: pushSubscription.id }).from(pushSubscription).where(eq(pushSubscription.userId, appUser.id));
  const { personId, mail, push } = userNoticeChoice;
  const rows = await beyondScope(tx, () =>
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

/** The last lines of a mail that one may do without: where that is chosen. Empty for mails that always come. */
export function wordsOnChoices(kind: NoticeKind, site: string): string {
  if (kindsOfNotices[kind].isMailFixed) return '';
  return `\nWie solche Nachrichten zu Ihnen kommen, wählen Sie in Ihrem Konto: ${site}/profile/notices\n`;
}
