import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import classes from '../signUp/signUp.module.css';
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
          <Button
            variant="default"
            loading={takeBack.isPending}
            onClick={() => takeBack.mutate(token, { onSuccess: () => setIsGone(true) })}
          >
            Zusage zurücknehmen
          </Button>
        </div>
      )}
      <FormProblem error={takeBack.error} />
    </section>
  );
}
