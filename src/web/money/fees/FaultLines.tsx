import { Link } from '@tanstack/react-router';
import { pages } from '#shared/kernel/pages.ts';
import type { ShownFault } from '#shared/money/fees/feePreview.ts';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import classes from '../mandates/mandates.module.css';

const columns: Column<ShownFault>[] = [
  { name: 'name', label: 'Mitglied', isName: true, cell: (fault) => <Name fault={fault} /> },
  { name: 'reason', label: 'Warum', cell: ({ reason }) => reason },
];

/** Members who cannot be charged, each with the reason and a link to fix it. */
export function FaultLines({ faults }: { faults: readonly ShownFault[] }) {
  return (
    <RecordList
      label="Ohne Beitrag"
      columns={columns}
      rows={faults}
      keyOf={({ memberId, reason }) => `${memberId} ${reason}`}
      renderCard={(fault) => (
        <div className={classes['row']}>
          <Name fault={fault} />
          <span className={classes['quiet']}>{fault.reason}</span>
        </div>
      )}
      empty={<EmptyState icon="check" title="Niemand ohne Beitrag gefunden." />}
    />
  );
}

function Name({ fault: { memberId, name } }: { fault: ShownFault }) {
  return (
    <Link to={pages.member.path} params={{ memberId }}>
      {name}
    </Link>
  );
}
