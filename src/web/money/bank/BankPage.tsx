import { Stack } from '@mantine/core';
import { pages } from '#shared/kernel/pages.ts';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { BankPart } from './BankPart.tsx';

/** The transactions of the club's account (/admin/money/bank). */
export function Page() {
  return (
    <>
      <PageTitle title={pages.adminBank.title} />
      <Stack gap="sm">
        <BankPart />
      </Stack>
    </>
  );
}
