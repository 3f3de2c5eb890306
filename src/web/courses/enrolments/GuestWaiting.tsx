import { useEffect, useState } from 'react';
import { formatTime } from '#web/lib/format.ts';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import classes from '../offers/course.module.css';
import { PlacedPanel } from './Arrival.tsx';
import type { Held } from './heldSignUp.ts';
import { Refusal } from '#web/ui/notices/Refusal.tsx';

type GuestWaitingProps = {
  held: Held;
  isPending: boolean;
  error: unknown;
  onSendAgain: (onSent: () => void) => void;
  onChange: () => void;
  /** Starts over with the earlier input. */
  onOver: () => void;
};

const againAfterMs = 60_000;
const againAtMost = 3;

/** Shown to a guest who has to confirm: where the mail was sent, how long the seat is held, and what to do if none arrives. */
export function GuestWaiting({ held, isPending, error, onSendAgain, onChange, onOver }: GuestWaitingProps) {
  const { heldUntil, waits, input } = held;
  const [nowMs, setNowMs] = useState(() => Date.now());
  const [sent, setSent] = useState(() => ({ times: 0, lastMs: Date.now() }));
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const leftMs = heldUntil - nowMs;
  if (leftMs <= 0)
    return (
      <PlacedPanel title="Die Zeit ist abgelaufen">
        <p>
          Haben Sie den Link in der Mail geöffnet, ist alles gut. Sonst melden Sie bitte noch einmal an; was Sie getippt haben, ist noch da.
        </p>
        <PlainButton look="main" onClick={onChange}>
          Noch einmal anmelden
        </PlainButton>
      </PlacedPanel>
    );
  const waitMs = sent.lastMs + againAfterMs - nowMs;
  const again = () => onSendAgain(() => setSent({ times: sent.times + 1, lastMs: Date.now() }));
  return (
    <PlacedPanel title="Fast geschafft: Bitte Mail bestätigen">
      <p>
        Wir haben eine Mail an <strong>{input.email}</strong> geschickt. Bitte öffnen Sie den Link darin innerhalb von 30 Minuten.{' '}
        {waits
          ? 'Danach stehen Sie auf der Warteliste.'
          : `Bis ${formatTime(new Date(heldUntil).toISOString())} Uhr halten wir den Platz frei.`}
      </p>
      <p>
        Noch <strong>{clockOf(leftMs)}</strong>
      </p>
      <p>Keine Mail da? Schauen Sie auch im Spam-Ordner nach.</p>
      <div className={classes['buttons']}>
        {sent.times < againAtMost && (
          <PlainButton disabled={isPending || waitMs > 0} onClick={again}>
            Mail noch einmal senden{waitMs > 0 && ` (in ${Math.ceil(waitMs / 1000)} s)`}
          </PlainButton>
        )}
        <PlainButton onClick={onChange}>Adresse ändern</PlainButton>
        <PlainButton onClick={onOver}>Noch jemanden anmelden</PlainButton>
      </div>
      <output>{sent.times > 0 && 'Die Mail ist noch einmal unterwegs.'}</output>
      <Refusal error={error} />
    </PlacedPanel>
  );
}

/** "29:05". */
function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
