import { Box } from '@mantine/core';
import { Pending } from '../notices/Pending.tsx';
import { lazyPart } from '../late/lazyPart.tsx';

/** Keeps the room of an empty editor, so that the fields below it do not move when it comes. */
const meanwhile = (
  <Box mih="10rem">
    <Pending />
  </Box>
);

/** The editor of a rich text in a form. It weighs more than all the rest of a page, so it comes when the form is shown. */
export const RichTextField = lazyPart(async () => (await import('./RichTextEditor.tsx')).RichTextEditor, meanwhile);
