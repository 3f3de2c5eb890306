import { germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { withdrawalEndsOn } from '../declarationRules.ts';
import { partnerInWords, type ShownOrder } from '../orders.ts';
import { lastDayOf, visitsInWords } from './cardRules.ts';

/** What the last step before buying a card depends on. */
type CardOrderFacts = {
  /** The contract partner: name and address. */
  partner: string;
  visits: number;
  validMonths: number;
  cents: number;
  /** What the card is for, in words. */
  scope: string;
  /** How many people may use it: their names stand beside the sentences, which are kept for years. */
  people: number;
  /** Visits that wait for a card and are taken at once. */
  openVisits: number;
  dueOn: LocalDate;
  today: LocalDate;
};

/** The words of the last step: kept with the order, and shown above its button. */
export function cardOrderInWords(facts: CardOrderFacts): ShownOrder {
  const { partner, visits, validMonths, cents, scope, people, openVisits, dueOn, today } = facts;
  return {
    sentences: [
      partnerInWords(partner),
      `${visitsInWords(visits)} für ${scope}, gültig bis ${germanDate(lastDayOf(today, validMonths))}.`,
      `${people > 1 ? `${people} Personen teilen sich die Karte: ` : ''}Jede Anwesenheit nimmt einen Besuch ab.`,
      ...(openVisits > 0 ? [`${visitsInWords(openVisits)} ohne Karte ${openVisits === 1 ? 'wird' : 'werden'} gleich abgezogen.`] : []),
      'Was bis zum letzten Tag nicht genutzt ist, verfällt und wird nicht erstattet.',
      `Widerrufen können Sie bis zum ${germanDate(withdrawalEndsOn(today))}. Mit dem Kauf verlangen Sie, dass Besuche sofort zählen; die bis dahin genommenen zahlen Sie dann anteilig.`,
      `Fällig ist der Betrag am ${germanDate(dueOn)}.`,
    ],
    sum: `Preis: ${euros(cents)}`,
    button: 'Zahlungspflichtig kaufen',
  };
}
