import { Modal } from '@mantine/core';
import { useState } from 'react';
import type { ClubName } from '#shared/kernel/clubs.ts';
import type { MemberImportView } from '#shared/people/memberImport.ts';
import { useWide } from '#web/ui/lists/useWide.ts';
import { DialogTitle } from '#web/ui/decisions/DialogTitle.tsx';
import { ImportCheck } from './ImportCheck.tsx';
import { ImportFile } from './ImportFile.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { RecentImports } from './RecentImports.tsx';

type ImportDialogProps = { club: ClubName; isOpen: boolean; onClose: () => void };

/** Imports members in three steps: the file, its columns with a preview, and the result. */
export function ImportDialog({ club, isOpen, onClose }: ImportDialogProps) {
  const isWide = useWide();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={<DialogTitle>Mitglieder importieren</DialogTitle>}
      size="min(64rem, 95vw)"
      fullScreen={!isWide}
      closeOnClickOutside={false}
    >
      <Steps club={club} onClose={onClose} />
    </Modal>
  );
}

function Steps({ club, onClose }: Omit<ImportDialogProps, 'isOpen'>) {
  const [file, setFile] = useState<MemberImportView>();
  const [begunId, setBegunId] = useState<string>();
  if (begunId) return <ImportOutcome id={begunId} onClose={onClose} onAgain={() => [setFile(undefined), setBegunId(undefined)]} />;
  if (!file)
    return (
      <>
        <ImportFile club={club} onUploaded={setFile} />
        <RecentImports club={club} onOpen={setBegunId} />
      </>
    );
  return <ImportCheck file={file} onBegun={() => setBegunId(file.id)} onBack={() => setFile(undefined)} />;
}
