import { Modal } from '@mantine/core';
import type { ListedCharge } from '#shared/money/charges.ts';
import { ChangeForm } from './ChangeForm.tsx';
import { JoinForm } from './JoinForm.tsx';
import { SplitForm } from './SplitForm.tsx';

const forms = { split: SplitForm, join: JoinForm, change: ChangeForm };
const titles = { split: 'In Raten aufteilen', join: 'Raten zurücknehmen', change: 'Zahlung ändern' };
export type TermsAction = keyof typeof forms;

type TermsDialogProps = {
  row: ListedCharge;
  /** Undefined while closed. */ action: TermsAction | undefined;
  onClose: () => void;
};

/** The dialog that changes how a charge is paid. */
export function TermsDialog({ row, action, onClose }: TermsDialogProps) {
  const Form = action && forms[action];
  return (
    <Modal opened={action !== undefined} onClose={onClose} title={action && `${titles[action]}: ${row.reference}`} centered>
      {Form && <Form row={row} onClose={onClose} />}
    </Modal>
  );
}
