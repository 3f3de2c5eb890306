import { lazyPart } from '../late/lazyPart.tsx';

/** The editor of a rich text in a form. It weighs more than all the rest of a page, so it comes when the form is shown. */
export const RichTextField = lazyPart(async () => (await import('./RichTextEditor.tsx')).RichTextEditor);
