import { Link } from '@tanstack/react-router';
import { pages } from '#shared/kernel/pages.ts';
import type { ShownFault } from '#shared/money/fees/feePreview.ts';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { GonePayer } from '../mandates/GonePayer.tsx';
import classes from '../mandates/mandates.module.css';

const columns: Column<ShownFault>[] = [
  { name: 'name', label: 'Mitglied', isName: true, cell: (fault) => <Name fault={fault} /> },
  { name: 'reason', label: 'Warum', cell: (fault) => <Why fault={fault} /> },
];

/** Members with a fee that cannot be computed, each with the reason and a link to fix it. */
export function FaultLines({ faults }: { faults: readonly ShownFault[] }) {
  return (
    <RecordList
      label="Nicht berechenbar"
      columns={columns}
      rows={faults}
      keyOf={({ memberId, reason }) => `${memberId} ${reason}`}
      renderCard={(fault) => (
        <div className={classes['row']}>
          <Name fault={fault} />
          <div className={classes['quiet']}>
            <Why fault={fault} />
          </div>
        </div>
      )}
      empty={<EmptyState icon="check" title="Alle Beiträge lassen sich berechnen." />}
    />
  );
}

export function Name({ fault: { memberId, name, family } }: { fault: ShownFault }) {
  if (family)
    return (
      <Link to={pages.adminFees.path} search={(now: object) => ({ ...now, tab: 'familien', open: family.id })}>
        {name}
      </Link>
    );
  return (
    <Link to={pages.member.path} params={{ memberId }}>
      {name}
    </Link>
  );
}

/** The reason, with a link to the rules if these have to change, or with who could pay for the family. */
export function Why({ fault: { name, reason, lacks, ruleId, family } }: { fault: ShownFault }) {
  if (lacks === 'birthDate') return reason;
  if (lacks === 'payer')
    return (
      <>
        {reason}
        {family && <GonePayer family={family} name={name} />}
      </>
    );
  return (
    <>
      {reason}{' '}
      <Link to={pages.adminFees.path} search={(now: object) => ({ ...now, tab: 'regeln', ...(ruleId && { open: ruleId }) })}>
        {ruleId ? 'Regel ändern' : 'Zur Beitragsordnung'}
      </Link>
    </>
  );
}
