import { useParams } from '@tanstack/react-router';
import { isGone } from '#web/lib/call/failure.ts';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { useMailMutations } from './queries.ts';

/** Unsubscribes from the newsletter with one click and without an account; opening the page changes nothing (/unsubscribe/{token}). */
export function Page() {
  const { token = '' } = useParams({ strict: false });
  const { unsubscribe } = useMailMutations();
  return (
    <>
      <PageTitle title="Newsletter abbestellen" />
      {unsubscribe.isSuccess ? (
        <output>
          <EmptyState icon="circle-check" title="Der Newsletter ist abbestellt.">
            <p>Mails zu Ihren Kursen und Diensten bekommen Sie weiterhin.</p>
          </EmptyState>
        </output>
      ) : isGone(unsubscribe.error) ? (
        <output>
          <EmptyState icon="link-off" title="Dieser Link ist unvollständig oder gilt nicht mehr.">
            <p>Bitte öffnen Sie ihn noch einmal aus der Mail. Hilft das nicht, schreiben Sie bitte Ihrem Verein.</p>
          </EmptyState>
        </output>
      ) : (
        <PagePart
          title="Keinen Newsletter mehr bekommen?"
          lead="Damit nehmen Sie Ihre Einwilligung zurück. Sie können sie jederzeit neu geben."
        >
          <Refusal error={unsubscribe.error} />
          <PlainButton look="main" disabled={unsubscribe.isPending} onClick={() => unsubscribe.mutate(token)}>
            Abbestellen
          </PlainButton>
        </PagePart>
      )}
    </>
  );
}
