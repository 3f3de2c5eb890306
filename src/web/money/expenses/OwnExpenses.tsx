import { Alert, Anchor, Button, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ClubName } from '#shared/kernel/clubs.ts';
import { germanDate } from '#shared/kernel/calendar.ts';
import { euros } from '#shared/kernel/money.ts';
import type { FullExpense } from '#shared/money/expenses/contract.ts';
import { expenseSets } from '#shared/money/expenses/words.ts';
import { useOpenRecord } from '#web/lib/openRecord.ts';
import { useAuth } from '#web/lib/session/session.ts';
import { RecordList, type Column } from '#web/ui/lists/RecordList.tsx';
import { EmptyState } from '#web/ui/notices/EmptyState.tsx';
import { Loading } from '#web/ui/notices/Loading.tsx';
import { Icon } from '#web/ui/plain/Icon.tsx';
import { RecordLink } from '#web/ui/plain/RecordLink.tsx';
import { ownAccountsQuery } from '../payouts/ownQueries.ts';
import { ExpenseForm } from './ExpenseForm.tsx';
import classes from './expenses.module.css';
import { OwnExpense } from './OwnExpense.tsx';
import { ownExpensesQuery } from './queries.ts';
import { StateOfExpense } from './StateOfExpense.tsx';

/** What the viewer spent for their club (/profile/expenses). */
export function OwnExpenses() {
  const { user } = useAuth();
  const query = useQuery(ownExpensesQuery());
  const { data } = query;
  const [openId, setOpenId] = useOpenRecord();
  if (!data || !user) return <Loading query={query} />;
  if (!data.isLinked) return <Text size="sm">Ihr Konto gehört noch zu keiner Person des Vereins. Der Vorstand kann es verknüpfen.</Text>;
  const opened = data.expenses.find(({ id }) => id === openId);
  const form = { userId: user.id, kmCents: data.kmCents, departments: data.departments };
  const close = () => setOpenId(undefined);
  return (
    <Stack component="section" aria-label="Auslagen" gap="md">
      {data.expenses.some(({ state }) => expenseSets.open.includes(state)) && <AccountHint club={user.club.name} />}
      <Button leftSection={<Icon name="camera" size={18} />} style={{ alignSelf: 'flex-start' }} onClick={() => setOpenId('new')}>
        Auslage einreichen
      </Button>
      <RecordList
        label="Meine Auslagen"
        columns={columnsOf(setOpenId)}
        rows={data.expenses}
        keyOf={({ id }) => id}
        renderCard={(row) => <Card row={row} onOpen={setOpenId} />}
        empty={
          <EmptyState icon="shopping-cart" title="Noch keine Auslage.">
            <p>Sie haben etwas für den Verein bezahlt? Fotografieren Sie den Beleg, und das Geld kommt zurück.</p>
          </EmptyState>
        }
      />
      <Modal
        opened={openId === 'new' || opened !== undefined}
        onClose={close}
        title={openId === 'new' ? 'Auslage einreichen' : 'Auslage'}
        size="lg"
        closeOnClickOutside={false}
      >
        {openId === 'new' && <ExpenseForm {...form} onDone={close} />}
        {opened && <OwnExpense key={opened.id} {...form} expense={opened} onClose={close} />}
      </Modal>
    </Stack>
  );
}

/** Says what lacks for a payout and leads there; without an open expense nobody needs it. */
function AccountHint({ club }: { club: ClubName }) {
  const { data } = useQuery(ownAccountsQuery());
  if (!data || data.find((one) => one.club === club)?.account) return null;
  return (
    <Alert variant="light" color="waiting" icon={<Icon name="alert-triangle" />}>
      Damit das Geld kommen kann, fehlt noch Ihr Konto. Bitte tragen Sie es unter{' '}
      <Anchor component={Link} to="/profile/payments" hash="auszahlung" underline="always" inherit>
        „Konto für Auszahlungen“
      </Anchor>{' '}
      ein.
    </Alert>
  );
}

function columnsOf(onOpen: (id: string) => void): Column<FullExpense>[] {
  return [
    { name: 'purpose', label: 'Wofür', isName: true, cell: (row) => <Name row={row} onOpen={onOpen} /> },
    { name: 'spentOn', label: 'Tag', isOneLine: true, cell: ({ spentOn }) => germanDate(spentOn) },
    { name: 'cents', label: 'Betrag', isNumber: true, cell: ({ cents }) => <strong>{euros(cents)}</strong> },
    { name: 'state', label: 'Stand', cell: ({ state }) => <StateOfExpense state={state} /> },
  ];
}

type RowProps = { row: FullExpense; onOpen: (id: string) => void };

function Card({ row, onOpen }: RowProps) {
  return (
    <div className={classes['row']}>
      <Name row={row} onOpen={onOpen} />
      <span className={classes['quiet']}>
        {germanDate(row.spentOn)}
        {row.department && ` · ${row.department}`}
      </span>
      <strong>{euros(row.cents)}</strong>
      <StateOfExpense state={row.state} />
    </div>
  );
}

function Name({ row: { id, purpose }, onOpen }: RowProps) {
  return <RecordLink onOpen={() => onOpen(id)}>{purpose}</RecordLink>;
}
