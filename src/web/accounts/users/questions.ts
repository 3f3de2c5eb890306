import type { ListedUser } from '#shared/accounts/users.ts';

/** The confirmation before an action on one user. */
export const questions = {
  disable: ({ fullName }: ListedUser) => ({
    title: 'Konto sperren?',
    text: `${fullName} wird überall ausgeloggt und kann sich nicht mehr einloggen, bis Sie das Konto entsperren.`,
    action: 'Sperren',
  }),
  revokeSessions: ({ fullName }: ListedUser) => ({
    title: 'Überall ausloggen?',
    text: `${fullName} wird auf allen Geräten ausgeloggt und muss sich neu einloggen.`,
    action: 'Ausloggen',
  }),
  resetFactor: ({ fullName, isFactorResetAsked }: ListedUser) => ({
    title: 'Zweiten Faktor zurücksetzen?',
    text: `${isFactorResetAsked ? 'Jemand aus dem Vorstand hat darum gebeten. ' : ''}Nur wenn ${fullName} die Code-App und die Wiederherstellungscodes oder das Gerät mit dem Passkey verloren hat. Fragen Sie persönlich nach, nicht per Mail. Alle Passkeys des Kontos werden entfernt, und die Person bekommt eine Nachricht.`,
    action: 'Zurücksetzen',
  }),
  remove: ({ fullName, email }: ListedUser) => ({
    title: 'Benutzer endgültig löschen?',
    text: `Das Konto von ${fullName} (${email}) wird gelöscht. Das lässt sich nicht rückgängig machen. Soll sich die Person nur nicht mehr einloggen, sperren Sie das Konto.`,
    action: 'Endgültig löschen',
  }),
};

/** The confirmation before an action on several users. */
export const batchQuestions = {
  disable: (count: number) => ({
    title: `${count} Konten sperren?`,
    text: 'Diese Personen werden ausgeloggt und können sich nicht mehr einloggen, bis Sie die Konten entsperren.',
    action: 'Sperren',
  }),
  revokeSessions: (count: number) => ({
    title: `${count} Personen überall ausloggen?`,
    text: 'Diese Personen werden auf allen Geräten ausgeloggt und müssen sich neu einloggen.',
    action: 'Ausloggen',
  }),
};
