/** The system fonts by name, since `system-ui` is an arbitrary font in browsers that do not know it. */
export const fontFamily =
  '-apple-system, "Segoe UI", Roboto, Ubuntu, Cantarell, "Noto Sans", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif';
