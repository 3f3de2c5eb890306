import { z } from 'zod';

/** How debits are collected and credit is used. */
export const moneyParameters = {
  'sepa.leadDays': {
    shape: z.int().min(1).max(14),
    default: 2,
    label: 'Vorlauf der Bank für Lastschriften (Banktage)',
    help: 'So viele Banktage vor dem Einzug muss die Datei bei der Bank sein.',
    isPublic: false,
  },
  'sepa.noticeDays': {
    shape: z.int().min(1).max(30),
    default: 14,
    label: 'Frist der Vorabankündigung für Lastschriften (Tage)',
    help: 'So viele Tage vor dem Einzug erfahren die Zahlenden Betrag und Tag. 14 Tage, wenn nichts Kürzeres vereinbart ist.',
    isPublic: false,
  },
  'credit.use': {
    shape: z.boolean(),
    default: true,
    label: 'Guthaben von selbst verrechnen',
    help: 'Guthaben bezahlt, was fällig wird, und eine Lastschrift zieht nur den Rest ein. Ausgeschaltet bleibt es stehen, bis jemand es am Konto verrechnet oder auszahlt.',
    isPublic: false,
  },
  'expenses.kmCents': {
    shape: z.int().min(1, 'Mindestens 0,01 €.').max(200, 'Höchstens 2,00 €.'),
    default: 30,
    label: 'Auslagen: Erstattung je Kilometer (Euro)',
    help: 'So viel gibt es für einen gefahrenen Kilometer. Was eingereicht ist, behält seinen Betrag.',
    isPublic: false,
  },
  'sepa.fourEyes': {
    shape: z.boolean(),
    default: false,
    label: 'Lastschriften nur zu zweit',
    help: 'Wer einen Lauf anlegt, lädt die Datei nicht herunter und reicht sie nicht ein: Das tut eine zweite Person.',
    isPublic: false,
  },
  'sepa.returnFeeCents': {
    shape: z.int().min(0, 'Mindestens 0,00 €.').max(10_000, 'Höchstens 100,00 €.'),
    default: 0,
    label: 'Gebühr für eine Rücklastschrift (Euro)',
    help: 'Kommt auf Wunsch als eigene Forderung hinzu. 0: keine Gebühr.',
    isPublic: false,
  },
} as const;
