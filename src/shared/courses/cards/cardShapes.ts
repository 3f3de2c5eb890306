import { z } from 'zod';
import { clubName, id, line, localDate, requiredLine, version } from '#shared/kernel/fields.ts';
import { addDays, type LocalDate } from '#shared/kernel/calendar.ts';
import { taxSpheres } from '../courseWords.ts';
import { alsoBy, givenMandate, orderMethod, shownOrder } from '../orders.ts';
import { cardProductStates, cardStandings } from './cardRules.ts';

const cents = z.int();

/** How many months a card is valid at most. */
export const validMonthsAtMost = 36;

const key = id.describe('A client-generated key per form; repeating it does not create a second sale.');

/** The scope of a kind of card: all offers of a department, or individual offers. */
const scope = {
  departmentId: id.nullable().default(null).describe('Valid for all offers of this department; null for individual offers.'),
  courseIds: z.array(id).max(100).default([]).describe('The offers for which the card is valid; only without a department.'),
};

const productFields = z.strictObject({
  title: requiredLine(80),
  visits: z.int().min(1, 'Bitte 1 bis 50.').max(50, 'Bitte 1 bis 50.'),
  cents: z.int().min(1, 'Bitte ein Betrag über 0.').max(1_000_000, 'Höchstens 10.000,00 €.'),
  validMonths: z.int().min(1, 'Bitte 1 bis 36.').max(validMonthsAtMost, 'Bitte 1 bis 36.'),
  ...scope,
  taxSphere: z.enum(taxSpheres).default('purpose'),
  state: z.enum(cardProductStates).default('offered'),
});

/** A kind of card, validated by form and server: it needs a department or offers. */
export const cardProductInput = productFields.superRefine(({ departmentId, courseIds }, context) => {
  if (departmentId === null && courseIds.length === 0)
    context.addIssue({ code: 'custom', path: ['courseIds'], message: 'Bitte eine Abteilung oder mindestens ein Angebot auswählen.' });
  if (departmentId !== null && courseIds.length > 0)
    context.addIssue({ code: 'custom', path: ['courseIds'], message: 'Bitte entweder eine Abteilung oder einzelne Angebote.' });
});
export type CardProductInput = z.infer<typeof cardProductInput>;

/** A kind of card, for the office. */
export const cardProduct = z.object({
  ...productFields.shape,
  id,
  club: clubName,
  scope: z.string().describe('The scope as German text.'),
  valid: z.int().describe('The number of sold cards of this kind that are still valid.'),
  version,
});
export type CardProduct = z.infer<typeof cardProduct>;

/** The payment methods of a card sold by the office. */
export const cardPayments = ['auto', 'transfer', 'cash', 'none'] as const;
/** The German names of the payment methods of the office. */
export const cardPaymentNames: { readonly [payment in (typeof cardPayments)[number]]: string } = {
  auto: 'Lastschrift, sonst Überweisung',
  transfer: 'Überweisung',
  cash: 'bar',
  none: 'nichts: ist schon bezahlt',
};

/** The maximum number of persons in one sale. */
export const soldAtMost = 50;
/** The maximum number of persons sharing a card sold by the office. */
export const sharersAtMost = 12;

/** A sale by the office: one shared card, or one card for each person. */
export const cardSaleInput = z.strictObject({
  key,
  productId: id,
  personIds: z.array(id).min(1, 'Bitte mindestens eine Person auswählen.').max(soldAtMost),
  isShared: z.boolean().default(false).describe('Whether all persons share one card; otherwise each gets one.'),
  validFrom: localDate,
  left: z.int().min(1, 'Bitte mindestens 1.').max(50).describe('The remaining visits; fewer than all when a paper card is continued.'),
  payment: z.enum(cardPayments).default('auto'),
});
export type CardSaleInput = z.infer<typeof cardSaleInput>;

/** The first and the last day on which the validity of a new card may start, relative to today. */
export function saleDays(today: LocalDate): { min: LocalDate; max: LocalDate } {
  return { min: addDays(today, -366), max: addDays(today, 92) };
}

/** The correction of a sold card by the office. */
export const cardCorrectionInput = z.strictObject({
  id,
  left: z.int().min(0, 'Bitte mindestens 0.').max(50),
  validUntil: localDate,
  personIds: z.array(id).min(1, 'Bitte mindestens eine Person auswählen.').max(sharersAtMost),
  reason: requiredLine(200),
  version,
});
export type CardCorrectionInput = z.infer<typeof cardCorrectionInput>;

