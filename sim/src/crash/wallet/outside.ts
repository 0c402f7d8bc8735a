/** Somebody outside, on both development nodes: pays customers' addresses, and has fresh addresses that withdrawals go to. */
import { randomBytes } from 'node:crypto'
import { keyFormOf, portOf, signingOf } from '@agio/chain/adapters.ts'
import { satoshiOf } from '@agio/chain/bitcoin/amount.ts'
import { BitcoinRpc, httpTransport } from '@agio/chain/bitcoin/rpc.ts'
import { Rpc } from '@agio/chain/evm/rpc.ts'
import { PLAY_TOKENS } from '@agio/chain/node/play-tokens.ts'
import type { ChainPort, Coin } from '@agio/chain/port.ts'
import type { PublicAccount, SigningPort } from '@agio/chain/signing-port.ts'
import { KeyFilter } from '@agio/chain/watch/filter.ts'

export const LEDGER_SCALE = 8
export type Chain = 'ethereum' | 'bitcoin'
export interface Coins {
  readonly chain: Chain
  readonly coin: 'ETH' | 'USDT' | 'BTC'
  /** Decimals of the chain's unit. */
  readonly decimals: number
  readonly token: string | null
}

const DOLLARS: Coins = { chain: 'ethereum', coin: 'USDT', decimals: 6, token: PLAY_TOKENS.DemoDollar }
export const COINS: readonly Coins[] = [
  { chain: 'ethereum', coin: 'ETH', decimals: 18, token: null },
  DOLLARS,
  { chain: 'bitcoin', coin: 'BTC', decimals: 8, token: null },
]

/** Units of the chain for ledger units; what the chain has not is cut. */
export const toUnits = (ledger: bigint, { decimals }: Coins): bigint =>
  decimals > LEDGER_SCALE ? ledger * 10n ** BigInt(decimals - LEDGER_SCALE) : ledger / 10n ** BigInt(LEDGER_SCALE - decimals)

/** Ledger units for units of the chain; what the ledger has not is dust. */
export const toLedger = (units: bigint, { decimals }: Coins): bigint =>
  decimals > LEDGER_SCALE ? units / 10n ** BigInt(decimals - LEDGER_SCALE) : units * 10n ** BigInt(LEDGER_SCALE - decimals)

const EVM = { kind: 'evm', chainId: '31337', internalCalls: 'flat', tipLeast: '1000000000' } as const
const BITCOIN = { kind: 'bitcoin', network: 'regtest', form: 'p2wpkh' } as const
/** Calls `minter()` and `mint(address, uint256)` of the demo's tokens. */
const [MINTER, MINT] = ['0x07546172', '0x40c10f19']
const DOLLARS_MADE = 10n ** 15n
const RICH = `0x${(10n ** 24n).toString(16)}`
/** Coins of a block can be spent a hundred blocks later. */
const MATURITY = 100
const TIMEOUT_MS = 20_000

export interface Paid {
  readonly coins: Coins
  readonly to: string
  readonly amount: bigint
  readonly tx: string
}

/** One side of it: keys of a chain, and what it sent, so that a node that forgot hears of it again. */
class Side {
  readonly #seed = randomBytes(64)
  readonly signing: SigningPort
  readonly #account: PublicAccount
  readonly #sent: { readonly tx: string; readonly bytes: string }[] = []
  #next = 1

  constructor(signing: SigningPort) {
    this.signing = signing
    this.#account = signing.publicAccount(this.#seed, 0, 0, 0)
  }

