import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import { feeLayerNames, feeRhythmNames, memberMethodNames } from '#shared/money/fees/feeWords.ts';
import type { FeeExceptionView, MemberFees } from '#shared/money/fees/memberFees.ts';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Facts } from '#web/ui/plain/Facts.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from '../mandates/mandates.module.css';
import { ExceptionDialog } from './ExceptionDialog.tsx';
import { memberFeesQuery } from './memberQueries.ts';
import { TermsDialog } from './TermsDialog.tsx';

/** A member's fees of this year with their reasons, the payment terms, and exceptions. */
export function MemberFeePart({ personId }: { personId: string }) {
  const query = useQuery(memberFeesQuery(personId));
  const { data } = query;
  if (!data) return <Loading query={query} />;
  return data.isMember ? <Loaded personId={personId} fees={data} /> : null;
}

function Loaded({ personId, fees }: { personId: string; fees: MemberFees }) {
  const [open, setOpen] = useState<'terms' | 'new' | FeeExceptionView>();
  const { terms, exceptions } = fees;
  const close = () => setOpen(undefined);
  return (
    <Stack gap="sm">
      <ThisYear fees={fees} />
      <Facts
        facts={[
          ['Zahlweise', terms.rhythm ? feeRhythmNames[terms.rhythm] : 'wie die Regel'],
          ['Zahlungsart', terms.method ? memberMethodNames[terms.method] : 'Mandat, sonst Überweisung'],
          ['Beitrag ab', terms.feesFrom && germanDate(terms.feesFrom)],
        ]}
      />
      {exceptions.map((one) => (
        <ExceptionCard key={one.id} exception={one} club={fees.club} onOpen={() => setOpen(one)} />
      ))}
      <Group gap="xs">
        <Button variant="default" onClick={() => setOpen('terms')}>
          Zahlweise ändern
        </Button>
        <Button variant="default" leftSection={<Icon name="plus" size={18} />} onClick={() => setOpen('new')}>
          Ausnahme anlegen
        </Button>
      </Group>
      <TermsDialog personId={personId} terms={terms} isOpen={open === 'terms'} onClose={close} />
      <ExceptionDialog
        personId={personId}
        club={fees.club}
        exception={typeof open === 'object' ? open : undefined}
        isOpen={open !== undefined && open !== 'terms'}
        onClose={close}
      />
    </Stack>
  );
}

function ThisYear({ fees: { year, lines, faults } }: { fees: MemberFees }) {
  return (
    <>
      {faults.length > 0 && (
        <Alert color="waiting" title={`Kein Beitrag für ${year}`}>
          {faults.join(' ')}
        </Alert>
      )}
      {lines.length > 0 && (
        <div className={classes['card']}>
          {lines.map(({ slot, label, reason, from, cents }) => (
            <div key={`${slot} ${from}`} className={classes['row']}>
              <span>
                {label}: <strong>{euros(cents)}</strong> ab {germanDate(from)}
              </span>
              {reason && <span className={classes['quiet']}>{reason}</span>}
            </div>
          ))}
        </div>
      )}
      {lines.length === 0 && faults.length === 0 && <Text size="sm">Für {year} ist kein Beitrag zu zahlen.</Text>}
    </>
  );
}

type ExceptionCardProps = { exception: FeeExceptionView; club: MemberFees['club']; onOpen: () => void };

function ExceptionCard({ exception, club, onOpen }: ExceptionCardProps) {
  const { layer, departmentId, kind, cents, percent, from, to, reason, proofUntil } = exception;
  const { data: departments = [] } = useQuery({ ...departmentsQuery(club, 'all'), enabled: departmentId !== null });
  const price = { free: 'beitragsfrei', percent: `${percent} % ermäßigt`, cents: `${euros(cents)} statt der Regel` }[kind];
  const what = layer === 'department' ? (departments.find(({ id }) => id === departmentId)?.name ?? '') : feeLayerNames[layer];
  return (
    <section className={classes['card']} aria-label={`Ausnahme: ${reason}`}>
      <div className={classes['row']}>
        <strong>
          {what}: {price}
        </strong>
        <span>{reason}</span>
        <span className={classes['quiet']}>
          {to ? `${germanDate(from)} bis ${germanDate(to)}` : `ab ${germanDate(from)}`}
          {proofUntil && ` · Nachweis bis ${germanDate(proofUntil)}`}
        </span>
      </div>
      <Button variant="default" size="compact-md" style={{ justifySelf: 'start' }} onClick={onOpen}>
        Ausnahme ändern
      </Button>
    </section>
  );
}
