import { randomUUID } from 'node:crypto';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { addDays, instantOf } from '#shared/kernel/calendar.ts';
import { privacyCase, privacyCaseStep } from '#server/office/privacyLog/table.ts';
import { processor } from '#server/office/processors/table.ts';
import { today } from '#server/platform/process/clock.ts';
import type { Write } from '#server/platform/database/database.ts';

/** An open access request that came by letter, and a breach settled in time. */
export async function fillPrivacyCases({ tx }: Write, club: ClubName): Promise<void> {
  const dayAt = (daysAgo: number, time: string) => instantOf(addDays(today(), -daysAgo), time);
  const [request, breach] = [randomUUID(), randomUUID()];
  await tx.insert(privacyCase).values([
    {
      id: request,
      club,
      kind: 'request',
      asked: 'access',
      cameBy: 'letter',
      knownAt: dayAt(6, '00:00'),
      concerns: 'Henriette Wald, Am Bach 3, 59999 Auenfeld',
      text: 'War bis 2019 Mitglied und möchte wissen, was noch über sie gespeichert ist.',
    },
    {
      id: breach,
      club,
      kind: 'breach',
      cameBy: 'phone',
      knownAt: dayAt(60, '19:20'),
      concerns: '18 Kinder der Turngruppe, Vornamen und Telefonnummern der Eltern',
      text: 'Die ausgedruckte Anwesenheitsliste blieb in der Halle liegen und wurde von Schülern gefunden.',
      state: 'closed',
      outcome: 'notReportable',
      outcomeOn: addDays(today(), -59),
      outcomeText: 'Die Liste war nach einer Stunde zurück, die Eltern sind unterrichtet.',
      closedAt: dayAt(59, '18:00'),
    },
  ]);
  const step = { club, byName: 'Anton Rotmuster', kind: 'note' as const };
  await tx.insert(privacyCaseStep).values([
    {
      ...step,
      id: randomUUID(),
      caseId: request,
      at: dayAt(5, '18:10'),
      text: 'Eingang per Brief bestätigt, um eine Kopie des Ausweises gebeten.',
    },
    { ...step, id: randomUUID(), caseId: breach, at: dayAt(60, '20:05'), text: 'Liste abgeholt, Hausmeister und Schule befragt.' },
    {
      ...step,
      id: randomUUID(),
      caseId: breach,
      at: dayAt(59, '17:30'),
      text: 'Alle Eltern angerufen. Listen werden nicht mehr gedruckt.',
    },
  ]);
}

/** Processors of a club, with and without a contract. */
export async function fillProcessors({ tx }: Write, club: ClubName): Promise<void> {
  await tx.insert(processor).values([
    { id: randomUUID(), club, name: 'Musterpost GmbH', service: 'Mails', contractOn: addDays(today(), -300) },
    { id: randomUUID(), club, name: 'Rechenwerk Auenfeld', service: 'Betrieb des Servers' },
  ]);
}
