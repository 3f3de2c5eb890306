import { dashboardCards, type DashboardCardName } from './dashboard.ts';
import { keysOf } from '#shared/kernel/keys.ts';

/** The cards counted at their page's menu entry, with the unit of the number: there somebody waits for a decision or an answer. */
const menuWords = {
  pendingRegistrations: ['Anmeldung', 'Anmeldungen'],
  holidaysToDraw: ['Verlosung', 'Verlosungen'],
  bookingsToDecide: ['Anfrage', 'Anfragen'],
  hallRequests: ['Anfrage von außen', 'Anfragen von außen'],
  wishesToConfirm: ['Zeit zu bestätigen', 'Zeiten zu bestätigen'],
  wishesToSend: ['Saison wartet auf Wünsche', 'Saisons warten auf Wünsche'],
  objectionsToAnswer: ['Einwand', 'Einwände'],
  bookingsDisplaced: ['Buchung ohne Platz', 'Buchungen ohne Platz'],
  hallQuestions: ['Frage', 'Fragen'],
  openDefects: ['Schaden', 'Schäden'],
  sheetsToApprove: ['Nachweis', 'Nachweise'],
  contractDeclarations: ['Kündigung oder Widerruf', 'Kündigungen und Widerrufe'],
  membershipRequests: ['Antrag', 'Anträge'],
  accessToDecide: ['Zugang', 'Zugänge'],
  chargesReturned: ['Rücklastschrift', 'Rücklastschriften'],
  expensesToCheck: ['Auslage', 'Auslagen'],
  bankLinesOpen: ['Zeile', 'Zeilen'],
  privacyCases: ['Vorgang', 'Vorgänge'],
  mailsFailed: ['gescheiterte Mail', 'gescheiterte Mails'],
  unansweredFeedback: ['Nachricht', 'Nachrichten'],
} as const satisfies { readonly [card in DashboardCardName]?: readonly [one: string, more: string] };

/** The cards that the menu counts. */
export const menuCardNames = keysOf(menuWords);

type MenuCount = { /** What waits, in words: "3 Anträge, 1 Zugang". */ words: string; count: number };

/** The number and words at each menu entry, by its first path: a card counts at the entry that has its page, or the nearest one above it. */
export function menuCounts(
  counted: readonly { name: DashboardCardName; count: number }[],
  entries: readonly (readonly string[])[],
): ReadonlyMap<string, MenuCount> {
  const found = new Map<string, MenuCount>();
  const places = entries.flatMap((paths) => paths.map((path) => ({ path, entry: paths[0] })));
  for (const name of menuCardNames) {
    const count = counted.find((one) => one.name === name)?.count ?? 0;
    const { link } = dashboardCards[name];
    const above = places.filter(({ path }) => link === path || link.startsWith(`${path}/`));
    const entry = above.toSorted((a, b) => b.path.length - a.path.length)[0]?.entry;
    if (count === 0 || entry === undefined) continue;
    const words = `${count} ${menuWords[name][count === 1 ? 0 : 1]}`;
    const before = found.get(entry);
    found.set(entry, before ? { words: `${before.words}, ${words}`, count: before.count + count } : { words, count });
  }
  return found;
}
