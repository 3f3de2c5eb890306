import { DesignSystem } from '#web/ui/theme/DesignSystem.tsx';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { useStanding } from '#web/ui/notices/overlays.ts';
import { useWide } from '#web/ui/lists/useWide.ts';
import { ProveDialog } from './screens/ProveDialog.tsx';

/** What may lie over a page: notices, confirmations, the question for the password. */
export function Overlays() {
  // A notice must not lie on buttons: tuning.css keeps room for it at the foot of a page and moves it beside an open drawer;
  // on a phone the actions stand at the foot.
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
