import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { Pending } from '#web/ui/notices/Pending.tsx';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { PlainSelect } from '#web/ui/plain/PlainSelect.tsx';
import { PlainForm } from '#web/ui/plain/forms/PlainForm.tsx';
import { Refusal } from '#web/ui/notices/Refusal.tsx';
import classes from '../offers/course.module.css';
import { pauseChoicesQuery, usePauseMutations } from './queries.ts';

/** Selects the beginning and length of a pause; the consequences are shown above the button. */
export function PauseForm({ token, onClose }: { token: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(pauseChoicesQuery(token));
  const { pause } = usePauseMutations();
  const [wished, setWished] = useState<{ from?: string; months?: number }>({});
  if (error && !data)
    return (
      <>
        <Refusal error={error} />
        <PlainButton onClick={() => void refetch()}>Noch einmal laden</PlainButton>
      </>
    );
  if (!data) return <Pending />;
  const starts = [...new Set(data.map(({ from }) => from))];
  const from = wished.from && starts.includes(wished.from) ? wished.from : starts[0];
  const lengths = data.filter((one) => one.from === from);
  const chosen = lengths.find(({ months }) => months === wished.months) ?? lengths[0];
  if (!from || !chosen)
    return (
      <>
        <p>Für dieses und das nächste Jahr ist keine weitere Pause möglich.</p>
        <PlainButton onClick={onClose}>Schließen</PlainButton>
      </>
    );
  return (
    <PlainForm
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        pause.mutate({ token, from, months: chosen.months }, { onSuccess: onClose });
      }}
    >
      <PlainSelect label="Ab" value={from} onChange={(event) => setWished({ ...wished, from: event.currentTarget.value })}>
        {starts.map((day) => (
          <option key={day} value={day}>
            {germanDate(day)}
          </option>
        ))}
      </PlainSelect>
      <PlainSelect
        label="Wie lange"
        value={String(chosen.months)}
        onChange={(event) => setWished({ from, months: Number(event.currentTarget.value) })}
      >
        {lengths.map(({ months }) => (
          <option key={months} value={months}>
            {months === 1 ? '1 Monat' : `${months} Monate`}
          </option>
        ))}
      </PlainSelect>
      <p aria-live="polite">{chosen.words}</p>
      <Refusal error={pause.error} />
      <div className={classes['buttons']}>
        <PlainButton type="submit" look="main" disabled={pause.isPending}>
          Pausieren
        </PlainButton>
        <PlainButton onClick={onClose}>Doch nicht</PlainButton>
      </div>
    </PlainForm>
  );
}
