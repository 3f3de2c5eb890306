import type { ListedUser } from '#shared/accounts/users.ts';

/** What is asked before an action on one user. */
export const questions = {
  disable: ({ fullName }: ListedUser) => ({
    title: 'Konto sperren?',
    text: `${fullName} wird überall abgemeldet und kann sich nicht mehr anmelden, bis Sie das Konto entsperren.`,
    action: 'Sperren',
  }),
  revokeSessions: ({ fullName }: ListedUser) => ({
    title: 'Überall abmelden?',
    text: `${fullName} wird auf allen Geräten abgemeldet und muss sich neu anmelden.`,
    action: 'Abmelden',
  }),
  remove: ({ fullName, email }: ListedUser) => ({
    title: 'Benutzer endgültig löschen?',
    text: `Das Konto von ${fullName} (${email}) wird gelöscht. Das lässt sich nicht rückgängig machen. Soll sich die Person nur nicht mehr anmelden, sperren Sie das Konto.`,
    action: 'Endgültig löschen',
  }),
};

/** What is asked before an action on several users. */
export const batchQuestions = {
  disable: (count: number) => ({
    title: `${count} Konten sperren?`,
    text: 'Diese Personen werden abgemeldet und können sich nicht mehr anmelden, bis Sie die Konten entsperren.',
    action: 'Sperren',
  }),
  revokeSessions: (count: number) => ({
    title: `${count} Personen überall abmelden?`,
    text: 'Diese Personen werden auf allen Geräten abgemeldet und müssen sich neu anmelden.',
    action: 'Abmelden',
  }),
};
