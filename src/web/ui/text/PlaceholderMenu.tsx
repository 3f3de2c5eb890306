import { Menu } from '@mantine/core';
import { RichTextEditor as Editor } from '@mantine/tiptap';
import type { Editor as TextEditor } from '@tiptap/react';

/** Inserts a placeholder in braces at the cursor; sending replaces it. */
export function PlaceholderMenu({ editor, words }: { editor: TextEditor; words: readonly string[] }) {
  return (
    <Editor.ControlsGroup>
      <Menu position="bottom-start" shadow="md">
        <Menu.Target>
          <Editor.Control w="auto" px="xs" fz="sm" aria-label="Platzhalter einfügen">
            Platzhalter
          </Editor.Control>
        </Menu.Target>
        <Menu.Dropdown>
          {words.map((word) => (
            <Menu.Item key={word} onClick={() => editor.chain().focus().insertContent(`{${word}}`).run()}>
              {word}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Editor.ControlsGroup>
  );
}
