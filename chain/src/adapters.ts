/**
 * The adapter of a network by its settings, which are a part of the network's document: nothing of a chain is compiled in. Libraries of a
 * kind are loaded when the first network of that kind is opened.
 */
import type { ChildQuestion } from './bitcoin/child.ts'
import type { FollowedOutputs } from './bitcoin/followed-outputs.ts'
import type { BitcoinNetwork } from './bitcoin/network.ts'
import type { SelectionQuestion } from './bitcoin/select.ts'
import { ChainFault, type ChainPort, type Coin, type Plan } from './port.ts'
import type { SigningPort } from './signing-port.ts'
import type { KeyForm } from './watch/filter.ts'

/** What tells networks of one kind apart. Numbers that may be large are decimal text, as documents hold them. */
export type AdapterSettings =
  | {
      readonly kind: 'evm'
      readonly chainId: string
      readonly internalCalls: 'debug' | 'flat' | 'unseen'
      /** Contracts of tokens that keep a part of what is moved. */
      readonly measuredTokens?: readonly string[] | undefined
      /** Wei. */
      readonly tipLeast: string
    }
  | { readonly kind: 'bitcoin'; readonly network: 'mainnet' | 'testnet' | 'regtest'; readonly form: 'p2wpkh' | 'p2tr' }
  | { readonly kind: 'solana' }
  | { readonly kind: 'tron'; readonly version: number }
  | { readonly kind: 'simulated'; readonly hrp: string }

const TIMEOUT_MS = 10_000

async function bitcoinNetwork(name: 'mainnet' | 'testnet' | 'regtest'): Promise<BitcoinNetwork> {
  const { MAINNET, REGTEST, TESTNET } = await import('./bitcoin/network.ts')
  return { mainnet: MAINNET, testnet: TESTNET, regtest: REGTEST }[name]
}

export async function signingOf(settings: AdapterSettings): Promise<SigningPort> {
  switch (settings.kind) {
    case 'evm':
      return (await import('./evm/signing.ts')).evmSigning(BigInt(settings.chainId))
    case 'bitcoin': {
      const { BitcoinSigning } = await import('./bitcoin/bitcoin-signing.ts')
      return new BitcoinSigning(await bitcoinNetwork(settings.network), settings.form)
    }
    case 'solana':
      return (await import('./solana/signing.ts')).solanaSigning
    case 'tron':
      return (await import('./tron/signing.ts')).tronSigning(settings.version)
    case 'simulated':
      return (await import('./simulated/signing.ts')).simulatedSigning(settings.hrp)
  }
}

/** Which coins cover payments and fee; null when all of them do not. Pure. */
export type ChooseCoins = (question: SelectionQuestion) => readonly Coin[] | null

/** Undefined unless it is a UTXO chain. */
export async function chooserOf(settings: AdapterSettings): Promise<ChooseCoins | undefined> {
  if (settings.kind !== 'bitcoin') return undefined
  const [{ selectCoins }, network] = await Promise.all([import('./bitcoin/select.ts'), bitcoinNetwork(settings.network)])
  return (question) => selectCoins(question, network)
}

/** What pulls a transaction along that waits; null where nothing of it comes back. Pure. */
export type PlanChild = (question: ChildQuestion) => Plan | null

/** Undefined on chains where no transaction pays for another. */
export async function childPlannerOf(settings: AdapterSettings): Promise<PlanChild | undefined> {
  if (settings.kind !== 'bitcoin') return undefined
  const [{ childOf }, network] = await Promise.all([import('./bitcoin/child.ts'), bitcoinNetwork(settings.network)])
  return (question) => childOf(question, network)
}

/** How addresses of the network become keys of a filter. */
export async function keyFormOf(settings: AdapterSettings): Promise<KeyForm> {
  switch (settings.kind) {
    case 'evm':
      return (await import('./evm/key-form.ts')).evmKeyForm
    case 'bitcoin':
      return (await import('./bitcoin/key-form.ts')).bitcoinKeyForm(await bitcoinNetwork(settings.network))
    case 'solana':
      return (await import('./solana/key-form.ts')).solanaKeyForm
    case 'tron':
      return (await import('./tron/key-form.ts')).tronKeyForm(settings.version)
    case 'simulated':
      return (await import('./simulated/key-form.ts')).simulatedKeyForm(settings.hrp)
  }
}

/**
 * @param urls of nodes, the preferred one first; only EVM adapters go on to the next by themselves
 * @param book outputs of the house, for UTXO chains: see `FollowedOutputs`
 * @throws ChainFault where no node is named, or one of an EVM chain does not answer or is of another chain
 */
export async function portOf(settings: AdapterSettings, urls: readonly string[], book?: FollowedOutputs): Promise<ChainPort> {
  const [url] = urls
  if (url === undefined) throw new ChainFault('unreachable', 'no node is named for this network')
  switch (settings.kind) {
    case 'evm':
      return await evm(settings, urls)
    case 'bitcoin': {
      const [{ BitcoinPort }, { BitcoinRpc, httpTransport }] = await Promise.all([
        import('./bitcoin/bitcoin-port.ts'),
        import('./bitcoin/rpc.ts'),
      ])
      return new BitcoinPort(new BitcoinRpc(httpTransport(url, TIMEOUT_MS)), await bitcoinNetwork(settings.network), book)
    }
    case 'solana': {
      const [{ SolanaPort }, { createDefaultRpcTransport }] = await Promise.all([import('./solana/solana-port.ts'), import('@solana/kit')])
      return new SolanaPort({ transport: createDefaultRpcTransport({ url }), timeoutMs: TIMEOUT_MS })
    }
    case 'tron': {
      const [{ TronPort }, { tronOverHttp }] = await Promise.all([import('./tron/tron-port.ts'), import('./tron/api.ts')])
      return new TronPort({ ask: tronOverHttp(url), timeoutMs: TIMEOUT_MS, version: settings.version })
    }
    case 'simulated': {
      const [{ SimulatedPort }, { askOverHttp }] = await Promise.all([
        import('./simulated/simulated-port.ts'),
        import('./simulated/over-http.ts'),
      ])
      return new SimulatedPort(settings.hrp, askOverHttp(url, TIMEOUT_MS))
    }
  }
}

async function evm(settings: Extract<AdapterSettings, { kind: 'evm' }>, urls: readonly string[]): Promise<ChainPort> {
  const [{ evmPort, proveChain }, { Rpc }] = await Promise.all([import('./evm/evm-port.ts'), import('./evm/rpc.ts')])
  const { chainId, internalCalls, measuredTokens = [], tipLeast } = settings
  const config = { chainId: BigInt(chainId), internalCalls, measuredTokens, tipLeast: BigInt(tipLeast) }
  const rpc = new Rpc({ urls, timeoutMs: TIMEOUT_MS })
  await proveChain(rpc, config)
  return evmPort(rpc, config)
}
