import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '#server/platform/database/database.ts';
import type { PersonalData, Subject } from '#server/platform/database/personalData.ts';
import { sealedAccount, sealedAccountIn } from '#server/platform/database/sealing.ts';
import { member } from '../members/table.ts';
import { changeRequest, membershipApplication } from './table.ts';

/** Membership applications and change requests. */
export const requestsData: PersonalData = {
  records: [
    { title: 'Änderungswünsche', by: [changeRequest.personId] },
    { title: 'Aufnahmeanträge', by: [membershipApplication.memberId], of: member },
  ],
  blockers: async (tx, subject) => {
    const open = await tx.$count(membershipApplication, and(eq(membershipApplication.state, 'new'), isFor(subject)));
    return open > 0 ? ['Ein Mitgliedsantrag ist offen: Bitte zuerst entscheiden.'] : [];
  },
  goes: async (tx, subject) => [
    {
      what: 'Anträge und Änderungswünsche',
      count:
        (await tx.$count(changeRequest, eq(changeRequest.personId, subject.id))) +
        (await tx.$count(
          membershipApplication,
          and(
            eq(membershipApplication.club, subject.club),
            ne(membershipApplication.state, 'new'),
            or(hasLedTo(tx, subject), isFor(subject)),
          ),
        )),
    },
  ],
  erase: async (tx, subject) => {
    await tx.delete(membershipApplication).where(hasLedTo(tx, subject));
    await tx.delete(membershipApplication).where(and(ne(membershipApplication.state, 'new'), isFor(subject)));
    await tx.delete(changeRequest).where(eq(changeRequest.personId, subject.id));
  },
  moves: [changeRequest.personId],
  sealed: [sealedAccount(membershipApplication.iban), sealedAccountIn(changeRequest.changes, 'iban')],
  accounts: [membershipApplication.createdBy, membershipApplication.decidedBy, changeRequest.createdBy],
  mayName: [
    membershipApplication.applicantName,
    membershipApplication.applicantEmail,
    changeRequest.createdByName,
    changeRequest.createdByEmail,
  ],
};

/** In SQL: applications that led to a membership of this person. */
function hasLedTo(tx: Transaction, { id }: Subject) {
  return inArray(membershipApplication.memberId, tx.select({ id: member.id }).from(member).where(eq(member.personId, id)));
}

/** In SQL: applications for a person of this name and birth date. */
function isFor({ club, birthDate, firstname, lastname }: Subject) {
  return sql`${membershipApplication.club} = ${club} and ${membershipApplication.birthDate} = ${birthDate}::date
    and lower(${membershipApplication.firstname}) = lower(${firstname}) and lower(${membershipApplication.lastname}) = lower(${lastname})`;
}
