/** So long a deed that others are told of can be taken back before anybody is told; the notice with „Rückgängig“ is gone before. */
export const undoSeconds = 15;
