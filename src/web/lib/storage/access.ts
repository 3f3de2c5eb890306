/** The tokens that storage requests need; a refused one is dropped, so that the next one is new. */
export type StorageAccess = {
  bearerToken(): Promise<string>;
  forgetBearerToken(): void;
  appToken(): Promise<string>;
  forgetAppToken(): void;
};

type Load = () => Promise<StorageAccess>;

const { promise, resolve } = Promise.withResolvers<Load>();

/** Registers the source of the tokens; it is loaded when the first file is requested. */
export function setStorageAccess(load: Load): void {
  resolve(load);
}

/** The tokens of this application, as soon as their source is registered. */
export async function storageAccess(): Promise<StorageAccess> {
  return (await promise)();
}
