import { and, inArray, lt, or, sql, type SQL } from 'drizzle-orm';
import { oneByOne, type Transaction } from '#server/platform/database/database.ts';
import { readRows, type PersonalData, type Subject } from '#server/platform/database/personalData.ts';
import { today } from '#server/platform/process/clock.ts';
import { enrolment } from '../enrolments/table.ts';
import { contractDeclaration } from './table.ts';

const keptYears = 3;

/** Contract declarations; kept unchanged until claims are time-barred. */
export const declarationsData: PersonalData = {
  records: [{ title: 'Kündigungen und Widerrufe', by: [contractDeclaration.enrolmentId], of: enrolment }],
  beside: [
    {
      title: 'Kündigungen und Widerrufe',
      tables: [contractDeclaration],
      read: async (tx, { people }) =>
        (
          await oneByOne(people, (subject) =>
            readRows(
              tx,
              sql`select ${contractDeclaration.receipt}, ${contractDeclaration.state}, ${contractDeclaration.endsOn}, ${contractDeclaration.answer},
                ${contractDeclaration.receivedAt} as created_at from ${contractDeclaration} where ${isFrom(subject)}`,
            ),
          )
        ).flat(),
    },
  ],
  stays: async (tx, subject) => [
    {
      what: 'Kündigungen und Widerrufe',
      count: await tx.$count(contractDeclaration, or(isFrom(subject), isAbout(tx, subject))),
      until: `${Number(today().slice(0, 4)) + keptYears}-12-31`,
      why: 'als Nachweis bis zur Verjährung (§§ 195, 199 BGB)',
    },
  ],
  retention: [
    {
      name: 'declarations',
      forget: async ({ tx }) => {
        const rows = await tx
          .delete(contractDeclaration)
          .where(lt(contractDeclaration.receivedAt, sql`date_trunc('year', ${today()}::date - make_interval(years => ${keptYears}))`))
          .returning({ id: contractDeclaration.id });
        return rows.length;
      },
    },
  ],
  accounts: [contractDeclaration.decidedBy],
  mayName: [
    contractDeclaration.name,
    contractDeclaration.email,
    contractDeclaration.person,
    contractDeclaration.contract,
    contractDeclaration.reason,
    contractDeclaration.receipt,
    contractDeclaration.answer,
  ],
};

function isFrom({ club, ownEmail }: Subject): SQL | undefined {
  return and(sql`${contractDeclaration.club} = ${club}`, sql`lower(${contractDeclaration.email}) = ${ownEmail}::text`);
}

function isAbout(tx: Transaction, { id }: Subject): SQL {
  return inArray(
    contractDeclaration.enrolmentId,
    tx
      .select({ id: enrolment.id })
      .from(enrolment)
      .where(sql`${enrolment.personId} = ${id}`),
  );
}
