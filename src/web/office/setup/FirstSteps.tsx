import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Role } from '#shared/kernel/access.ts';
import type { SetupStepName } from '#shared/office/setup.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import classes from './FirstSteps.module.css';
import { setupQuery, usePostpone } from './queries.ts';
import { Step } from './Step.tsx';

type FirstStepsProps = { club: ClubName; role: Role };

/** Leads a new club from nothing to its first offer; gone once every step is done or put off. */
export function FirstSteps({ club, role }: FirstStepsProps) {
  const { data } = useQuery(setupQuery(club));
  const postpone = usePostpone(club);
  if (!data?.isShown) return null;
  const done = data.steps.filter(({ state }) => state === 'done').length;
  const next = data.steps.find(({ state }) => state === 'open')?.name;

  const later = (part: SetupStepName | 'guide', said: string) =>
    postpone.mutate({ part, isPostponed: true }, { onSuccess: () => notify(said, () => postpone.mutate({ part, isPostponed: false })) });
  return (
    <section aria-labelledby="first-steps" className={classes['guide']}>
      <div className={classes['head']}>
        <h2 id="first-steps" className={classes['title']}>
          Erste Schritte
        </h2>
        <span className={classes['quiet']}>
          {done} von {data.steps.length} erledigt
        </span>
        <Button variant="subtle" size="compact-sm" onClick={() => later('guide', 'Die ersten Schritte sind ausgeblendet.')}>
          Nicht mehr zeigen
        </Button>
      </div>
      <progress className={classes['bar']} value={done} max={data.steps.length} aria-labelledby="first-steps" />
      <ol className={classes['steps']}>
        {data.steps.map(({ name, state }, at) => (
          <li key={name} className={classes['step']} data-state={state} aria-current={name === next ? 'step' : undefined}>
            <Step
              place={{ club, role, at, of: data.steps.length }}
              name={name}
              state={state}
              isNext={name === next}
              hasMailServer={data.hasMailServer}
              onLater={() => later(name, 'Zurückgestellt.')}
              onResume={() => postpone.mutate({ part: name, isPostponed: false })}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
