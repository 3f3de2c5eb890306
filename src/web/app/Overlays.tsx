import '#web/ui/mantine.ts';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useWide } from '#web/ui/useWide.ts';
import { ProveDialog } from './ProveDialog.tsx';

/** What may lie over a page: notices, confirmations, the question for the password. */
export default function Overlays() {
  // On a desktop dialogs open on the right and in the middle; a notice must not lie on their buttons.
  const isWide = useWide();
  return (
    <ModalsProvider labels={{ confirm: 'Ja', cancel: 'Abbrechen' }}>
      <Notifications position={isWide ? 'bottom-left' : 'bottom-center'} containerWidth={480} />
      <ProveDialog />
    </ModalsProvider>
  );
}
