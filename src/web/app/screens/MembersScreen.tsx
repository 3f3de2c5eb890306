import { Stack } from '@mantine/core';
import { MemberFeePart } from '#web/money/fees/MemberFeePart.tsx';
import { PaymentPart } from '#web/money/mandates/PaymentPart.tsx';
import { DeathPart } from '#web/office/deaths/DeathPart.tsx';
import { MembersPage } from '#web/people/members/MembersPage.tsx';

/** /admin/members: the members of a club, with what they pay and how. */
export function Page() {
  return <MembersPage PaymentPart={FeeAndPayment} DeathPart={DeathPart} />;
}

function FeeAndPayment({ personId }: { personId: string }) {
  return (
    <Stack gap="md">
      <MemberFeePart personId={personId} />
      <PaymentPart personId={personId} />
    </Stack>
  );
}
