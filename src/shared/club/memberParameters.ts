import { z } from 'zod';

/** Whether the clubs take membership applications online; the association has clubs as members, not persons. */
export const memberParameters = {
  'members.RWA.applications': applicationsOf('RWA'),
  'members.SCB.applications': applicationsOf('SCB'),
} as const;

function applicationsOf(club: 'RWA' | 'SCB') {
  return {
    shape: z.boolean(),
    default: false,
    label: `Mitgliedsanträge online (${club})`,
    help: 'Wer Mitglied werden will, stellt den Antrag hier. Dafür braucht der Verein Satzung, Beitragsordnung und Datenschutzhinweise als veröffentlichte Seiten. Ausgeschaltet nennt die Seite den Kontakt.',
    isPublic: false,
  } as const;
}
