/** The message after an unexpected failure; in a file of its own, so that the error screen needs none of the other refusals. */
export const unexpected = 'Da ist uns ein Fehler unterlaufen. Bitte versuchen Sie es noch einmal.';
