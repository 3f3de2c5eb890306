import { clubName } from '#shared/kernel/fields.ts';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import type { GivenMandate, OrderMethod } from '#shared/courses/orders.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { LastStep } from './LastStep.tsx';
import { usePaying } from '../orders/PayingChoice.tsx';
import { Refusal } from './Refusal.tsx';
import classes from './signUp.module.css';

/** The data that go with the acceptance. */
export type Bound = { quote: string; method?: OrderMethod; mandate?: GivenMandate };

type BindingStepProps = {
  of: OwnEnrolment & { step: NonNullable<OwnEnrolment['step']> };
  isPending: boolean;
  error: unknown;
  onBind: (bound: Bound) => void;
};

/** The last step when accepting an offered seat or confirming as a guest: the same text as at an enrolment, and the binding button. */
export function BindingStep({ of: { step, target }, isPending, error, onBind }: BindingStepProps) {
  const { paying, sent } = usePaying([step]);
  const { quote, button, sum } = step;
  return (
    <PlainForm
      className={classes['binding']}
      onSubmit={(event) => {
        event.preventDefault();
        onBind({ quote, ...(sum && sent) });
      }}
    >
      {sum && <LastStep club={clubName.parse(target.club)} shown={step} paying={paying} error={error} />}
      <Refusal error={error} />
      <PlainButton type="submit" look="main" disabled={isPending}>
        {button}
      </PlainButton>
    </PlainForm>
  );
}
