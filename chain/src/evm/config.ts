/** What an EVM chain is told by its documents. */
export interface EvmConfig {
  readonly chainId: bigint
  /**
   * How coins that a contract sends are seen: by `debug_traceBlockByHash` (geth, reth, anvil), by `trace_block` (erigon, nethermind), or not
   * at all. `unseen` is for nodes that trace nothing: such coins show only as a difference of balances, which somebody has to look into.
   * The nodes of one chain are of one kind, for the place of a call is told as the node tells it.
   */
  readonly internalCalls: 'debug' | 'flat' | 'unseen'
  /** Tokens that keep a part of what is moved: of them what came is measured by balances and not believed. */
  readonly measuredTokens: readonly string[]
  /** Wei for the miner that are offered at least. */
  readonly tipLeast: bigint
}

/** Whether nodes of a network are asked for calls inside transactions; else coins that contracts send show in balances alone. */
export const asksForCalls = ({ internalCalls }: Pick<EvmConfig, 'internalCalls'>): boolean => internalCalls !== 'unseen'
