import { orderMethodWords } from '#shared/courses/courseWords.ts';
import { fullName } from '#shared/kernel/fullName.ts';
import type { Write } from '#server/platform/database/database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import type { Settings } from '#server/platform/process/settings.ts';
import { siteOf } from '#server/platform/process/site.ts';
import { transferLine } from '../offers/ticket.ts';
import type { NewOrder } from '../orders/orders.ts';
import { payingOfPeople } from '../orders/transfer.ts';
import type { ProductRow } from './products.ts';

type Ticket = {
  id: string;
  product: ProductRow;
  people: readonly { id: string; firstname: string; lastname: string }[];
  order: NewOrder;
  recipient: string;
};

/** Mails the confirmation of a purchase: what was agreed, and the payment method. */
export async function postCardTicket({ tx }: Write, settings: Settings, { id, product, people, order, recipient }: Ticket): Promise<void> {
  const { club, title, cents } = product;
  const { sentences, sum } = order.shown;
  const [first] = people;
  const paying = first && (await payingOfPeople(tx, club, order, [first.id])).get(first.id);
  const lines = [
    `„${title}“ ist gekauft, für ${people.map(fullName).join(', ')}. Bei jedem Termin zeigt die Anwesenheitsliste, wie viele Besuche noch offen sind.`,
    [...sentences, sum].join('\n'),
    ...(order.method ? [orderMethodWords[order.method]] : []),
    ...(paying?.payable ? [transferLine({ ...paying.payable, cents })] : []),
    `Ihre Karten: ${siteOf(settings, club)}/profile/enrolments`,
  ];
  await postMail(tx, {
    kind: 'notice',
    club,
    recipient,
    subject: `Gekauft: ${title} (${people.map(fullName).join(', ')})`,
    body: `Guten Tag,\n\n${lines.join('\n\n')}\n`,
    onceKey: `card:${id}:bought`,
    subjectId: id,
  });
}
