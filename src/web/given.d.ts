/** What browsers tell of the line, where they do: https://wicg.github.io/netinfo/ */
interface Navigator {
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}

declare module 'virtual:contract' {
  import type { AnyContractRouter } from '@orpc/contract';
  export const contract: AnyContractRouter;
}
