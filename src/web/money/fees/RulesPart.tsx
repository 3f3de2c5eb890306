import { germanDate } from '#shared/kernel/calendar.ts';
import { Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { FeeRuleView } from '#shared/money/fees/fees.ts';
import { feeLayerNames } from '#shared/money/fees/feeWords.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { departmentsQuery } from '#web/club/parts/departments.ts';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import classes from '../mandates/mandates.module.css';
import { feeRulesQuery } from './queries.ts';
import { RuleChanges } from './RuleChanges.tsx';
import { RuleForm, type RuleStart } from './RuleForm.tsx';
import { RuleGaps } from './RuleGaps.tsx';
import { priceWords, whomWords } from '#shared/money/fees/whomWords.ts';

/** The fee schedule from top to bottom: the first matching rule counts. */
export function RulesPart({ club }: { club: ClubName }) {
  const { data, error, refetch } = useQuery(feeRulesQuery(club));
  const { data: departments = [] } = useQuery(departmentsQuery(club, 'all'));
  const [openId, setOpenId] = useOpenRecord();
  const [gap, setGap] = useState<{ id: string; start: RuleStart }>();
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const nameOf = (id: string | null) => departments.find((one) => one.id === id)?.name ?? '';
  const order = { base: 0, department: 1, family: 2, entry: 3, helper: 4 };
  const rows = data?.toSorted((one, other) => order[one.layer] - order[other.layer]);
  const close = () => setOpenId(undefined);
  const isNew = openId?.startsWith('new') ?? false;
  // A gap has an address of its own, so that a form half filled in is asked about before the one for the gap opens.
  const fill = (start: RuleStart) => {
    const id = `new.${Object.values(start).flat().join('.')}`;
    setGap({ id, start });
    setOpenId(id);
  };
  const opened = rows?.find(({ id }) => id === openId);
  return (
    <Stack gap="sm">
      <Text size="sm">
        Es wird von oben nach unten gesucht: Die erste Regel, die auf ein Mitglied passt, zählt. Abteilungen kommen dazu.
      </Text>
      <Button style={{ alignSelf: 'flex-start' }} leftSection={<Icon name="plus" size={18} />} onClick={() => setOpenId('new')}>
        Regel anlegen
      </Button>
      <RuleGaps rules={rows ?? []} onOpen={setOpenId} onFill={fill} />
      <RecordList
        label="Beitragsregeln"
        columns={columnsOf(nameOf, setOpenId)}
        rows={rows}
        keyOf={({ id }) => id}
        renderCard={(rule) => (
          <div className={classes['row']}>
            <Name rule={rule} onOpen={setOpenId} />
            <span>{priceWords(rule)}</span>
            <span className={classes['quiet']}>
              {[layerWords(rule, nameOf), whomWords(rule), validWords(rule)].filter(Boolean).join(' · ')}
            </span>
          </div>
        )}
        empty={
          <EmptyState icon="receipt-euro" title="Noch keine Beitragsregel.">
            <p>Zum Beispiel: Kinder bis 17 Jahre 60,00&nbsp;€, darunter Erwachsene 120,00&nbsp;€ im Jahr.</p>
          </EmptyState>
        }
      />
      <RuleChanges club={club} />
      <RecordDrawer
        id={openId}
        isOpen={isNew || opened !== undefined}
        title={opened ? opened.name : 'Regel anlegen'}
        onOpen={setOpenId}
        onClose={close}
      >
        {isNew && (
          <RuleForm
            key={openId}
            club={club}
            rule={undefined}
            start={gap?.id === openId ? gap?.start : undefined}
            position={(rows?.length ?? 0) * 10 + 10}
            onDone={close}
          />
        )}
        {opened && <RuleForm key={opened.id} club={club} rule={opened} position={opened.position} onDone={close} />}
      </RecordDrawer>
    </Stack>
  );
}

type NameOf = (departmentId: string | null) => string;

function columnsOf(nameOf: NameOf, onOpen: (id: string) => void): Column<FeeRuleView>[] {
  return [
    { name: 'name', label: 'Regel', isName: true, cell: (rule) => <Name rule={rule} onOpen={onOpen} /> },
    { name: 'layer', label: 'Art', cell: (rule) => layerWords(rule, nameOf) },
    { name: 'whom', label: 'Für wen', cell: whomWords },
    { name: 'price', label: 'Beitrag', cell: priceWords },
    { name: 'valid', label: 'Gültig', cell: validWords },
  ];
}

function layerWords({ layer, departmentId }: FeeRuleView, nameOf: NameOf): string {
  return layer === 'department' ? nameOf(departmentId) : feeLayerNames[layer];
}

function Name({ rule, onOpen }: { rule: FeeRuleView; onOpen: (id: string) => void }) {
  return <RecordLink onOpen={() => onOpen(rule.id)}>{rule.name}</RecordLink>;
}

/** "ab 01.01.2027". */
function validWords({ validFrom, validTo }: FeeRuleView): string {
  return validTo ? `${germanDate(validFrom)} bis ${germanDate(validTo)}` : `ab\u00a0${germanDate(validFrom)}`;
}
