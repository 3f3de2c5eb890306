import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { categoryOf, entryCategories } from '#shared/money/entries/words.ts';
import { returnReason, type FullExpense } from '#shared/money/expenses/contract.ts';
import { expenseCategories, usualCategory } from '#shared/money/expenses/rules.ts';
import { ReasonForm } from '#web/ui/decisions/ReasonForm.tsx';
import { FormProblem } from '#web/ui/forms/FormProblem.tsx';
import { notify } from '#web/ui/notices/notices.tsx';
import { useExpenseMutations } from './queries.ts';

const categories = expenseCategories.map((value) => ({ value, label: categoryOf(value).label }));

/** Approves an expense with its ledger category, or returns it with a reason; an approval can be revoked. */
export function Decision({ expense }: { expense: FullExpense }) {
  const { id, version, state } = expense;
  const { decide } = useExpenseMutations();
  const [category, setCategory] = useState(usualCategory(expense));
  const [isReturning, setIsReturning] = useState(false);
  const isApproved = state === 'approved';
  const giveBack = isApproved ? 'Genehmigung zurücknehmen' : 'Zurückgeben';
  const approve = () =>
    decide.mutate({ id, version, isApproved: true, category }, { onSuccess: () => notify('Die Auslage ist genehmigt.') });
  return (
    <Stack gap="sm" className="no-print">
      {!isApproved && (
        <NativeSelect
          label="Buchungskonto"
          data={categories}
          value={category}
          onChange={({ currentTarget }) => setCategory(entryCategories.find((one) => one === currentTarget.value) ?? category)}
        />
      )}
      {!isReturning && <FormProblem error={decide.error} onReload={() => decide.reset()} />}
      <Group gap="xs">
        {!isApproved && (
          <Button loading={decide.isPending} onClick={approve}>
            Genehmigen
          </Button>
        )}
        <Button variant="default" onClick={() => (decide.reset(), setIsReturning(true))}>
          {giveBack} …
        </Button>
      </Group>
      <Modal opened={isReturning} onClose={() => setIsReturning(false)} title={giveBack} closeOnClickOutside={false}>
        <ReasonForm
          action={giveBack}
          description="Steht in der Mail an die Person."
          maxLength={300}
          shape={returnReason}
          isBusy={decide.isPending}
          error={decide.error}
          onReason={(reason, onError) =>
            decide.mutate(
              { id, version, isApproved: false, reason },
              { onSuccess: () => (notify('Die Auslage ist zurückgegeben.'), setIsReturning(false)), onError },
            )
          }
          onCancel={() => setIsReturning(false)}
        />
      </Modal>
    </Stack>
  );
}
