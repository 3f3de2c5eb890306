import '@mantine/tiptap/styles.layer.css';
import { Input } from '@mantine/core';
import { RichTextEditor as Editor } from '@mantine/tiptap';
import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { useEditor } from '@tiptap/react';
import { StarterKit } from '@tiptap/starter-kit';
import type { ReactNode } from 'react';
import { href, imageSource, type RichText } from '#shared/kernel/richText.ts';
import { editorLabels } from './richTextLabels.ts';
import { PlaceholderMenu } from './PlaceholderMenu.tsx';
import { TableControls } from './RichTextTableControls.tsx';
import { styleNonce } from '#web/lib/styleNonce.ts';

type RichTextEditorProps = {
  label: string;
  value: RichText;
  onChange: (value: RichText) => void;
  error?: ReactNode;
  description?: ReactNode;
  /** Opens the picture dialog and resolves to URL and text alternative; without it there is no picture button. */
  choosePicture?: (() => Promise<{ src: string; alt: string } | undefined>) | undefined;
  /** Placeholders that a menu inserts as "{word}". */
  placeholders?: readonly string[];
};

/** Drops pasted links that validation would refuse; for a typed link without a scheme, validation reports it. */
const mayLead = (url: string, { defaultValidate }: { defaultValidate: (url: string) => boolean }) =>
  defaultValidate(url) && (href.safeParse(url).success || !url.includes(':'));

/** Keeps only pasted pictures of our own storage; others would be refused when the text is saved. */
const OwnImage = Image.extend({
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: (element) => (imageSource.safeParse(element.getAttribute('src')).success ? null : false) },
  ],
});

/** An editor limited to what shared/kernel/richText.ts accepts; pasted content is reduced to that. */
export function RichTextEditor({ label, value, onChange, error, description, choosePicture, placeholders }: RichTextEditorProps) {
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        code: false,
        codeBlock: false,
        link: { openOnClick: false, autolink: true, protocols: ['mailto', 'tel'], isAllowedUri: mayLead },
      }),
      OwnImage.configure({ allowBase64: false }),
      TableKit.configure({ table: { resizable: false } }),
    ],
    content: value.content.length > 0 ? value : '',
    shouldRerenderOnTransaction: true,
    // The CSP nonce for the editor's own styles.
    injectNonce: styleNonce,
    editorProps: { attributes: { role: 'textbox', 'aria-multiline': 'true', 'aria-label': label } },
    onUpdate: ({ editor: changed }) => onChange(changed.getJSON() as RichText),
  });

  const addPicture = async () => {
    const picture = await choosePicture?.();
    if (picture) editor?.chain().focus().setImage(picture).run();
  };

  return (
    <Input.Wrapper label={label} error={error} description={description} labelElement="div">
      <Editor editor={editor} labels={editorLabels}>
        <Editor.Toolbar sticky stickyOffset={56}>
          <Editor.ControlsGroup>
            <Editor.H2 />
            <Editor.H3 />
            <Editor.H4 />
          </Editor.ControlsGroup>
          <Editor.ControlsGroup>
            <Editor.Bold />
            <Editor.Italic />
            <Editor.Underline />
            <Editor.Strikethrough />
            <Editor.ClearFormatting />
          </Editor.ControlsGroup>
          <Editor.ControlsGroup>
            <Editor.BulletList />
            <Editor.OrderedList />
            <Editor.Blockquote />
            <Editor.Hr />
          </Editor.ControlsGroup>
          <Editor.ControlsGroup>
            <Editor.Link />
            <Editor.Unlink />
          </Editor.ControlsGroup>
          {editor && placeholders && <PlaceholderMenu editor={editor} words={placeholders} />}
          {editor && <TableControls editor={editor} addPicture={choosePicture ? () => void addPicture() : undefined} />}
          <Editor.ControlsGroup>
            <Editor.Undo />
            <Editor.Redo />
          </Editor.ControlsGroup>
        </Editor.Toolbar>
        <Editor.Content />
      </Editor>
    </Input.Wrapper>
  );
}
