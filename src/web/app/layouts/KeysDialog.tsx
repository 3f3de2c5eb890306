import { Kbd, Modal, Stack, Switch, Table } from '@mantine/core';
import { listKeys, useKeysWanted } from '#web/ui/keys/listKeys.ts';

/** Lists the single-key shortcuts of lists, with a switch to disable them. */
export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isWanted, setIsWanted] = useKeysWanted();
  return (
    <Modal opened={isOpen} onClose={onClose} title="Tastenkürzel">
      <Stack>
        <Switch
          label="Einzelne Tasten in Listen"
          checked={isWanted}
          onChange={({ currentTarget }) => setIsWanted(currentTarget.checked)}
          data-autofocus
        />
        <Table aria-label="Tasten in Listen" verticalSpacing={8}>
          <Table.Tbody>
            {listKeys.map(({ keys, does }) => (
              <Table.Tr key={keys}>
                <Table.Th scope="row">
                  {keys.split('  ').map((one) => (
                    <Kbd key={one} mr={8}>
                      {one}
                    </Kbd>
                  ))}
                </Table.Th>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
            <Table.Tr>
              <Table.Th scope="row">
                <Kbd>[</Kbd>
              </Table.Th>
              <Table.Td>Menü schmal oder breit</Table.Td>
            </Table.Tr>
            <Table.Tr>
              <Table.Th scope="row">
                <Kbd>Strg+K</Kbd>
              </Table.Th>
              <Table.Td>alles durchsuchen, auch wenn der Schalter aus ist</Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </Stack>
    </Modal>
  );
}
