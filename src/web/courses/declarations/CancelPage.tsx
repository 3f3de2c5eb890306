import { pages } from '#shared/kernel/pages.ts';
import { lazyPart } from '#web/ui/late/lazyPart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Introduced } from './Introduced.tsx';

const CancelForm = lazyPart(async () => (await import('./CancelForm.tsx')).CancelForm, <Introduced kind="termination" />);

/** Terminates a contract without an account (§ 312k BGB, /contracts/cancel). */
export function Page() {
  return (
    <>
      <PageTitle title={pages.cancelContract.title} />
      <CancelForm />
    </>
  );
}
