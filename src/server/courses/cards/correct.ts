import { and, eq, notInArray } from 'drizzle-orm';
import { standingOf, visitsInWords, visitsLeft } from '#shared/courses/cards/cardRules.ts';
import type { CardCancelInput, CardCorrectionInput } from '#shared/courses/cards/cardShapes.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { Permission } from '#shared/kernel/permissions.ts';
import { personNames } from '#server/people/persons/service.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import { allow, signedIn, targetOf, type Context } from '#server/platform/http/context.ts';
import { requireFeature } from '#server/platform/http/features.ts';
import { fieldProblem, Problem } from '#server/platform/http/problem.ts';
import { now, today } from '#server/platform/process/clock.ts';
import { openCard, type CardRow } from './list.ts';
import type { CardMoney } from './ports.ts';
import { cardsChanged, settleOpen } from './sell.ts';
import { cardVisit, punchCard, punchCardPerson } from './table.ts';
import { lockCardsOf } from './visits.ts';

/** A card by its id, with the permission checked; sets the scope of the transaction to its club. */
export async function cardFor(context: Context, tx: Transaction, id: string, permission: Permission, isLocked = false): Promise<CardRow> {
  const query = tx.select().from(punchCard).where(eq(punchCard.id, id));
  const [row] = await (isLocked ? query.for('update') : query);
  if (!row) throw new Problem('not-found');
  await requireFeature(context, permission, row.club);
  allow(context, permission, targetOf(context, row.club));
  await enterScope(tx, row.club);
  return row;
}

/** Corrects visits, expiry day and persons of a card; a reason is required. */
export async function correctCard(context: Context, write: Write, input: CardCorrectionInput, money: CardMoney) {
  const { tx } = write;
  await cardFor(context, tx, input.id, 'punchCards.correct');
  // New users may have open visits that this card can settle.
  await lockCardsOf(tx, input.personIds, input.id);
  const row = await readCard(tx, input.id);
  if (row.version !== input.version) throw new Problem('conflict');
  if (row.state === 'cancelled') throw new Problem('wrong-state');
  if (input.left > row.visits) throw fieldProblem('left', `Die Karte hat nur ${visitsInWords(row.visits)}.`);
  if (input.validUntil < row.validFrom) throw fieldProblem('validUntil', 'Bitte kein Tag vor dem ersten Tag der Karte.');
  const personIds = [...new Set(input.personIds)];
  const names = await personNames(tx, row.club, personIds);
  if (names.size !== personIds.length) throw fieldProblem('personIds', 'Eine dieser Personen gibt es nicht (mehr).');
  const [first = row.holderId] = personIds;
  const holderId = personIds.includes(row.holderId) ? row.holderId : first;
  const corrected = row.visits - row.used - input.left;
  // Extending the validity resets the expiry notification.
  const told = input.validUntil > row.validUntil && { toldEndAt: null };
  const next = { corrected, validUntil: input.validUntil, holderId, version: row.version + 1, ...told };
  await tx.update(punchCard).set(next).where(eq(punchCard.id, row.id));
  await tx.delete(punchCardPerson).where(and(eq(punchCardPerson.cardId, row.id), notInArray(punchCardPerson.personId, personIds)));
  await tx
    .insert(punchCardPerson)
    .values(personIds.map((personId) => ({ cardId: row.id, personId, club: row.club })))
    .onConflictDoNothing();
  await settleOpen(tx, personIds);
  const after = await readCard(tx, row.id);
  write.audit(
    'punchCards.correct',
    { club: row.club, id: row.id, entity: 'participations' },
    `Karte berichtigt: ${row.title}, noch ${visitsLeft(after)}, gültig bis ${germanDate(after.validUntil)}, Grund: ${input.reason}`,
    { before: row, after },
  );
  cardsChanged(write, row.club);
  return openCard(tx, after, money);
}

/** Cancels a card; `keptCents` of its price remain due. Visits already deducted are unchanged. */
export async function cancelCard(context: Context, write: Write, { id, keptCents, reason, version }: CardCancelInput, money: CardMoney) {
  const { tx } = write;
  const row = await cardFor(context, tx, id, 'punchCards.correct', true);
  if (row.version !== version) throw new Problem('conflict');
  if (row.state === 'cancelled') throw new Problem('wrong-state');
  if (keptCents > row.cents) throw fieldProblem('keptCents', `Die Karte kostet ${euros(row.cents)}.`);
  await tx
    .update(punchCard)
    .set({ state: 'cancelled', cancelledAt: now(), cancelReason: reason, version: version + 1 })
    .where(eq(punchCard.id, id));
  await money.reduce(tx, { cardId: id, keptCents, reason, by: signedIn(context).name });
  const after = await readCard(tx, id);
  write.audit(
    'punchCards.correct',
    { club: row.club, id, entity: 'participations' },
    `Karte storniert: ${row.title}, es bleiben ${euros(keptCents)}, Grund: ${reason}`,
    { before: { standing: standingOf(row, today()) }, after: { keptCents } },
  );
  cardsChanged(write, row.club);
  return openCard(tx, after, money);
}

/** Settles a visit without a card in another way, with a note. */
export async function settleVisit(context: Context, write: Write, { sessionId, personId, note }: Settlement): Promise<void> {
  const { tx } = write;
  const [row] = await tx
    .select()
    .from(cardVisit)
    .where(and(eq(cardVisit.sessionId, sessionId), eq(cardVisit.personId, personId)))
    .for('update');
  if (!row) throw new Problem('not-found');
  await requireFeature(context, 'punchCards.correct', row.club);
  allow(context, 'punchCards.correct', targetOf(context, row.club));
  if (row.cardId !== null || row.settledAt !== null) throw new Problem('wrong-state');
  await enterScope(tx, row.club);
  await tx
    .update(cardVisit)
    .set({ settledAt: now(), settledBy: signedIn(context).userId, settledNote: note })
    .where(and(eq(cardVisit.sessionId, sessionId), eq(cardVisit.personId, personId)));
  const name = (await personNames(tx, row.club, [personId])).get(personId) ?? '';
  write.audit(
    'punchCards.correct',
    { club: row.club, id: personId, entity: 'participations' },
    `Besuch ohne Karte erledigt: ${name}${note && `, ${note}`}`,
  );
  cardsChanged(write, row.club);
}

type Settlement = { sessionId: string; personId: string; note: string };

async function readCard(tx: Transaction, id: string): Promise<CardRow> {
  const [row] = await tx.select().from(punchCard).where(eq(punchCard.id, id));
  if (!row) throw new Problem('not-found');
  return row;
}
