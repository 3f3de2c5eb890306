import { and, eq, gt, ilike, inArray, isNull, ne, or, type SQL } from 'drizzle-orm';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { outboxSets, type OutboxState } from '#shared/kernel/mail/outboxStates.ts';
import { now } from '../process/clock.ts';
import { outboxMail } from '../database/tables.ts';
import { containing } from '../database/columns.ts';

/** The filter of a club's outbox; omitted fields match any. */
export type OutboxFilter = {
  club: ClubName;
  state?: OutboxState | undefined;
  kind?: string | undefined;
  /** A part of the recipient's address. */ search?: string | undefined;
};

const shownForMs = 30 * 24 * 60 * 60 * 1000;

/**
 * The condition for the emails that an outbox shows: all that wait or are held, and those of the last 30 days that were sent or failed.
 * Older ones would not be sent again, and failures that nobody can resolve must not be shown forever.
 */
export function inOutbox({ club, state, kind, search }: OutboxFilter): SQL | undefined {
  return and(
    eq(outboxMail.club, club),
    state ? eq(outboxMail.state, state) : undefined,
    or(inArray(outboxMail.state, outboxSets.open), gt(outboxMail.createdAt, new Date(now().getTime() - shownForMs))),
    kind ? eq(outboxMail.kind, kind) : undefined,
    search ? ilike(outboxMail.recipient, containing(search)) : undefined,
  );
}

/** The condition for emails that a person may send again: failed or held, with their text still present and no expired link. */
export function isRetryable(): SQL | undefined {
  return and(
    inArray(outboxMail.state, outboxSets.retryable),
    ne(outboxMail.body, ''),
    or(isNull(outboxMail.validUntil), gt(outboxMail.validUntil, now())),
  );
}
