import { useQuery } from '@tanstack/react-query';
import { noticesQuery } from '#web/accounts/notices/queries.ts';
import { profileQuery } from '#web/accounts/sessions/queries.ts';
import { myCardsQuery } from '#web/courses/cards/queries.ts';
import { ownCreditQuery, paidYearsQuery } from '#web/money/charges/queries.ts';
import { myAbsencesQuery } from '#web/courses/replies/queries.ts';
import { myTrialsQuery } from '#web/courses/trials/queries.ts';
import { lackingQuery } from '#web/money/own/LackingMandates.tsx';
import { ownFeesQuery } from '#web/money/own/OwnFees.tsx';
import { ownMandatesQuery } from '#web/money/own/OwnMandates.tsx';
import { ownAccountsQuery } from '#web/money/payouts/ownQueries.ts';
import { ownChangesQuery } from '#web/people/requests/requestQueries.ts';
import { ownPeopleQuery } from '#web/people/parts/ownPeopleQuery.ts';
import { LostParts } from '#web/ui/notices/LostParts.tsx';

/** Parts of "Meine Übersicht" that are not there while they are empty. */
export function LostOverview() {
  return (
    <LostParts
      of={[
        ['Nachrichten', useQuery(noticesQuery)],
        ['Schnupperstunden', useQuery(myTrialsQuery())],
        ['Abwesenheiten', useQuery(myAbsencesQuery())],
        ['Karten', useQuery(myCardsQuery())],
        ['Notfallnummern', useQuery(ownPeopleQuery())],
        ['fehlende Mandate', useQuery(lackingQuery)],
        ['E-Mail-Adresse', useQuery(profileQuery)],
      ]}
    />
  );
}

/** The same of "Anmeldungen und Dienste". */
export function LostEnrolments() {
  return (
    <LostParts
      of={[
        ['Schnupperstunden', useQuery(myTrialsQuery())],
        ['Karten', useQuery(myCardsQuery())],
      ]}
    />
  );
}

/** The same of "Ich und meine Familie". */
export function LostFamily() {
  return <LostParts of={[['Änderungswünsche', useQuery(ownChangesQuery())]]} />;
}

/** The same of "Zahlungen". */
export function LostPayments() {
  return (
    <LostParts
      of={[
        ['fehlende Mandate', useQuery(lackingQuery)],
        ['Guthaben', useQuery(ownCreditQuery())],
        ['Gezahlt nach Jahren', useQuery(paidYearsQuery())],
        ['Lastschrift', useQuery(ownMandatesQuery)],
        ['Beiträge', useQuery(ownFeesQuery)],
        ['Konto für Auszahlungen', useQuery(ownAccountsQuery())],
      ]}
    />
  );
}

/** The same of "Nachrichten". */
export function LostNotices() {
  return <LostParts of={[['Nachrichten', useQuery(noticesQuery)]]} />;
}
