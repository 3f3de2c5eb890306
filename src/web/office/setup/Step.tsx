import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { Role } from '#shared/kernel/roles.ts';
import { may, targetsOf } from '#shared/kernel/rights.ts';
import { setupSteps, type SetupState, type SetupStep, type SetupStepName } from '#shared/office/setup.ts';
import { pages } from '#shared/kernel/pages.ts';
import { applicationTextNames, type ApplicationText } from '#shared/people/applicationTexts.ts';
import { notify } from '#web/ui/notices/notices.tsx';
import type { GuideStep } from '#web/ui/steps/StepGuide.tsx';
import { useTestMail } from './queries.ts';

type StepProps = {
  place: { club: ClubName; role: Role; at: number; of: number };
  name: SetupStepName;
  state: SetupState;
  isNext: boolean;
  hasMailServer: boolean;
  missingTexts: readonly ApplicationText[];
  onLater: () => void;
  onResume: () => void;
};

/** One setup step: its state, its reason, and its link. */
export function stepOf({ place, name, state, isNext, hasMailServer, missingTexts, onLater, onResume }: StepProps): GuideStep {
  const step: SetupStep = setupSteps[name];
  const isMine = targetsOf(step.permission).some((target) => target !== 'other' && may({ role: place.role }, step.permission, target));
  const text = state === 'open' && (
    <>
      {step.why} Dauert etwa {step.minutes === 1 ? 'eine Minute' : `${step.minutes} Minuten`}.
      {name === 'mail' && !hasMailServer && ' Noch ist kein Mailserver eingetragen: Das macht, wer den Server betreut (SMTP_URL).'}
      {name === 'applications' && missingTexts.length > 0 && (
        <>
          {' '}
          Vorher fehlt noch:{' '}
          {missingTexts.map((one, at) => (
            <Fragment key={one}>
              {at > 0 && ', '}
              <Link to={pages.adminPages.path} search={{ page: 'neu', kind: one, club: place.club }}>
                {applicationTextNames[one]}
              </Link>
            </Fragment>
          ))}
          .
        </>
      )}
      {!isMine && ' Das macht ein Superuser.'}
    </>
  );
  const ways = (
    <>
      {state === 'open' && isMine && (name !== 'mail' || hasMailServer) && <Way name={name} step={step} place={place} isNext={isNext} />}
      {state === 'open' && (
        <Button variant="subtle" onClick={onLater} aria-label={`${step.title}: später`}>
          Später
        </Button>
      )}
      {state === 'later' && (
        <Button variant="subtle" onClick={onResume} aria-label={`${step.title}: doch jetzt`}>
          Doch jetzt
        </Button>
      )}
    </>
  );
  return { name, title: step.title, state, text, ways };
}

type WayProps = Pick<StepProps, 'name' | 'place' | 'isNext'> & { step: SetupStep };

function Way({ name, step, place, isNext }: WayProps) {
  const mail = useTestMail(place.club);
  const variant = isNext ? 'filled' : 'default';
  if (!step.link) {
    const send = () => mail.mutate(undefined, { onSuccess: ({ recipient }) => notify(`Die Probemail an ${recipient} ist unterwegs.`) });
    return (
      <Button variant={variant} loading={mail.isPending} onClick={send}>
        Probemail an mich
      </Button>
    );
  }
  const [to, hash] = step.link.split('#');
  return (
    <Button
      component={Link}
      to={to ?? '/admin'}
      {...(hash && { hash })}
      state={{ setup: { name, at: place.at + 1, of: place.of } }}
      variant={variant}
      aria-label={`${step.title}: öffnen`}
    >
      Öffnen
    </Button>
  );
}
