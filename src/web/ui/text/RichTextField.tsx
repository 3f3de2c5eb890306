import { Box } from '@mantine/core';
import { Pending } from '../notices/Pending.tsx';
import { lazyPart } from '../late/lazyPart.tsx';

/** Reserves the height of an empty editor, so that the fields below do not move when it loads. */
const meanwhile = (
  <Box mih="10rem">
    <Pending />
  </Box>
);

/** The editor of a rich text in a form. It is larger than the rest of a page together, so it is loaded when the form is shown. */
export const RichTextField = lazyPart(async () => (await import('./RichTextEditor.tsx')).RichTextEditor, meanwhile);
