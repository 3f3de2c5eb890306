import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { reportFaults, type MemberReport } from '#shared/people/memberReport.ts';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';

type Fault = MemberReport['faults'][number];

const columns: Column<Fault>[] = [
  { name: 'name', label: 'Name', isName: true, cell: (one) => <MemberLink {...one} /> },
  { name: 'memberNo', label: 'Nummer', cell: ({ memberNo }) => memberNo },
  { name: 'fault', label: 'Auffällig', cell: ({ fault }) => reportFaults[fault] },
];

const shownFirst = 20;

/** What should be mended before the report goes out. */
export function ReportFaults({ report: { faults, isCut } }: { report: MemberReport }) {
  const [isAll, setAll] = useState(false);
  return (
    <PagePart
      title="Vor der Meldung prüfen"
      lead={isCut ? 'Die ersten 500 Auffälligkeiten; weitere erscheinen, sobald diese behoben sind.' : undefined}
    >
      <RecordList
        label="Auffällige Mitglieder"
        columns={columns}
        rows={isAll ? faults : faults.slice(0, shownFirst)}
        keyOf={({ memberId, fault }) => `${memberId} ${fault}`}
        renderCard={(one) => (
          <div>
            <MemberLink {...one} />
            <div>{reportFaults[one.fault]}</div>
          </div>
        )}
        empty={<p>Alles ist plausibel.</p>}
      />
      {!isAll && faults.length > shownFirst && (
        <Button mt="sm" variant="default" onClick={() => setAll(true)}>
          Alle {faults.length} zeigen
        </Button>
      )}
    </PagePart>
  );
}

function MemberLink({ memberId, name }: Fault) {
  return (
    <Link to="/member/$memberId" params={{ memberId }}>
      {name}
    </Link>
  );
}
