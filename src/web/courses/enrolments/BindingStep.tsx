import { useState } from 'react';
import { clubName } from '#shared/kernel/fields.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import type { OrderMethod } from '#shared/courses/orders.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { LastStep } from './LastStep.tsx';

type BindingStepProps = {
  of: OwnEnrolment & { step: NonNullable<OwnEnrolment['step']> };
  isPending: boolean;
  onBind: (bound: { quote: string; method?: OrderMethod }) => void;
};

/** The last step where a seat is offered, or a guest confirms: the same words as at a sign-up, and the button that binds. */
export function BindingStep({ of: { step, target }, isPending, onBind }: BindingStepProps) {
  const [chosen, setChosen] = useState<OrderMethod>('sepa');
  const method = step.hasMandate ? chosen : 'transfer';
  const { hasMandate, quote, button, sum } = step;
  return (
    <>
      {sum && <LastStep club={clubName.parse(target.club)} shown={step} paying={{ method, hasMandate, onChoose: setChosen }} />}
      <PlainButton look="main" disabled={isPending} onClick={() => onBind({ quote, ...(sum && { method }) })}>
        {button}
      </PlainButton>
    </>
  );
}
