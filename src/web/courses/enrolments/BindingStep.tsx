import { useState } from 'react';
import type { OwnEnrolment } from '#shared/courses/enrolmentShapes.ts';
import type { GivenMandate } from '#shared/courses/orders.ts';
import type { OrderMethod } from '#shared/courses/courseWords.ts';
import type { RequirableConsent } from '#shared/people/consents.ts';
import type { WayHomeChoice } from '#shared/people/wayHome.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { useKnownEmergency } from '#web/people/parts/useKnownEmergency.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { ConsentFields } from './Agreements.tsx';
import { EmergencyField, WayHomeField } from './EmergencyField.tsx';
import { LastStep } from './LastStep.tsx';
import { usePaying } from '../orders/PayingChoice.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import classes from './signUp.module.css';

/** The data that go with the acceptance. */
export type Bound = {
  quote: string;
  method?: OrderMethod;
  mandate?: GivenMandate;
  emergencyPhone: string;
  wayHome?: WayHomeChoice;
  consents: RequirableConsent[];
};

type BindingStepProps = {
  of: OwnEnrolment & { step: NonNullable<OwnEnrolment['step']> };
  isPending: boolean;
  error: unknown;
  onBind: (bound: Bound) => void;
};

/** The last step when accepting an offered seat or confirming as a guest: the same text as at an enrolment, and the binding button. */
export function BindingStep({ of: { id, name, step, target }, isPending, error, onBind }: BindingStepProps) {
  const { paying, sent } = usePaying([step]);
  const { quote, button, sum, asks } = step;
  const { user } = useAuth();
  const known = useKnownEmergency(asks.emergency && Boolean(user))();
  const [typedPhone, setEmergencyPhone] = useState<string>();
  const emergencyPhone = typedPhone ?? known?.phone ?? '';
  const [consents, setConsents] = useState<RequirableConsent[]>([]);
  const [way, setWay] = useState<WayHomeChoice>();
  const { club } = target;
  return (
    <PlainForm
      className={classes['binding']}
      refusal={error}
      onSubmit={(event) => {
        event.preventDefault();
        onBind({ quote, emergencyPhone, consents, ...(way && { wayHome: way }), ...(sum && sent) });
      }}
    >
      {asks.emergency && (
        <EmergencyField name={name} value={emergencyPhone} known={known} onChange={setEmergencyPhone} error={error} path="emergencyPhone" />
      )}
      {asks.wayHome && <WayHomeField of={name} name={`way-${id}`} required onChange={setWay} />}
      {asks.consents.length > 0 && (
        <ConsentFields
          club={club}
          required={asks.consents}
          hasFree={false}
          value={{ allowsPhotos: false, consents }}
          onChange={(next) => setConsents(next.consents)}
          error={error}
        />
      )}
      <LastStep club={club} shown={step} paying={paying} error={error} />
      <Refusal error={error} />
      <PlainButton type="submit" look="main" disabled={isPending}>
        {button}
      </PlainButton>
    </PlainForm>
  );
}
