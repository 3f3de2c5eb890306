import type { PersonalData } from '#server/platform/database/personalData.ts';
import { clubAccount } from './table.ts';

/** The accounts of a club are its own, and told to everyone who pays. */
export const clubAccountData: PersonalData = {
  accounts: [clubAccount.changedById],
  leftAlone: [{ table: clubAccount, why: 'Where a club keeps its money; the holder is the club.' }],
};