  /** Who pays. */
  get payer(): string {
    return this.signing.addressOf(this.#account, 0, 0)
  }

  fresh(): string {
    const index = this.#next
    this.#next += 1
    return this.signing.addressOf(this.#account, 0, index)
  }

  key(): Uint8Array {
    return this.signing.privateKey(this.#seed, { account: 0, branch: 0, index: 0 })
  }

  async send(port: ChainPort, signed: { readonly tx: string; readonly bytes: string }): Promise<string> {
    this.#sent.push(signed)
    await port.send(signed)
    return signed.tx
  }

  /** In the order in which they were made: one may spend what another one brings. */
  async sendAll(port: ChainPort): Promise<void> {
    for (const signed of this.#sent) await port.send(signed).catch(() => undefined)
  }
}

export class Outside {
  readonly paid: Paid[] = []
  readonly #sides: Readonly<Record<Chain, Side>>
  #ports: Readonly<Record<Chain, ChainPort>> | undefined
  #urls: Readonly<Record<Chain, string>> | undefined
  #nonce = 0
  #isRich = false
  /** What the next Bitcoin payment spends. */
  readonly #coins: Coin[] = []

  private constructor(sides: Readonly<Record<Chain, Side>>) {
    this.#sides = sides
  }

  static async make(): Promise<Outside> {
    const [evm, bitcoin] = await Promise.all([signingOf(EVM), signingOf(BITCOIN)])
    return new Outside({ ethereum: new Side(evm), bitcoin: new Side(bitcoin) })
  }

  /** Nodes were started, perhaps elsewhere. What was sent before is sent again: an older node may have forgotten it. */
  async meet(urls: Readonly<Record<Chain, string>>): Promise<void> {
    const [ethereum, bitcoin] = await Promise.all([portOf(EVM, [urls.ethereum]), portOf(BITCOIN, [urls.bitcoin])])
    this.#ports = { ethereum, bitcoin }
    this.#urls = urls
    const rpc = new Rpc({ urls: [urls.ethereum], timeoutMs: TIMEOUT_MS })
    await rpc.call('anvil_setBalance', this.#sides.ethereum.payer, RICH)
    if (!this.#isRich) {
      await this.#mint(rpc, ethereum)
      await this.#dig(urls.bitcoin)
      this.#isRich = true
    }
    await this.#sides.ethereum.sendAll(ethereum)
    await this.#sides.bitcoin.sendAll(bitcoin)
  }

  fresh(chain: Chain): string {
    return this.#sides[chain].fresh()
  }

  async pay(coins: Coins, to: string, amount: bigint): Promise<void> {
    const side = this.#sides[coins.chain]
    const port = this.#port(coins.chain)
    const fee = await port.fee(2)
    const payments = [{ to, tag: null, token: coins.token, amount }]
    const plan =
      coins.chain === 'ethereum'
        ? { payments, slot: { kind: 'nonce' as const, from: side.payer, nonce: this.#nonce }, fee, work: 200_000n }
        : { payments, slot: { kind: 'coins' as const, coins: [this.#take()], change: side.payer }, fee, work: 0n }
    const signed = side.signing.sign(port.build(plan), () => side.key())
    if (coins.chain === 'ethereum') this.#nonce += 1
    this.paid.push({ coins, to, amount, tx: signed.tx })
    await side.send(port, signed)
  }

  /** What addresses have at the newest block. */
  async held(coins: Coins, addresses: readonly string[]): Promise<readonly bigint[]> {
    const port = this.#port(coins.chain)
    if (coins.chain === 'ethereum')
      return await port.holdings(
        addresses.map((address) => ({ address, token: coins.token })),
        await port.head(),
      )
    return await this.#received(addresses)
  }

  #port(chain: Chain): ChainPort {
    const port = this.#ports?.[chain]
    if (port === undefined) throw new Error('the nodes were not met yet')
    return port
  }

  #take(): Coin {
    const coin = this.#coins.shift()
    if (coin === undefined) throw new Error('no coins are left outside')
    return coin
  }

  /** Has the maker of the demo's dollars make some, and waits for the block. */
  async #mint(rpc: Rpc, port: ChainPort): Promise<void> {
    const { payer } = this.#sides.ethereum
    const { token } = DOLLARS
    const word = (hex: string): string => hex.padStart(64, '0')
    const maker = String(await rpc.call('eth_call', { to: token, data: MINTER }, 'latest')).slice(-40)
    await rpc.call('anvil_impersonateAccount', `0x${maker}`)
    const data = `${MINT}${word(payer.slice(2).toLowerCase())}${word(DOLLARS_MADE.toString(16))}`
    await rpc.call('eth_sendTransaction', { from: `0x${maker}`, to: token, data })
    await rpc.call('anvil_stopImpersonatingAccount', `0x${maker}`)
    while ((await port.holdings([{ address: payer, token }], await port.head()))[0] === 0n)
      await new Promise((resolve) => setTimeout(resolve, 200))
  }

  /** Mines for itself; each subsidy is one payment. */
  async #dig(url: string): Promise<void> {
    const rpc = new BitcoinRpc(httpTransport(url, 120_000))
    const { payer } = this.#sides.bitcoin
    const blocks: string[] = []
    for (let mined = 0; mined < 40 + MATURITY; mined += 20) blocks.push(...((await rpc.call('generatetoaddress', 20, payer)) as string[]))
    for (const hash of blocks.slice(0, 40)) {
      const block = (await rpc.call('getblock', hash, true, true)) as { tx: { txid: string; vout: { value: unknown }[] }[]; height: number }
      const [coinbase] = block.tx
      const value = coinbase?.vout[0]?.value
      if (coinbase === undefined || value === undefined) throw new Error('a block that pays nobody')
      const amount = satoshiOf(value)
      this.#coins.push({ tx: coinbase.txid, output: 0, amount, address: payer, height: block.height })
    }
  }

  /** Bitcoin has no balances: all blocks are read. */
  async #received(addresses: readonly string[]): Promise<readonly bigint[]> {
    const filter = new KeyFilter(await keyFormOf(BITCOIN))
    for (const [index, address] of addresses.entries()) filter.add(address, index)
    const port = await portOf(BITCOIN, [this.#urls?.bitcoin ?? ''])
    const sums = addresses.map(() => 0n)
    const { height } = await port.head()
    for (let at = 1; at <= height; at += 1) {
      const head = await port.blockAt(at)
      const block = head && (await port.read(head, { addresses: filter, tokens: new Set(), own: new Set() }))
      for (const { watched, amount } of block?.arrivals ?? []) sums[watched] = (sums[watched] ?? 0n) + amount
    }
    return sums
  }
}
