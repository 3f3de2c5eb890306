import type { ChargeBatchResult } from '#shared/money/batches/contract.ts';
import type { ChargeBatchAction } from '#shared/money/batches/rules.ts';

/** The actions offered; `reopen` only undoes `paid`. */
export type AskedAction = Exclude<ChargeBatchAction, 'reopen'>;

export const batchTitles: { readonly [action in AskedAction]: string } = {
  paid: 'Als bezahlt vermerken',
  dueOn: 'Fälligkeit ändern',
  method: 'Zahlungsart ändern',
  payer: 'Zahler ändern',
  defer: 'Stunden',
  remind: 'Erinnern',
  waive: 'Erlassen',
  cancel: 'Stornieren',
};

/** The consequences, shown beforehand. */
export const batchHints: { readonly [action in AskedAction]: string } = {
  paid: 'Jede gilt mit dem, was an ihr offen ist, als bezahlt.',
  dueOn: 'Wer zahlt, bekommt eine Mail.',
  method: 'Wer zahlt, bekommt eine Mail. Lastschrift geht nur mit Mandat.',
  payer:
    'Jede wird storniert und für den neuen Zahler mit neuem Zeichen neu gestellt; hat er kein Mandat, wird aus einer Lastschrift eine Überweisung. Beide bekommen eine Mail.',
  defer: 'Bis zu diesem Tag wird nichts eingezogen und nicht erinnert. Wer zahlt, bekommt eine Mail.',
  remind: 'Wer etwas Überfälliges zu überweisen hat, bekommt eine Mail über alles davon; niemand öfter als alle zehn Tage.',
  waive: 'Was offen ist, erlässt der Verein. Wer zahlt, bekommt eine Mail.',
  cancel: 'Was davon schon bezahlt ist, geht zurück. Wer zahlt, bekommt eine Mail.',
};

/** "412 Forderungen geändert, 3 nicht (im Einzug)." */
export function resultWords({ changed, left }: ChargeBatchResult): string {
  const count = left.reduce((sum, one) => sum + one.count, 0);
  const done = changed.length === 1 ? '1 Forderung geändert' : `${changed.length} Forderungen geändert`;
  return count === 0 ? `${done}.` : `${done}, ${count} nicht (${left.map(({ reason }) => reason).join(', ')}).`;
}
