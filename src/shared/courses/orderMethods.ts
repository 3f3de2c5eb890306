/**
 * The payment methods that a club can allow besides direct debit and transfer: cash, or "Bildung und Teilhabe" (the
 * office paying for children).
 */
export const allowableMethods = ['cash', 'but'] as const;
export type AllowableMethod = (typeof allowableMethods)[number];

/** The payment methods of an order. */
export const orderMethods = ['sepa', 'transfer', ...allowableMethods] as const;
export type OrderMethod = (typeof orderMethods)[number];

/** The sentence of the last step for each payment method. */
export const orderMethodWords: { readonly [method in OrderMethod]: string } = {
  sepa: 'Bezahlt wird per Lastschrift, mit dem Mandat, das Sie dem Verein gegeben haben.',
  transfer: 'Bezahlt wird per Überweisung an den Verein.',
  cash: 'Bezahlt wird bar beim Verein, spätestens am Tag der Fälligkeit.',
  but: 'Bezahlt wird über Bildung und Teilhabe. Den Bescheid oder Gutschein geben Sie dem Verein; was das Amt nicht übernimmt, zahlen Sie selbst.',
};