/** The cancellation of a sold card by the office, with the part of the price that is kept. */
export const cardCancelInput = z.strictObject({
  id,
  keptCents: z.int().min(0, 'Mindestens 0,00 €.').max(1_000_000),
  reason: requiredLine(200),
  version,
});
export type CardCancelInput = z.infer<typeof cardCancelInput>;

const holder = z.object({ personId: id, name: z.string() });

const visit = z.object({
  sessionId: id,
  day: z.string(),
  offer: z.string(),
  name: z.string().describe('The name of the person who attended.'),
});

const cardFields = {
  id,
  club: clubName,
  title: z.string(),
  scope: z.string().describe('The scope as German text.'),
  visits: z.int(),
  left: z.int(),
  cents,
  validFrom: z.string(),
  validUntil: z.string(),
  standing: z.enum(cardStandings),
  people: z.array(holder).describe('The persons who may use the card; the first is the holder.'),
};

/** A sold card in the list of the office. */
export const soldCard = z.object({
  ...cardFields,
  soldAt: z.iso.datetime(),
  soldBy: z.string(),
  cancelReason: z.string(),
  charge: z.string().describe('The payment status as German text; empty if there is no charge.'),
  version,
});
export type SoldCard = z.infer<typeof soldCard>;

/** A sold card with its used visits, latest first. */
export const openedCard = soldCard.extend({ taken: z.array(visit) });
export type OpenedCard = z.infer<typeof openedCard>;

/** A card of the user or their family with its used visits, latest first. */
export const ownCard = z.object({ ...cardFields, taken: z.array(visit) });
export type OwnCard = z.infer<typeof ownCard>;

/** A visit of a person whose cards are used up or expired. */
export const openVisit = z.object({
  ...visit.shape,
  personId: id,
  cardTitle: z.string().describe("The title of the person's last card."),
  productId: id.nullable(),
});
export type OpenVisit = z.infer<typeof openVisit>;

/** The settlement of a visit without a card by other means. */
export const settlementInput = z.strictObject({ sessionId: id, personId: id, note: line(200).default('') });

/** A kind of card shown with an offer. */
export const offeredCard = z.object({ id, title: z.string(), visits: z.int(), validMonths: z.int(), cents });
export type OfferedCard = z.infer<typeof offeredCard>;

/** The maximum number of persons sharing a card bought by a family. */
const sharedAtMost = 8;

const buyers = z.array(id).max(sharedAtMost);

/** The persons who shall share the card; without any, only the choice of persons is returned. */
export const cardQuoteInput = z.strictObject({ id, personIds: buyers.default([]) });

/** The quote of a card: the persons it can be bought for, and for the chosen ones the order with its sentences. */
export const cardQuote = z.object({
  product: offeredCard.extend({ club: clubName, scope: z.string() }),
  people: z.array(
    z.object({ personId: id, name: z.string(), isNewHere: z.boolean().describe('Whether the person is not known to the club yet.') }),
  ),
  step: shownOrder
    .extend({
      quote: z.string().describe('The quoted terms; must be sent with the purchase.'),
      hasMandate: z.boolean(),
      mandateText: z.string().nullable(),
      alsoBy,
    })
    .nullable(),
});
export type CardQuote = z.infer<typeof cardQuote>;

/** The purchase of a card as quoted. */
export const cardPurchaseInput = z.strictObject({
  key,
  id,
  personIds: buyers.min(1, 'Bitte wählen Sie, für wen die Karte ist.'),
  // Long enough for the titles of all offers of a kind of card.
  quote: z.string().max(30_000),
  acceptsTerms: z.literal(true),
  method: orderMethod.optional(),
  mandate: givenMandate.optional(),
});
export type CardPurchaseInput = z.infer<typeof cardPurchaseInput>;

/** A line of a table of cards sold elsewhere, and what becomes of it. */
export const cardImportRow = z.object({
  line: z.int(),
  name: z.string(),
  result: z.enum(['new', 'known', 'refused']),
  message: z.string(),
});
export type CardImportRow = z.infer<typeof cardImportRow>;
