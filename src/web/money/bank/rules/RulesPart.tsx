import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankRule, BankRuleInput } from '#shared/money/bankRules/contract.ts';
import { RowMenu } from '#web/ui/decisions/RowMenu.tsx';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { confirm } from '#web/ui/notices/confirm.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { LoadProblem } from '#web/ui/notices/LoadProblem.tsx';
import { notify, notifyProblem } from '#web/ui/notices/notices.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { PagePart } from '#web/ui/plain/PagePart.tsx';
import classes from '../../charges/charges.module.css';
import { bankRulesQuery, useRuleMutations } from './queries.ts';
import { RuleDialog, type OpenRule } from './RuleDialog.tsx';
import { conditionWords, actionInWords } from './ruleWords.ts';

const columns: Column<BankRule>[] = [
  { name: 'name', label: 'Regel', isName: true, cell: ({ name }) => name },
  { name: 'when', label: 'Wann', cell: conditionWords },
  { name: 'then', label: 'Dann', cell: actionInWords },
];

const first: BankRuleInput = {
  name: '',
  direction: 'out',
  nameContains: '',
  purposeContains: '',
  accountKey: '',
  centsFrom: null,
  centsTo: null,
  way: 'entry',
  category: 'bank_fees',
  sphere: 'ideal',
  reason: '',
  payerId: null,
  isAutomatic: false,
};

/** The club's rules for recurring transactions; the first match counts. */
export function RulesPart() {
  const { data, error, refetch } = useQuery(bankRulesQuery);
  const [open, setOpen] = useState<OpenRule>();
  return (
    <PagePart
      title="Regeln"
      lead="Für Zeilen, die immer wieder kommen, zum Beispiel Kontoführung. Die erste, die passt, zählt; eine Forderung geht immer vor."
    >
      <Button variant="default" mb="sm" leftSection={<Icon name="plus" size={18} />} onClick={() => setOpen({ first })}>
        Regel anlegen
      </Button>
      {error && !data ? (
        <LoadProblem error={error} onRetry={() => void refetch()} />
      ) : (
        <RecordList
          label="Regeln"
          columns={columns}
          rows={data}
          keyOf={({ id }) => id}
          renderCard={(rule) => (
            <span className={classes['card']}>
              <strong>{rule.name}</strong>
              <span className={classes['quiet']}>{conditionWords(rule)}</span>
              <span className={classes['quiet']}>{actionInWords(rule)}</span>
            </span>
          )}
          renderActions={(rule) => <RuleMenu rule={rule} rules={data ?? []} onOpen={() => setOpen({ rule })} />}
          empty={
            <EmptyState icon="building-bank" title="Noch keine Regel.">
              <p>Am schnellsten entsteht sie aus einer offenen Zeile: dort „Regel …“ wählen.</p>
            </EmptyState>
          }
        />
      )}
      <RuleDialog open={open} onClose={() => setOpen(undefined)} />
    </PagePart>
  );
}

function RuleMenu({ rule, rules, onOpen }: { rule: BankRule; rules: readonly BankRule[]; onOpen: () => void }) {
  const { order, remove } = useRuleMutations();
  const at = rules.findIndex(({ id }) => id === rule.id);
  const moveUp = () => {
    const ids = rules.map(({ id }) => id);
    [ids[at - 1], ids[at]] = [ids[at] ?? rule.id, ids[at - 1] ?? rule.id];
    order.mutate(ids, { onError: notifyProblem });
  };
  const ask = () =>
    confirm({
      title: 'Regel löschen?',
      text: `„${rule.name}“. Was sie gebucht hat, bleibt gebucht.`,
      action: 'Löschen',
      onConfirm: () => remove.mutate(rule.id, { onSuccess: () => notify('Die Regel ist gelöscht.'), onError: notifyProblem }),
    });
  return (
    <RowMenu name={rule.name}>
      <Menu.Item onClick={onOpen}>Ändern …</Menu.Item>
      {at > 0 && <Menu.Item onClick={moveUp}>Nach oben</Menu.Item>}
      <Menu.Item onClick={ask}>Löschen …</Menu.Item>
    </RowMenu>
  );
}
