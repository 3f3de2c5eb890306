import { and, desc, inArray, isNull, notInArray, or, type SQL } from 'drizzle-orm';
import { addDays } from '#shared/kernel/calendar.ts';
import type { Transaction } from '#server/platform/database/database.ts';
import type { PersonalData } from '#server/platform/database/personalData.ts';
import { audit } from '#server/platform/database/auditTables.ts';
import { today } from '#server/platform/process/clock.ts';
import { club } from '../clubs/table.ts';
import { readParameter } from '../config/service.ts';
import { configParameter } from '../config/table.ts';

const entriesAtMost = 5000;

/** Audit entries about a person and by a person. They are kept for the retention period of the log. */
export const auditData: PersonalData = {
  beside: [
    {
      title: 'Protokoll über die Person',
      tables: [audit],
      // The actor is omitted; accesses to sensitive data are a separate part.
      read: (tx, { people, accountIds }) =>
        entries(
          tx,
          and(
            inArray(audit.entityId, [...people.flatMap(({ loggedAs }) => loggedAs), ...accountIds]),
            or(isNull(audit.actorId), notInArray(audit.actorId, [...accountIds])),
          ),
        ),
    },
  ],
  ofAccounts: [
    {
      title: 'Protokoll der eigenen Handlungen',
      tables: [audit],
      read: (tx, accountIds) => entries(tx, inArray(audit.actorId, [...accountIds])),
    },
  ],
  stays: async (tx, { loggedAs }) => {
    const months = await readParameter(tx, 'retention.auditMonths');
    return [
      {
        what: 'Vorgänge im Protokoll',
        count: await tx.$count(audit, inArray(audit.entityId, [...loggedAs])),
        until: addDays(today(), Math.round(months * 30.44)),
        why: 'Nachweis, wer was getan hat',
      },
    ];
  },
  mayName: [configParameter.updatedBy],
  leftAlone: [{ table: club, why: 'The clubs themselves.' }],
};

/** Entries as the person concerned reads them, the latest first. */
function entries(tx: Transaction, which: SQL | undefined) {
  return tx
    .select({ time: audit.time, content: audit.content, club: audit.club })
    .from(audit)
    .where(which)
    .orderBy(desc(audit.id))
    .limit(entriesAtMost);
}
