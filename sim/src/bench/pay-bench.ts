/**
 * K3: withdrawals a second from approval to broadcast, with all that the product has in between: the journal on the disk, the conductor, the
 * signer in its process with its log, the watcher in its thread, and a node. On an EVM chain (anvil, a block a second) over eight hot addresses,
 * one withdrawal in a transaction; on Bitcoin (bcoin) 200 in one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBitcoinWorld } from '@agio/chain/bitcoin/testing/bitcoin-world.ts'
import { openAnvilWorld } from '@agio/chain/evm/testing/anvil-world.ts'
import { startSigner } from '@agio/chain/signer/testing/start-signer.ts'
import type { World } from '@agio/chain/suite/world.ts'
import type { JsonObject } from '@agio/engine/command.ts'
import { asAssetId, asListingId, asNetworkId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { type LiveExchange, openExchange } from '@agio/server/sequencer/open-exchange.ts'
import { memoryModels } from '@agio/server/testing/memory-models.ts'
import { openWallet, type Wallet } from '@agio/server/wallet/open-wallet.ts'
import type { PayHealth } from '@agio/server/wallet/pay/pay-parts.ts'
import { SignerClient } from '@agio/server/wallet/signer-client.ts'
import { bitcoinNetwork, evmNetwork } from '@agio/server/wallet/testing/documents.ts'
import { type Measure, median } from './measure.ts'
import { secondsOf } from './processes.ts'

const SCALE = 8
const ONE = 10n ** BigInt(SCALE)
const NETWORK = asNetworkId(1)
const COIN = asListingId(1)
const HOUSE = { actor: 'bench', why: 'a measure' } as const
const WAIT_MS = 120_000
const BLOCK_MS = 1000
const ADDRESSES = 8
const EVM_WITHDRAWALS = 300
const ROUNDS = 3
const OUTPUTS = 200

interface Chain {
  readonly world: World
  readonly url: string
  readonly symbol: string
  readonly chainScale: number
  readonly document: JsonObject
  /** On each hot address, units of the chain. */
  readonly coins: bigint
}

interface House {
  readonly exchange: LiveExchange
  readonly wallet: Wallet
  readonly customer: UserId
  health(): PayHealth
  /** Processor seconds of the exchange and its signer so far. */
  processor(): number
  close(): Promise<void>
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + WAIT_MS; performance.now() < end; ) {
    if (isSo()) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`waited in vain for ${what}`)
}

