import type { ClubName } from '#shared/kernel/clubs.ts';

/** What a payer names who pays all that is open at once: of the club, then K and the number of the account ("RWA-K10007"). */
export function accountReference(club: ClubName, accountNo: number): string {
  return `${club}-K${accountNo}`;
}
