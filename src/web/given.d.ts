/** Information of browsers about the network, if supported: https://wicg.github.io/netinfo/ */
interface Navigator {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}

declare module 'virtual:contract' {
  import type { AnyContractRouter } from '@orpc/contract';
  export const contract: AnyContractRouter;
}

declare module 'virtual:frame-icons' {
  export const bundledIcons: { icons: { [name: string]: { body: string } } };
}

declare module 'virtual:staff-icons' {
  export const bundledIcons: { icons: { [name: string]: { body: string } } };
}
