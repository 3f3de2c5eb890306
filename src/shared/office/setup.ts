import { z } from 'zod';
import { endpoint } from '#shared/kernel/contract.ts';
import { clubName } from '#shared/kernel/fields.ts';
import { keysOf } from '#shared/kernel/keys.ts';
import { applicationTexts } from '#shared/people/applicationTexts.ts';
import type { Permission } from '#shared/kernel/permissions.ts';

/** A step of setting up a new club: its reason, its duration in minutes, its page and the required permission. */
export type SetupStep = {
  title: string;
  why: string;
  minutes: number;
  /** The page of the step; without it the step is done within the guide itself. */
  link?: string;
  permission: Permission;
};

/** The setup steps of a new club, each based on the previous ones. */
export const setupSteps = {
  legal: {
    title: 'Impressum und Datenschutz',
    why: 'Beide Seiten verlangt das Gesetz, bevor der Verein sich zeigt.',
    minutes: 15,
    link: '/admin/pages',
    permission: 'pages.create',
  },
  holidays: {
    title: 'Ferien eintragen',
    why: 'In den Ferien fallen Kurstermine dann von selbst aus. Die Feiertage sind schon berechnet.',
    minutes: 5,
    link: '/admin/config#ferien',
    permission: 'facilities.update',
  },
  departments: {
    title: 'Abteilungen anlegen',
    why: 'Mitglieder und Angebote gehören zu Abteilungen.',
    minutes: 5,
    link: '/admin/departments',
    permission: 'departments.manage',
  },
  halls: {
    title: 'Hallen mit Öffnungszeiten',
    why: 'Mit Teilen und Zeiten wird keine Halle zweimal vergeben.',
    minutes: 10,
    link: '/admin/facilities',
    permission: 'facilities.create',
  },
  bank: {
    title: 'Bankverbindung',
    why: 'Für Überweisungen die IBAN, für Lastschriften dazu die Gläubiger-Identifikationsnummer.',
    minutes: 5,
    link: '/admin/config#bank',
    permission: 'config.update',
  },
  mail: {
    title: 'Mailversand prüfen',
    why: 'Ohne Mails erfährt niemand von seiner Anmeldung.',
    minutes: 1,
    permission: 'setup.sendTestMail',
  },
  people: {
    title: 'Menschen einladen',
    why: 'Vorstand, Abteilungsleitung und Übungsleitende bekommen eigene Zugänge.',
    minutes: 5,
    link: '/admin/user?form=invite',
    permission: 'users.create',
  },
  members: {
    title: 'Mitglieder einlesen',
    why: 'Aus der Liste des bisherigen Programms, als CSV oder Excel.',
    minutes: 20,
    link: '/admin/members?form=import',
    permission: 'members.import',
  },
  applications: {
    title: 'Mitgliedsanträge online',
    why: 'Wer Mitglied werden will, stellt den Antrag auf der Seite und stimmt dabei Satzung, Beitragsordnung und Datenschutz zu.',
    minutes: 15,
    link: '/admin/config#verein',
    permission: 'config.updateClub',
  },
  offer: {
    title: 'Erstes Angebot veröffentlichen',
    why: 'Von da an finden es alle auf der Startseite.',
    minutes: 10,
    link: '/admin/courses',
    permission: 'courses.publish',
  },
} as const satisfies { readonly [key: string]: SetupStep };

export type SetupStepName = keyof typeof setupSteps;

/** The names of all steps, in the order of the guide. */
export const setupStepNames = keysOf(setupSteps);

/** What can be postponed: a step, or the whole guide. */
export const setupParts = [...setupStepNames, 'guide'] as const;

const setupStates = ['open', 'done', 'later'] as const;

export type SetupState = (typeof setupStates)[number];

const setupView = z.object({
  isShown: z.boolean().describe('False once all steps are done or postponed, or the whole guide is postponed.'),
  steps: z.array(z.object({ name: z.enum(setupStepNames), state: z.enum(setupStates) })),
  missingTexts: z.array(z.enum(applicationTexts)).describe('The texts without a published page that membership applications need.'),
  hasMailServer: z.boolean().describe('Whether a mail server is configured; without one, mails stay in the outbox.'),
});

export type SetupView = z.infer<typeof setupView>;

const ofClub = { club: clubName.optional() };

/** The setup guide of a new club. Its progress is computed from the existing data, so nothing has to be ticked. */
export const setupContract = {
  read: endpoint({ access: 'setup.read' }, { method: 'GET', path: '/setup', summary: 'Erste Schritte' })
    .input(z.strictObject(ofClub))
    .output(setupView),
  postpone: endpoint(
    { access: 'setup.dismiss' },
    { method: 'PUT', path: '/setup/{part}', summary: 'Ersten Schritt zurückstellen oder wieder aufnehmen', example: { isPostponed: true } },
  )
    .input(z.strictObject({ ...ofClub, part: z.enum(setupParts), isPostponed: z.boolean() }))
    .output(setupView),
  sendTestMail: endpoint(
    { access: 'setup.sendTestMail' },
    {
      method: 'POST',
      path: '/setup/test-mail',
      summary: 'Probemail an sich selbst',
      description:
        'Sends a test mail to the address of the caller, at most one per minute. The step is done once a mail server has accepted a mail.',
      example: {},
    },
  )
    .input(z.strictObject(ofClub))
    .output(z.object({ recipient: z.string() })),
};
