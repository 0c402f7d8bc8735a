/** Tokens of the development node: deployed first on each chain, by the same key, so that their addresses are the same on every machine. */
export const PLAY_TOKENS = {
  /** 6 decimals. */
  DemoDollar: '0xdf9C0672b284288c7DE79DCa13Aa2E0bd5Fb6CE8',
  /** 18 decimals. */
  DemoCoin: '0x2a6C8bf527f41aDd197CD4a25eA0D7f6DeeC1EAe',
} as const
