import type { ClubName } from '#shared/kernel/clubs.ts';

/** The reference for paying all open charges at once: of the club, then K and the number of the account ("RWA-K10007"). */
export function accountReference(club: ClubName, accountNo: number): string {
  return `${club}-K${accountNo}`;
}
