import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { Button } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { useMailMutations } from './queries.ts';

/** Unsubscribes from the newsletter with one click and without an account; opening the page changes nothing (/unsubscribe/{token}). */
export const Page = inDesignSystem(UnsubscribePage);

function UnsubscribePage() {
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
      ) : (
        <PagePart
          title="Keinen Newsletter mehr bekommen?"
          lead="Damit nehmen Sie Ihre Einwilligung zurück. Sie können sie jederzeit neu geben."
        >
          <FormProblem error={unsubscribe.error} />
          <Button loading={unsubscribe.isPending} onClick={() => unsubscribe.mutate(token)}>
            Abbestellen
          </Button>
        </PagePart>
      )}
    </>
  );
}