async function openHouse({ world, url, symbol, chainScale, document, coins }: Chain): Promise<House> {
  const dir = mkdtempSync(join(tmpdir(), 'agio-pay-bench-'))
  const signer = await startSigner({ tenants: ['agio'] })
  const client = new SignerClient(signer)
  const exchange = await openExchange({ tenantId: 'agio', dir: join(dir, 'journal') })
  const models = memoryModels(exchange)
  const give = async (command: Parameters<typeof exchange.submit>[0]): Promise<number> => {
    const { reason, value } = await exchange.submit(command)
    if (reason !== 'none') throw new Error(`${command.kind}: ${reason}`)
    return value
  }
  await give({ kind: 'defineAsset', symbol, scale: SCALE, document: {} })
  await give({ kind: 'setIndexTerms', unitAssetId: asAssetId(1), sources: ['one'], freshMs: 86_000_000, capE8: 1_000_000, ...HOUSE })
  await give({ kind: 'defineNetwork', family: 60, document, ...HOUSE })
  const gates = { depositOpen: true, withdrawOpen: true, creditAt: 1, unlockAt: 2 }
  const bounds = { minDeposit: 0n, minWithdraw: 0n, maxWithdraw: 0n, fee: 0n, feeRateE8: 0 }
  const terms = { assetId: asAssetId(1), networkId: NETWORK, chainScale, withdrawScale: SCALE, ...gates, ...bounds }
  await give({ kind: 'defineListing', terms, document: { token: null }, ...HOUSE })
  const customer = asUserId(await give({ kind: 'registerUser', accountKey: 'ann', role: 'customer', document: {} }))
  const nothing = (): void => undefined
  const quiet = { info: nothing, warn: nothing, error: (text: string, fields = {}) => console.error(text, fields) }
  const urls = { of: () => [url], secondOf: () => [], onChange: () => () => undefined }
  const wallet = openWallet({
    tenantId: 'agio',
    exchange,
    models,
    urls,
    signer: client,
    clock: { now: () => Date.now() },
    random: (count) => crypto.getRandomValues(new Uint8Array(count)),
    log: quiet,
    dir,
    journalDir: undefined,
  })
  await wallet.book.ready
  const health = (): PayHealth => {
    const [found] = wallet.payments.health()
    if (found === undefined) throw new Error('nobody pays')
    return found
  }
  await until('the chain', () => wallet.watch.health()[0]?.state === 'following')
  const wanted = Number(document.hotAddresses ?? 1)
  await until('hot addresses', () => wallet.payments.health()[0]?.hot.length === wanted)
  await fund(world, wallet, customer, coins)
  return {
    exchange,
    wallet,
    customer,
    health,
    processor: () => secondsOf(process.pid) + secondsOf(signer.pid),
    async close() {
      await wallet.stop()
      await exchange.stop()
      client.close()
      await signer.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Coins on each hot address, and as many as that for the customer, in blocks that are booked. */
async function fund(world: World, wallet: Wallet, customer: UserId, coins: bigint): Promise<void> {
  const network = wallet.book.network(NETWORK)
  if (network === undefined) throw new Error('no network')
  const { text } = await wallet.addresses.create(customer, network, '')
  if (text === undefined) throw new Error('no address')
  for (const to of [text, ...(wallet.payments.health()[0]?.hot ?? []).map(({ address }) => address)])
    await world.pay({ to, tag: null, token: null, amount: coins })
  const { height } = await world.mine(3)
  await until('the coins', () => (wallet.watch.booked(NETWORK)?.height ?? 0) >= height)
}

/** Approves so many at once. @returns seconds until a node has them all */
async function pay({ exchange, customer, health }: House, to: readonly string[], amount: bigint): Promise<number> {
  const startedAt = performance.now()
  const asked = to.map(async (address) => {
    const document = { address, memo: null, remark: null, clientId: null, methods: [], facts: {} }
    const who = { userId: customer, listingId: COIN, receiverId: asUserId(0) }
    const checked = { limit: 0n, windowMs: 0, isVerified: true, reviews: [] }
    return await exchange.submit({ kind: 'requestWithdrawal', ...who, amount, ...checked, document })
  })
  for (const { reason } of await Promise.all(asked)) if (reason !== 'none') throw new Error(`a withdrawal was refused: ${reason}`)
  const isOut = (): boolean => {
    const { queued, unsent } = health()
    return queued === 0 && unsent === 0
  }
  await until('all that is paid', isOut)
  return (performance.now() - startedAt) / 1000
}

async function evmMeasures(): Promise<readonly Measure[]> {
  const world = await openAnvilWorld()
  const document = { ...evmNetwork(), hotAddresses: ADDRESSES, unconfirmedMost: 16 }
  const house = await openHouse({ world, url: world.node.url, symbol: 'ETH', chainScale: 18, document, coins: 10n ** 21n })
  const blocks = setInterval(() => void world.mine(1), BLOCK_MS)
  try {
    const [rates, byProcessor]: [number[], number[]] = [[], []]
    for (let round = 0; round <= ROUNDS; round += 1) {
      const to = Array.from({ length: EVM_WITHDRAWALS }, () => world.stranger())
      const used = house.processor()
      const seconds = await pay(house, to, ONE / 100n)
      const busy = house.processor() - used
      // The first one compiles.
      if (round > 0) {
        rates.push(EVM_WITHDRAWALS / seconds)
        byProcessor.push(EVM_WITHDRAWALS / busy)
      }
      await until('blocks', () => house.health().underWay === 0)
    }
    const [value, own] = [median(rates), median(byProcessor)]
    const title = `withdrawals from approval to broadcast on an EVM chain over ${ADDRESSES} hot addresses, 16 unconfirmed each, a block a second`
    const none = { id: 'K3', unit: '/s', peer: '', peerValue: 0, goal: '>= 30' }
    return [
      { ...none, title, value, ratio: value },
      { ...none, title: 'the same for each processor second of exchange and signer together', value: own, ratio: own },
    ]
  } finally {
    clearInterval(blocks)
    await house.close()
    await world.close()
  }
}

async function bitcoinMeasures(): Promise<readonly Measure[]> {
  const world = await openBitcoinWorld('p2wpkh')
  const document = { ...bitcoinNetwork(), batchMost: OUTPUTS }
  const house = await openHouse({ world, url: world.url, symbol: 'BTC', chainScale: 8, document, coins: 39_000_000n })
  try {
    const to = Array.from({ length: OUTPUTS }, () => world.stranger())
    const seconds = await pay(house, to, 100_000n)
    const outputs = house.wallet.payments.underWay(NETWORK).map(({ stored }) => stored?.plan.payments.length ?? 0)
    const most = Math.max(...outputs)
    const none = { peer: '', peerValue: 0 }
    return [
      { id: 'K3', title: 'withdrawals in one Bitcoin transaction', value: most, unit: 'outputs', ...none, ratio: most, goal: '>= 200' },
      {
        id: 'K3',
        title: `${OUTPUTS} of them, from approval to broadcast`,
        value: seconds,
        unit: 's',
        ...none,
        ratio: seconds,
        goal: '<= 10',
      },
    ]
  } finally {
    await house.close()
    await world.close()
  }
}

export async function payMeasures(): Promise<readonly Measure[]> {
  return [...(await evmMeasures()), ...(await bitcoinMeasures())]
}
