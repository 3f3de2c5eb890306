import type { ReactNode } from 'react';
import type { User } from '#shared/kernel/user.ts';
import { Inbox } from '#web/accounts/notices/Inbox.tsx';
import { NoticeChoices } from '#web/accounts/notices/NoticeChoices.tsx';
import { UnreadState } from '#web/accounts/notices/UnreadState.tsx';
import { PushPart } from '#web/accounts/notices/PushPart.tsx';
import { ExportPart } from '#web/accounts/profile/ExportPart.tsx';
import { NamePart } from '#web/accounts/profile/NamePart.tsx';
import { SecurityParts } from '#web/accounts/profile/SecurityParts.tsx';
import { MyConsents } from '#web/courses/enrolments/MyConsents.tsx';
import { MyNotices } from '#web/courses/enrolments/MyNotices.tsx';
import { EnrolmentRows } from '#web/courses/enrolments/EnrolmentRows.tsx';
import { EnrolmentsState } from '#web/courses/enrolments/EnrolmentsState.tsx';
import { OwnCards } from '#web/courses/cards/OwnCards.tsx';
import { MyTrials } from '#web/courses/trials/MyTrials.tsx';
import { ProfilePicture } from '#web/files/pictures/ProfilePicture.tsx';
import { AssignmentsRow } from '#web/helpers/signUp/AssignmentsRow.tsx';
import { ChargesState } from '#web/money/own/ChargesState.tsx';
import { LackingMandates } from '#web/money/own/LackingMandates.tsx';
import { MyCharges } from '#web/money/own/MyCharges.tsx';
import { OwnFees } from '#web/money/own/OwnFees.tsx';
import { PaidYears } from '#web/money/own/PaidYears.tsx';
import { OwnMandates } from '#web/money/own/OwnMandates.tsx';
import { OwnExpenses } from '#web/money/expenses/OwnExpenses.tsx';
import { OwnAccounts } from '#web/money/payouts/OwnAccounts.tsx';
import { FeedsPart } from '#web/office/feeds/FeedsPart.tsx';
import { OwnViews } from '#web/office/privacy/OwnViews.tsx';
import { germanExport } from '#shared/office/germanFile.ts';
import { ReadableFile } from '#web/office/privacy/ReadableFile.tsx';
import { OwnAsChild } from '#web/people/persons/OwnAsChild.tsx';
import { SharedAccessPart } from '#web/people/persons/SharedAccessPart.tsx';
import { EmergencyPart } from '#web/people/persons/EmergencyPart.tsx';
import { OfAgePart } from '#web/people/persons/OfAgePart.tsx';
import { NobodyYet } from '#web/people/persons/NobodyYet.tsx';
import { OwnMembersPart } from '#web/people/persons/OwnMembersPart.tsx';
import { MyTrainerFile } from '#web/people/trainers/MyTrainerFile.tsx';
import { ChangeRequestPart } from '#web/people/requests/ChangeRequestPart.tsx';
import { isOnFor } from '../isOnFor.ts';
import { LostEnrolments, LostFamily, LostNotices, LostPayments } from '../lostParts.tsx';

type Viewer = Parameters<typeof isOnFor>[0];

export type ProfilePart = {
  title: string;
  /** What the part contains; also matched by the search. */
  line: string;
  /** The part's current state, drawn below the line if there is something to report. */
  State?: () => ReactNode;
  icon: string;
  /** Its segment in the path: /profile/{path}. */
  path: string;
  draw: (profile: User & { hasPassword: boolean }) => ReactNode;
};

const family: ProfilePart = {
  path: 'family',
  title: 'Ich und meine Familie',
  line: 'Name, Bild, Mitgliedschaft, Notfallkontakte',
  icon: 'user',
  draw: (profile) => (
    <>
      <LostFamily />
      <NamePart profile={profile} />
      <ProfilePicture />
      <OwnMembersPart />
      <NobodyYet />
      <OwnAsChild />
      <SharedAccessPart />
      <EmergencyPart />
      <ChangeRequestPart />
    </>
  ),
};

const enrolmentsOf = (user: Viewer): ProfilePart => ({
  path: 'enrolments',
  title: 'Anmeldungen und Dienste',
  line: 'Plätze und Helferdienste',
  State: EnrolmentsState,
  icon: 'clipboard-check',
  draw: () => (
    <>
      <LostEnrolments />
      <EnrolmentRows />
      <MyTrials />
      <OwnCards />
      {isOnFor(user, 'operationals') && <AssignmentsRow />}
    </>
  ),
});

const payments: ProfilePart = {
  path: 'payments',
  title: 'Zahlungen',
  line: 'Was offen und bezahlt ist',
  State: ChargesState,
  icon: 'receipt-euro',
  draw: () => (
    <>
      <LostPayments />
      <LackingMandates />
      <MyCharges />
      <PaidYears />
      <OwnMandates />
      <OwnFees />
      <OwnAccounts />
    </>
  ),
};

const expenses: ProfilePart = {
  path: 'expenses',
  title: 'Auslagen',
  line: 'Was der Verein Ihnen erstattet',
  icon: 'shopping-cart',
  draw: () => <OwnExpenses />,
};

const notices: ProfilePart = {
  path: 'notices',
  title: 'Nachrichten',
  line: 'Was Ihnen geschrieben wurde, und auf welchem Weg',
  State: UnreadState,
  icon: 'mail',
  draw: () => (
    <>
      <LostNotices />
      <Inbox />
      <NoticeChoices />
      <PushPart />
      <MyNotices />
    </>
  ),
};

const calendar: ProfilePart = {
  path: 'calendar',
  title: 'Kalender',
  line: 'Ihre Termine im eigenen Kalender',
  icon: 'calendar',
  draw: () => <FeedsPart />,
};

const consents: ProfilePart = {
  path: 'consents',
  title: 'Einwilligungen',
  line: 'Was Sie erlaubt haben',
  icon: 'checkbox',
  draw: () => (
    <>
      <OfAgePart />
      <MyConsents />
    </>
  ),
};

const security: ProfilePart = {
  path: 'security',
  title: 'Konto und Sicherheit',
  line: 'Passwort, Passkeys, zweiter Faktor, Geräte, Konto löschen',
  icon: 'lock',
  draw: (profile) => <SecurityParts profile={profile} />,
};

const data: ProfilePart = {
  path: 'data',
  title: 'Meine Daten',
  line: 'Mitnehmen, was gespeichert ist; wer Vertrauliches sah',
  icon: 'download',
  draw: () => (
    <>
      <MyTrainerFile />
      <ExportPart readFile={(file) => <ReadableFile file={file} />} fileOf={germanExport} />
      <OwnViews />
    </>
  ),
};

/** The parts of "Mein Profil" for an account, most used first. */
export function profilePartsOf(user: Viewer): ProfilePart[] {
  return [enrolmentsOf(user), family, payments, expenses, notices, calendar, consents, security, data];
}
