import type { PersonalData } from '#server/platform/database/personalData.ts';
import { ledgerAccount, ledgerSource } from './table.ts';

/** Ledger accounts describe purposes and contain no personal data. */
export const ledgerData: PersonalData = {
  leftAlone: [
    { table: ledgerAccount, why: 'Purposes of a club’s income; their names are the treasurer’s.' },
    { table: ledgerSource, why: 'Which charges book to which account.' },
  ],
};
