import { DesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useStanding } from '#web/ui/notices/overlays.ts';
import { useWide } from '#web/ui/lists/useWide.ts';
import { ProveDialog } from './screens/ProveDialog.tsx';

/** What can lie over a page: notifications, confirmations, the password prompt. */
export function Overlays() {
  // A notification must not cover buttons: tuning.css reserves space at the foot of a page and moves it beside an open
  // drawer; on a phone it is at the top, since the actions are at the foot.
  const isWide = useWide();
  useStanding();
  return (
    <DesignSystem>
      <ModalsProvider labels={{ confirm: 'Ja', cancel: 'Abbrechen' }}>
        <Notifications position={isWide ? 'bottom-right' : 'top-center'} containerWidth={480} />
        <ProveDialog />
      </ModalsProvider>
    </DesignSystem>
  );
}
