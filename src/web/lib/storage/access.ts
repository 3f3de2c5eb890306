/** The tokens that storage asks for; a refused one is forgotten, so that the next is new. */
export type StorageAccess = {
  bearerToken(): Promise<string>;
  forgetBearerToken(): void;
  appToken(): Promise<string>;
  forgetAppToken(): void;
};

type Load = () => Promise<StorageAccess>;

const { promise, resolve } = Promise.withResolvers<Load>();

/** Tells where the tokens come from; loaded when the first file is asked for. */
export function setStorageAccess(load: Load): void {
  resolve(load);
}

/** The tokens of this application, as soon as it has told where they come from. */
export async function storageAccess(): Promise<StorageAccess> {
  return (await promise)();
}
