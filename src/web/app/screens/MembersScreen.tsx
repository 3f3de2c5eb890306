import { PaymentPart } from '#web/money/mandates/PaymentPart.tsx';
import { MembersPage } from '#web/people/members/MembersPage.tsx';

/** /admin/members: the members of a club, with how they pay. */
export function Page() {
  return <MembersPage PaymentPart={PaymentPart} />;
}
