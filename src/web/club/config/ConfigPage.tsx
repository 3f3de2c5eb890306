import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { may } from '#shared/kernel/rights.ts';
import { pages } from '#shared/kernel/pages.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { PageTitle } from '#web/ui/plain/PageTitle.tsx';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { ParameterCard } from './ParameterCard.tsx';
import { parametersQuery } from './queries.ts';

/**
 * The parameters of the application: read by the board, changed by a super (/admin/config). Parts of other features are
 * the children; the app composes them.
 */
export function Page({ children }: { children?: ReactNode }) {
  const { user } = useAuth();
  const mayChange = Boolean(may({ role: user?.role.name }, 'config.update', 'global'));
  return (
    <>
      <PageTitle title={pages.adminConfig.title} />
      <Stack maw="48rem">
        {!mayChange && (
          <Alert icon={<Icon name="lock" />} color="gray" role="note">
            Sie sehen die Einstellungen. Ändern darf sie nur ein Superuser.
          </Alert>
        )}
        <Parameters mayChange={mayChange} />
        {children}
      </Stack>
    </>
  );
}

function Parameters({ mayChange }: { mayChange: boolean }) {
  const { data, error, refetch } = useQuery(parametersQuery);
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Pending />;
  return data.map((parameter) => <ParameterCard key={parameter.name} parameter={parameter} mayChange={mayChange} />);
}
