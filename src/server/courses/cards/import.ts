import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { cardProductSets, visitsInWords } from '#shared/courses/cards/cardRules.ts';
import { validMonthsAtMost, type CardImportRow } from '#shared/courses/cards/cardShapes.ts';
import { addMonths, germanDate, readDay } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import { membersOf } from '#server/people/members/service.ts';
import { person } from '#server/people/persons/table.ts';
import { enterScope, type Transaction, type Write } from '#server/platform/database/database.ts';
import type { Viewer } from '#server/platform/http/context.ts';
import { pastedRows } from '#server/platform/formats/pastedRows.ts';
import { today } from '#server/platform/process/clock.ts';
import { requireCardSales, type ProductRow } from './products.ts';
import { makeCard, recordSale } from './sell.ts';
import { cardProduct, punchCard } from './table.ts';
import { lockCardsOf } from './visits.ts';

type Someone = { id: string; firstname: string; lastname: string; birthDate: string | null; memberNo: string };
type Card = { personId: string; product: ProductRow; left: number; validUntil: string };
type Read = CardImportRow & { card?: Card };

const linesAtMost = 500;

/**
 * Takes over cards that were sold elsewhere, with the visits that are left; nobody owes anything for them. A dry run writes nothing, and a
 * card that is here already is not made again.
 */
export async function importCards(
  write: Write,
  viewer: Viewer,
  club: ClubName,
  { text, isDryRun }: { text: string; isDryRun: boolean },
): Promise<CardImportRow[]> {
  const { tx } = write;
  await enterScope(tx, club);
  await requireCardSales(tx, club);
  const sold = and(eq(cardProduct.club, club), inArray(cardProduct.state, [...cardProductSets.sold]));
  const query = tx.select().from(cardProduct).where(sold).orderBy(cardProduct.title, cardProduct.id);
  // Its scope and its state stay as they are while cards are made.
  const products = await (isDryRun ? query : query.for('share'));
  const lines = linesOf(text);
  const people = await peopleOf(
    tx,
    club,
    lines.map(({ lastname }) => lastname.toLowerCase()),
  );
  const read = lines.map((line) => readLine(line, products, people));
  const personIds = [...new Set(read.flatMap(({ card }) => card?.personId ?? []))];
  if (!isDryRun) await lockCardsOf(tx, personIds);
  const rows = await withoutKnown(tx, read, personIds);
  if (!isDryRun)
    for (const { name, card } of rows) {
      if (!card) continue;
      const { product, personId, left, validUntil } = card;
      const gone = product.visits - left;
      const made = await makeCard(tx, { product, personIds: [personId], validFrom: today(), validUntil, gone, soldBy: viewer.userId });
      recordSale(write, product, [name], made.id);
    }
  return rows.map(({ card: _card, ...row }) => row);
}

async function peopleOf(tx: Transaction, club: ClubName, lastnames: string[]): Promise<Someone[]> {
  const isNamed = inArray(sql`lower(${person.lastname})`, lastnames);
  const rows = await tx
    .select({ id: person.id, firstname: person.firstname, lastname: person.lastname, birthDate: person.birthDate })
    .from(person)
    .where(and(eq(person.club, club), isNull(person.anonymisedAt), isNull(person.mergedInto), isNamed));
  const members = await membersOf(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, memberNo: members.get(row.id)?.memberNo ?? '' }));
}

type Line = { line: number; lastname: string; firstname: string; mark: string; title: string; left: string; until: string };

/** Reads lines "lastname;firstname;birth date or member number;kind;visits left;valid until", with or without a heading. */
function linesOf(text: string): Line[] {
  return pastedRows(text, linesAtMost).flatMap(([lastname = '', firstname = '', mark = '', title = '', left = '', until = ''], at) => {
    return at === 0 && /^(nach)?name$/i.test(lastname) ? [] : [{ line: at + 1, lastname, firstname, mark, title, left, until }];
  });
}

function readLine(line: Line, products: readonly ProductRow[], people: readonly Someone[]): Read {
  const row = { line: line.line, name: fullName(line) };
  const card = readCard(line, products);
  if (typeof card === 'string') return { ...row, result: 'refused', message: card };
  const found = personOf(line, people);
  if (typeof found === 'string') return { ...row, result: 'refused', message: found };
  return { ...row, result: 'new', message: '', card: { ...card, personId: found.id } };
}

/** The card of a line, or what is wrong with it. */
function readCard({ title, left, until }: Line, products: readonly ProductRow[]): Omit<Card, 'personId'> | string {
  const named = products.filter((one) => same(one.title, title));
  const [product] = named;
  if (!product)
    return `Die Art „${title}“ gibt es nicht. ${products.length > 0 ? `Möglich: ${products.map((one) => one.title).join(', ')}.` : 'Legen Sie zuerst eine Art an.'}`;
  if (named.length > 1) return `Die Art „${title}“ gibt es mehrmals. Bitte benennen Sie eine davon um.`;
  if (!/^\d{1,2}$/.test(left) || Number(left) < 1 || Number(left) > product.visits)
    return `Noch offen sind 1 bis ${visitsInWords(product.visits)}.`;
  const validUntil = readDay(until);
  if (!validUntil) return 'Gültig bis: Bitte ein Datum wie 24.12.2027.';
  if (validUntil < today()) return `Die Karte ist seit dem ${germanDate(validUntil)} abgelaufen.`;
  if (validUntil > addMonths(today(), validMonthsAtMost)) return `Gültig bis: höchstens ${validMonthsAtMost} Monate voraus.`;
  return { product, left: Number(left), validUntil };
}

/** The person of a line, or why there is none. */
function personOf({ lastname, firstname, mark }: Line, people: readonly Someone[]): Someone | string {
  const born = readDay(mark, today());
  const found = people.filter(
    (one) =>
      same(one.lastname, lastname) &&
      same(one.firstname, firstname) &&
      (mark === '' || (born === undefined ? one.memberNo === mark : one.birthDate === born)),
  );
  const [one] = found;
  if (found.length > 1) return 'Mehrere Personen heißen so: Bitte Geburtsdatum oder Mitgliedsnummer angeben.';
  return one ?? 'Diese Person gibt es hier nicht. Bitte zuerst eintragen oder die Schreibweise prüfen.';
}

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.toLowerCase();
}

/** Marks the cards that are here already, and repeated lines. */
async function withoutKnown(tx: Transaction, rows: readonly Read[], personIds: readonly string[]): Promise<Read[]> {
  const here = await tx
    .select({ holderId: punchCard.holderId, productId: punchCard.productId, validUntil: punchCard.validUntil })
    .from(punchCard)
    .where(and(inArray(punchCard.holderId, [...personIds]), eq(punchCard.state, 'sold')));
  const keys = new Set(here.map(({ holderId, productId, validUntil }) => `${holderId} ${productId} ${validUntil}`));
  return rows.map(({ card, ...row }) => {
    if (!card) return row;
    const key = `${card.personId} ${card.product.id} ${card.validUntil}`;
    if (keys.has(key)) return { ...row, result: 'known' as const, message: 'Diese Karte mit diesem letzten Tag steht schon hier.' };
    keys.add(key);
    return { ...row, card };
  });
}
