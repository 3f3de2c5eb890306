import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { euros } from '#shared/kernel/money.ts';
import type { FullExpense } from '#shared/money/expenses/contract.ts';
import { headAtMostCents } from '#shared/money/expenses/rules.ts';
import { RecordDrawer } from '#web/ui/drawers/RecordDrawer.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Decision } from './Decision.tsx';
import { ExpenseFacts } from './ExpenseFacts.tsx';
import { expenseQuery } from './queries.ts';

type ExpenseDrawerProps = { id: string | undefined; onOpen: (id: string) => void; onClose: () => void };

/** One expense beside the list, with its vouchers and the decision. */
export function ExpenseDrawer({ id, onOpen, onClose }: ExpenseDrawerProps) {
  return (
    <RecordDrawer id={id} title="Auslage" onOpen={onOpen} onClose={onClose}>
      {id && <Loaded key={id} id={id} />}
    </RecordDrawer>
  );
}

function Loaded({ id }: { id: string }) {
  const query = useQuery(expenseQuery(id));
  if (!query.data) return <Loading query={query} />;
  return (
    <Stack gap="md">
      <ExpenseFacts expense={query.data} />
      {query.data.mayDecide ? <Decision key={query.data.version} expense={query.data} /> : <WhyNot expense={query.data} />}
    </Stack>
  );
}

/** Why a submitted expense waits for somebody else. */
function WhyNot({ expense: { state, isOwn, cents } }: { expense: FullExpense }) {
  if (state !== 'submitted') return null;
  return (
    <Text size="sm">
      {isOwn
        ? 'Ihre eigene Auslage prüft jemand anderes.'
        : cents > headAtMostCents && `Über ${euros(headAtMostCents)} entscheidet der Vorstand.`}
    </Text>
  );
}
