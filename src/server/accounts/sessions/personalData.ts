import { inArray } from 'drizzle-orm';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { appUser } from '../users/table.ts';
import { factorChallenge, recoveryCode, secondFactor } from '../factors/table.ts';
import { passkey } from '../passkeys/table.ts';
import { authAccount, authSession, authUser, authVerification, mailLink, securityLog } from './table.ts';

/** The accounts with which people sign in. The account that stands for an erased person alone is deleted with everything below it. */
export const accountsData: PersonalData = {
  ofAccounts: [
    {
      title: 'Benutzerkonto',
      tables: [appUser, authUser],
      read: (tx, accountIds) =>
        tx
          .select()
          .from(appUser)
          .where(inArray(appUser.id, [...accountIds])),
    },
  ],
  accounts: [
    authAccount.userId,
    authSession.userId,
    mailLink.userId,
    secondFactor.userId,
    recoveryCode.userId,
    factorChallenge.userId,
    secondFactor.resetAskedBy,
    passkey.userId,
  ],
  leftAlone: [
    { table: authVerification, why: 'The state of a sign-in on its way; gone within minutes.' },
    { table: securityLog, why: 'Sign-ins by hash of the address and id of the account; gone after retention.securityLogDays.' },
  ],
};
