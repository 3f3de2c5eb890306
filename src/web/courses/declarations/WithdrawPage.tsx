import { pages } from '#shared/kernel/pages.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Introduced } from './Introduced.tsx';

const WithdrawForm = lazyPart(async () => (await import('./WithdrawForm.tsx')).WithdrawForm, <Introduced kind="withdrawal" />);

/** Withdraws from a contract without an account, in two steps (§ 356a BGB, /contracts/withdraw). */
export function Page() {
  return (
    <>
      <PageTitle title={pages.withdrawContract.title} />
      <WithdrawForm />
    </>
  );
}
