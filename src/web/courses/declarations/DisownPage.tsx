import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { OwnDeclaration } from '#shared/courses/declarations.ts';
import { declarationNames } from '#shared/courses/declarationWords.ts';
import { boot } from '#web/lib/boot.ts';
import { isGone } from '#web/lib/call/failure.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { inDesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { declarationLinkQuery, useDeclarationMutations } from './queries.ts';

/** Reports that a declaration was sent by somebody else; opening the page changes nothing (/contracts/{token}). */
export const Page = inDesignSystem(DisownPage);

function DisownPage() {
  const { token = '' } = useParams({ strict: false });
  const query = useQuery(declarationLinkQuery(token));
  const { data, error } = query;
  return (
    <>
      <PageTitle title="Kündigung oder Widerruf" />
      {!data && !isGone(error) && <Loading query={query} />}
      {!data && isGone(error) && (
        <EmptyState icon="link-off" title="Dieser Link führt zu keiner Kündigung.">
          <p>Bitte öffnen Sie den Link aus der Mail. Haben Sie Fragen, schreiben Sie bitte Ihrem Verein.</p>
        </EmptyState>
      )}
      {data && <Declared token={token} declaration={data} />}
    </>
  );
}

function Declared({ token, declaration: one }: { token: string; declaration: OwnDeclaration }) {
  const { disown } = useDeclarationMutations();
  const word = declarationNames[one.kind];
  if (one.state === 'undone')
    return (
      <output>
        <EmptyState icon="circle-check" title="Danke, der Verein weiß Bescheid.">
          <p>Er prüft das und meldet sich bei Fragen. Sie brauchen nichts weiter zu tun.</p>
        </EmptyState>
      </output>
    );
  return (
    <PagePart
      title={`${word}: ${one.contract}`}
      lead={`Von ${one.name}, eingegangen am ${formatDateTime(one.receivedAt)} bei ${boot.clubs[one.club].displayName}.`}
    >
      {one.canDisown ? (
        <>
          <p>Haben Sie das selbst geschickt, brauchen Sie nichts zu tun.</p>
          <FormProblem error={disown.error} />
          <Button color="danger" loading={disown.isPending} onClick={() => disown.mutate(token)}>
            Das war ich nicht
          </Button>
        </>
      ) : (
        <p>Darüber ist schon entschieden. Haben Sie Fragen, schreiben Sie bitte dem Verein.</p>
      )}
    </PagePart>
  );
}
