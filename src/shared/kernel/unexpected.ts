/** The message after an unexpected failure; in a separate file, so that the error screen does not load the other messages. */
export const unexpected = 'Da ist uns ein Fehler unterlaufen. Bitte versuchen Sie es noch einmal.';
