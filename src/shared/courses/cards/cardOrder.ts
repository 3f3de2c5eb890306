import { germanDate, type LocalDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { withdrawalEndsOn } from '../declarationRules.ts';
import { partnerInWords, type ShownOrder } from '../orders.ts';
import { lastDayOf, visitsInWords } from './cardRules.ts';

/** The facts shown in the last step before buying a card. */
type CardOrderFacts = {
  /** The contracting party: name and address. */
  partner: string;
  visits: number;
  validMonths: number;
  cents: number;
  /** The scope of the card in German. */
  scope: string;
  /** The number of persons who may use it; their names are not part of the sentences, which are stored for years. */
  people: number;
  /** Unpaid visits that are deducted immediately. */
  openVisits: number;
  dueOn: LocalDate;
  today: LocalDate;
};

/** The sentences of the last step: shown above the button and stored with the order. */
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
