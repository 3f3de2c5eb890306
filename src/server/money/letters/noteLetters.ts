import { isLoggedLook } from '#server/club/audit/service.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Write } from '#server/platform/database/database.ts';
import { signedIn, type Context } from '#server/platform/http/context.ts';

const entities = { 'charges.manage': 'charges', 'fees.manage': 'fees', 'donations.manage': 'books' } as const;

type Sheets = {
  action: keyof typeof entities;
  club: ClubName;
  /** The id of the run, levy or receipt. */ id: string;
  content: string;
  /** The persons named. */ listed: readonly string[];
};

/** Logs that the board opens sheets for printing, with names, addresses and amounts; the persons named can see the entry. Once an hour. */
export async function noteLetters(context: Context, write: Write, { action, club, id, content, listed }: Sheets): Promise<void> {
  if (listed.length === 0) return;
  const { userId: actorId } = signedIn(context);
  if (await isLoggedLook(write.tx, { action, id, content, actorId })) return;
  write.audit(action, { club, id, entity: entities[action] }, content, { after: { listed: [...new Set(listed)] } });
}
