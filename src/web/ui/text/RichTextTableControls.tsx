import { RichTextEditor as Editor } from '@mantine/tiptap';
import type { Editor as TiptapEditor } from '@tiptap/react';
import { Icon } from '../plain/Icon.tsx';

type TableControlsProps = { editor: TiptapEditor; addPicture?: (() => void) | undefined };

/** The table and picture buttons; those that change a table are shown only inside one. */
export function TableControls({ editor, addPicture }: TableControlsProps) {
  const inTable = [
    { icon: 'column-insert-right', label: 'Spalte einfügen', run: () => editor.chain().focus().addColumnAfter().run() },
    { icon: 'column-remove', label: 'Spalte löschen', run: () => editor.chain().focus().deleteColumn().run() },
    { icon: 'row-insert-bottom', label: 'Zeile einfügen', run: () => editor.chain().focus().addRowAfter().run() },
    { icon: 'row-remove', label: 'Zeile löschen', run: () => editor.chain().focus().deleteRow().run() },
    { icon: 'table-off', label: 'Tabelle löschen', run: () => editor.chain().focus().deleteTable().run() },
  ];
  const always = [
    ...(addPicture ? [{ icon: 'photo', label: 'Bild einfügen', run: addPicture }] : []),
    {
      icon: 'table',
      label: 'Tabelle einfügen',
      run: () => editor.chain().focus().insertTable({ rows: 3, cols: 2, withHeaderRow: true }).run(),
    },
  ];
  const shown = editor.isActive('table') ? [...always.slice(0, -1), ...inTable] : always;
  return (
    <Editor.ControlsGroup>
      {shown.map(({ icon, label, run }) => (
        <Editor.Control key={label} onClick={run} aria-label={label} title={label}>
          <Icon name={icon} size={16} />
        </Editor.Control>
      ))}
    </Editor.ControlsGroup>
  );
}
