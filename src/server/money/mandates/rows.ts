import { and, asc, desc, eq, inArray, not, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { containing, fullNameOf, holdsWords, listedNameOf } from '#server/platform/database/columns.ts';
import { addDays } from '#shared/kernel/calendar.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { id } from '#shared/kernel/fields.ts';
import { bareIban, isIban, maskedIban } from '#shared/kernel/iban.ts';
import type { Mandate } from '#shared/money/mandates.ts';
import { mandateSets, type MandateFilter } from '#shared/money/mandateWords.ts';
import { mandateLapsesOn } from '#shared/money/sepaRules.ts';
import { person } from '#server/people/persons/table.ts';
import { fromCursor, toCursor } from '#server/platform/database/cursor.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import { isAccount } from '#server/platform/database/sealing.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { today } from '#server/platform/process/clock.ts';
import { sepaMandate } from './table.ts';

const whom = alias(person, 'whom');
const warnedDays = 90;
const isPresent = inArray(sepaMandate.state, mandateSets.present);
const key = sql<string>`lower(${person.lastname} || ' ' || ${person.firstname})`;

/** The last day on which a mandate may be used (`mandateLapsesOn`), in SQL. */
export const lapsesOn = sql`(coalesce(${sepaMandate.lastUsedOn}, ${sepaMandate.signedOn}) + interval '36 months')::date`;

type Asked = { club: ClubName; filter: MandateFilter; search?: string | undefined };

/** One page of the mandates of a club, by the name of the payer; the total number on the first page. */
export async function listMandates(tx: Transaction, asked: Asked, { limit, cursor }: { limit: number; cursor?: string | undefined }) {
  const after = cursor ? fromCursor(cursor, z.tuple([z.string(), id])) : undefined;
  const where = conditions(asked);
  const rows = await select(tx)
    .where(and(where, after && sql`(${key}, ${sepaMandate.id}) > (${after[0]}, ${after[1]}::uuid)`))
    .orderBy(key, asc(sepaMandate.id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const [counted] = cursor
    ? []
    : await tx
        .select({ total: sql<number>`count(*)::int` })
        .from(sepaMandate)
        .innerJoin(person, eq(person.id, sepaMandate.payerPersonId))
        .where(where);
  return {
    rows: shown.map(toView),
    next: rows.length > limit && last ? toCursor([last.key, last.row.id]) : null,
    total: counted?.total ?? null,
  };
}

/** The mandates of a payer, the current ones first. */
export async function mandatesOf(tx: Transaction, payerPersonId: string): Promise<Mandate[]> {
  const rows = await select(tx)
    .where(eq(sepaMandate.payerPersonId, payerPersonId))
    .orderBy(desc(isPresent), sql`${sepaMandate.signedOn} desc nulls first`, asc(sepaMandate.id))
    .limit(50);
  return rows.map(toView);
}

/** All mandates of a club for its file. */
export function allMandates(tx: Transaction, club: ClubName, limit: number) {
  return select(tx).where(eq(sepaMandate.club, club)).orderBy(key, asc(sepaMandate.id)).limit(limit);
}

/** One mandate as shown to the board. */
export async function readMandate(tx: Transaction, mandateId: string): Promise<Mandate> {
  const [row] = await select(tx).where(eq(sepaMandate.id, mandateId));
  if (!row) throw new Problem('not-found');
  return toView(row);
}

function select(tx: Transaction) {
  return tx
    .select({
      row: sepaMandate,
      key,
      payer: listedNameOf(person),
      whom: sql<string>`coalesce(${fullNameOf(whom)}, '')`,
    })
    .from(sepaMandate)
    .innerJoin(person, eq(person.id, sepaMandate.payerPersonId))
    .leftJoin(whom, eq(whom.id, sepaMandate.forPersonId));
}

type Found = Awaited<ReturnType<typeof allMandates>>[number];

function toView({ row, payer, whom: forName }: Found): Mandate {
  const { iban, bic: _bic, createdBy: _by, ...rest } = row;
  const lapses = row.signedOn && row.kind === 'recurrent' && row.state === 'active' ? mandateLapsesOn(row.signedOn, row.lastUsedOn) : null;
  return { ...rest, payer, forName, account: maskedIban(iban), lapsesOn: lapses };
}

function conditions({ club, filter, search }: Asked): SQL | undefined {
  const part = search && containing(search);
  // Account numbers are stored encrypted: found only by the complete number.
  const account = search && bareIban(search);
  return and(
    eq(sepaMandate.club, club),
    narrowed[filter](),
    part
      ? or(
          holdsWords(fullNameOf(person), search ?? ''),
          sql`${sepaMandate.reference} ilike ${part}`,
          sql`${sepaMandate.accountHolder} ilike ${part}`,
          account && isIban(account) ? isAccount(sepaMandate.iban, account) : undefined,
        )
      : undefined,
  );
}

/** It lapses within 90 days unless it is used before. */
export function isLapsing(): SQL {
  return sql`(${sepaMandate.state} = 'active' and ${sepaMandate.kind} = 'recurrent' and ${lapsesOn} <= ${addDays(today(), warnedDays)}::date)`;
}

const narrowed: { readonly [filter in MandateFilter]: () => SQL | undefined } = {
  present: () => isPresent,
  incomplete: () => eq(sepaMandate.state, 'incomplete'),
  paused: () => and(eq(sepaMandate.state, 'active'), sepaMandate.isPaused),
  lapsing: isLapsing,
  ended: () => not(isPresent),
};
