/** The letters of each system by name, as `system-ui` is any font at all where a browser knows of none. */
export const fontFamily =
  '-apple-system, "Segoe UI", Roboto, Ubuntu, Cantarell, "Noto Sans", "Helvetica Neue", Arial, "DejaVu Sans", sans-serif';
