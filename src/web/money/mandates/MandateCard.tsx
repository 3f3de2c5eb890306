import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { ibanInFours } from '#shared/kernel/iban.ts';
import { mandateEndNames } from '#shared/money/mandateWords.ts';
import type { Mandate } from '#shared/money/mandates.ts';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Facts } from '#web/ui/plain/Facts.tsx';
import classes from './mandates.module.css';
import { MandatePaper } from './MandatePaper.tsx';
import { MandateState } from './MandateState.tsx';
import { useMandateMutations } from './queries.ts';

/** Actions that open a dialog. */
export type MandateAction = 'complete' | 'replace' | 'end';

type MandateCardProps = { mandate: Mandate; /** Undefined: read-only. */ onOpen?: (action: MandateAction) => void };

const shownMs = 60_000;

/** One mandate with its actions. */
export function MandateCard({ mandate, onOpen }: MandateCardProps) {
  const day = (date: string | null) => date && germanDate(date);
  const { endedOn, endReason } = mandate;
  return (
    <section className={classes['card']} aria-label={`Mandat ${mandate.reference ?? mandate.account}`}>
      <Facts
        facts={[
          ['Stand', <MandateState key="state" mandate={mandate} />],
          ['Konto', <Account key="account" mandate={mandate} mayReveal={onOpen !== undefined} />],
          ['Inhaber', mandate.accountHolder],
          ['Referenz', mandate.reference ?? 'fehlt'],
          ['Unterschrieben', day(mandate.signedOn) ?? 'fehlt'],
          ['Zuletzt eingezogen', day(mandate.lastUsedOn)],
          ['Gilt', mandate.forName && `nur für ${mandate.forName}`],
          ['Art', mandate.kind === 'one_off' && 'einmalig'],
          ['Beendet', endedOn && [germanDate(endedOn), endReason && mandateEndNames[endReason]].filter(Boolean).join(', ')],
        ]}
      />
      <MandatePaper mandate={mandate} mayAdd={onOpen !== undefined} />
      {onOpen && <Actions mandate={mandate} onOpen={onOpen} />}
    </section>
  );
}

/** The masked account; the full number is shown for a minute after the password was confirmed. */
function Account({ mandate: { id, account }, mayReveal }: { mandate: Mandate; mayReveal: boolean }) {
  const { reveal } = useMandateMutations();
  const [iban, setIban] = useState<string>();
  useEffect(() => {
    if (!iban) return undefined;
    const timer = setTimeout(() => setIban(undefined), shownMs);
    return () => clearTimeout(timer);
  }, [iban]);
  if (iban) return <span>{ibanInFours(iban)}</span>;
  return (
    <Group gap="xs">
      <span>{account}</span>
      {mayReveal && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={reveal.isPending}
          onClick={() => reveal.mutate(id, { onSuccess: (shown) => setIban(shown.iban), onError: notifyProblem })}
        >
          IBAN anzeigen
        </Button>
      )}
    </Group>
  );
}

function Actions({ mandate, onOpen }: { mandate: Mandate; onOpen: (action: MandateAction) => void }) {
  const { pause } = useMandateMutations();
  const { id, isPaused, state } = mandate;
  const set = (to: boolean, version: number, isUndo = false) =>
    pause.mutate(
      { id, isPaused: to, version },
      {
        onSuccess: (saved) =>
          notify(
            to ? 'Das Mandat ruht: Es wird nichts eingezogen.' : 'Das Mandat läuft weiter.',
            isUndo ? undefined : () => set(!to, saved.version, true),
          ),
        onError: notifyProblem,
      },
    );
  return (
    <Group gap="xs">
      {state === 'incomplete' ? (
        <Button onClick={() => onOpen('complete')}>Ergänzen</Button>
      ) : (
        <Button variant="default" loading={pause.isPending} onClick={() => set(!isPaused, mandate.version)}>
          {isPaused ? 'Fortsetzen' : 'Ruhen lassen'}
        </Button>
      )}
      <Button variant="default" onClick={() => onOpen('replace')}>
        Ersetzen
      </Button>
      <Button variant="outline" color="danger" onClick={() => onOpen('end')}>
        Beenden
      </Button>
    </Group>
  );
}
