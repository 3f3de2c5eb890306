import { inArray, sql } from 'drizzle-orm';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { appUser } from '../users/table.ts';
import { factorChallenge, recoveryCode, secondFactor } from '../factors/table.ts';
import { passkey } from '../passkeys/table.ts';
import { authAccount, authSession, authUser, authVerification, mailLink, securityLog } from './table.ts';

/** The accounts with which people sign in. An account that belongs to an erased person only is deleted with everything below it. */
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
    {
      title: 'Wege ins Konto',
      tables: [authAccount],
      read: (tx, accountIds) =>
        tx
          .select({
            way: sql<string>`case ${authAccount.providerId} when 'credential' then 'Passwort' else 'Konto eines anderen Dienstes' end`,
            createdAt: authAccount.createdAt,
          })
          .from(authAccount)
          .where(inArray(authAccount.userId, [...accountIds])),
    },
    {
      title: 'Passkeys',
      tables: [passkey],
      read: (tx, accountIds) =>
        tx
          .select({ name: passkey.name, host: passkey.host, createdAt: passkey.createdAt, lastUsedAt: passkey.lastUsedAt })
          .from(passkey)
          .where(inArray(passkey.userId, [...accountIds])),
    },
    {
      title: 'Zweiter Faktor',
      tables: [secondFactor, recoveryCode],
      read: (tx, accountIds) =>
        tx
          .select({
            askedAt: secondFactor.askedAt,
            enabledAt: secondFactor.enabledAt,
            codesLeft: sql<number>`(select count(*)::int from ${recoveryCode} where ${recoveryCode.userId} = ${secondFactor.userId})`,
          })
          .from(secondFactor)
          .where(inArray(secondFactor.userId, [...accountIds])),
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
    { table: authSession, why: 'Devices that are signed in; people find their own beside the export, and a board has no use for them.' },
    { table: mailLink, why: 'Hashes of links in mails; gone when they were used or ran out.' },
    { table: factorChallenge, why: 'A sign-in that waits for its code; gone within minutes.' },
    { table: authVerification, why: 'The state of a sign-in on its way; gone within minutes.' },
    { table: securityLog, why: 'Sign-ins by hash of the address and id of the account; gone after retention.securityLogDays.' },
  ],
};
