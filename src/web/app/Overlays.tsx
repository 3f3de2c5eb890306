import { DesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useStanding } from '#web/ui/notices/overlays.ts';
import { useWide } from '#web/ui/lists/useWide.ts';
import { ProveDialog } from './screens/ProveDialog.tsx';

/** What may lie over a page: notices, confirmations, the question for the password. */
export default function Overlays() {
  // A notice must not lie on buttons: on a desktop dialogs open on the right, on a phone their actions stand at the foot.
  const isWide = useWide();
  useStanding();
  return (
    <DesignSystem>
      <ModalsProvider labels={{ confirm: 'Ja', cancel: 'Abbrechen' }}>
        <Notifications position={isWide ? 'bottom-left' : 'top-center'} containerWidth={480} />
        <ProveDialog />
      </ModalsProvider>
    </DesignSystem>
  );
}
