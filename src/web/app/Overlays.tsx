import '#web/ui/mantine.ts';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { ProveDialog } from './ProveDialog.tsx';

/** What may lie over a page: notices, confirmations, the question for the password. */
export default function Overlays() {
  return (
    <ModalsProvider labels={{ confirm: 'Ja', cancel: 'Abbrechen' }}>
      <Notifications position="bottom-center" containerWidth={480} />
      <ProveDialog />
    </ModalsProvider>
  );
}
