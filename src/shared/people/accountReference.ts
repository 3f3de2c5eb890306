import type { ClubName } from '#shared/kernel/clubs.ts';

/** The payment reference for all open charges of an account: the club, then K and the account number ("RWA-K10007"). */
export function accountReference(club: ClubName, accountNo: number): string {
  return `${club}-K${accountNo}`;
}
