import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Role } from '#shared/kernel/roles.ts';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { SetupStepName } from '#shared/office/setup.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import { StepGuide } from '#web/ui/steps/StepGuide.tsx';
import { setupQuery, usePostpone } from './queries.ts';
import { stepOf } from './Step.tsx';

type FirstStepsProps = { club: ClubName; role: Role };

/** Guides a new club to its first offer; hidden once every step is done or postponed. */
export function FirstSteps({ club, role }: FirstStepsProps) {
  const { data } = useQuery(setupQuery(club));
  const postpone = usePostpone(club);
  if (!data?.isShown) return null;
  const next = data.steps.find(({ state }) => state === 'open')?.name;
  const later = (part: SetupStepName | 'guide', said: string) =>
    postpone.mutate({ part, isPostponed: true }, { onSuccess: () => notify(said, () => postpone.mutate({ part, isPostponed: false })) });
  return (
    <StepGuide
      title="Erste Schritte"
      action={
        <Button variant="subtle" size="compact-sm" onClick={() => later('guide', 'Die ersten Schritte sind ausgeblendet.')}>
          Nicht mehr zeigen
        </Button>
      }
      steps={data.steps.map(({ name, state }, at) =>
        stepOf({
          place: { club, role, at, of: data.steps.length },
          name,
          state,
          isNext: name === next,
          hasMailServer: data.hasMailServer,
          missingTexts: data.missingTexts,
          onLater: () => later(name, 'Zurückgestellt.'),
          onResume: () => postpone.mutate({ part: name, isPostponed: false }),
        }),
      )}
    />
  );
}
