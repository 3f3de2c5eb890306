import type { taxSpheres } from '#shared/courses/courseWords.ts';
import { keysOf } from '#shared/kernel/keys.ts';

type Sphere = (typeof taxSpheres)[number];
type Category = {
  label: string;
  direction: 'in' | 'out';
  /** Its usual sphere. */ sphere: Sphere;
  /** A transfer to or from the cash box, or another bank account of the club: neither income nor spending. */ transfer?:
    | 'cash'
    | 'account';
};

/** The categories of other money: income except from members, courses and donations, and all spending. */
const categories = {
  subsidy: { label: 'Zuschüsse', direction: 'in', sphere: 'ideal' },
  sponsoring: { label: 'Werbung und Sponsoring', direction: 'in', sphere: 'business' },
  event_income: { label: 'Feste und Eintritt', direction: 'in', sphere: 'business' },
  rent_income: { label: 'Vermietung', direction: 'in', sphere: 'asset' },
  interest: { label: 'Zinsen', direction: 'in', sphere: 'asset' },
  cash_deposited: { label: 'Bargeld aus der Kasse eingezahlt', direction: 'in', sphere: 'ideal', transfer: 'cash' },
  moved_in: { label: 'Umbuchung von einem eigenen Konto', direction: 'in', sphere: 'ideal', transfer: 'account' },
  other_income: { label: 'Sonstige Einnahmen', direction: 'in', sphere: 'ideal' },
  pay: { label: 'Löhne und Honorare', direction: 'out', sphere: 'purpose' },
  halls: { label: 'Hallen und Miete', direction: 'out', sphere: 'purpose' },
  material: { label: 'Geräte und Material', direction: 'out', sphere: 'purpose' },
  federation: { label: 'Verbände und Startgelder', direction: 'out', sphere: 'ideal' },
  insurance: { label: 'Versicherungen', direction: 'out', sphere: 'ideal' },
  travel: { label: 'Fahrten', direction: 'out', sphere: 'purpose' },
  office: { label: 'Büro, Porto, Programme', direction: 'out', sphere: 'ideal' },
  event_costs: { label: 'Kosten von Festen', direction: 'out', sphere: 'business' },
  bank_fees: { label: 'Gebühren der Bank', direction: 'out', sphere: 'ideal' },
  cash_withdrawn: { label: 'Bargeld abgehoben, in die Kasse', direction: 'out', sphere: 'ideal', transfer: 'cash' },
  moved_out: { label: 'Umbuchung auf ein eigenes Konto', direction: 'out', sphere: 'ideal', transfer: 'account' },
  other_costs: { label: 'Sonstige Ausgaben', direction: 'out', sphere: 'ideal' },
} satisfies { [name: string]: Category };

export type EntryCategory = keyof typeof categories;

/** The names of all categories of other money. */
export const entryCategories = keysOf(categories);

/** A category with its label, its direction and its usual sphere. */
export function categoryOf(name: EntryCategory): Category {
  return categories[name];
}

/** The categories of transfers between the club's own accounts. */
export const transferCategories: readonly EntryCategory[] = entryCategories.filter((name) => categoryOf(name).transfer);

/** The categories of income, or of spending. */
export function categoriesOf(direction: Category['direction']): EntryCategory[] {
  return entryCategories.filter((name) => categories[name].direction === direction);
}

/** The German words for the categories. */
export const categoryNames: { readonly [name: string]: string } = Object.fromEntries(
  entryCategories.map((name) => [name, categories[name].label]),
);
