import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import classes from '../signUp/shifts.module.css';
import { pledgeQuery, useHelperSignUp } from '../signUp/queries.ts';

/** The guest's own pledge behind the link in a mail, with a cancel action. */
export function PledgeCard({ token }: { token: string }) {
  const { data } = useQuery(pledgeQuery(token));
  const { takeBack } = useHelperSignUp();
  const [isGone, setIsGone] = useState(false);
  if (isGone) return <output className={classes['told']}>Ihre Zusage ist zurückgenommen.</output>;
  if (!data) return null;
  return (
    <section aria-label="Ihre Zusage" className={classes['card']}>
      <p>
        Sie bringen mit: <strong>{`${data.quantity} × ${data.label}`}</strong>
      </p>
      {data.canTakeBack && (
        <div>
          <PlainButton disabled={takeBack.isPending} onClick={() => takeBack.mutate(token, { onSuccess: () => setIsGone(true) })}>
            Zusage zurücknehmen
          </PlainButton>
        </div>
      )}
      <Refusal error={takeBack.error} />
    </section>
  );
}
