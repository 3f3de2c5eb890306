import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '#web/lib/call/call.ts';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { EmergencyField } from '../enrolments/EmergencyField.tsx';
import classes from '../offers/course.module.css';
import { numberOfLinkQuery, useReplyMutations } from './queries.ts';

/** Asks for the missing emergency number of the child of an enrolment behind a link, without an account. */
export function LinkNumber({ token }: { token: string }) {
  const { data } = useQuery(numberOfLinkQuery(token));
  const { setNumberByLink: give } = useReplyMutations();
  const [phone, setPhone] = useState('');
  if (give.isSuccess)
    return (
      <PagePart title="Notfallnummer">
        <output>Danke, die Nummer ist eingetragen.</output>
      </PagePart>
    );
  if (!data?.isMissing) return null;
  const isThere = give.error instanceof CallError && give.error.code === 'wrong-state';
  return (
    <PagePart title="Die Notfallnummer fehlt noch">
      <PlainForm
        className={classes['form']}
        refusal={give.error}
        onSubmit={(event) => {
          event.preventDefault();
          give.mutate({ token, phone });
        }}
      >
        <EmergencyField value={phone} onChange={setPhone} error={give.error} path="phone" />
        {isThere ? (
          <p role="alert">Inzwischen ist eine Nummer eingetragen. Soll es eine andere sein, sagen Sie es bitte dem Verein.</p>
        ) : (
          <Refusal error={give.error} isAtFields />
        )}
        <PlainButton type="submit" look="main" disabled={give.isPending}>
          Nummer eintragen
        </PlainButton>
      </PlainForm>
    </PagePart>
  );
}
