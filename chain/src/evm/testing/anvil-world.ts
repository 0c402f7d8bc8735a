/** The world of the suite on anvil: outsiders with coins, the demo tokens, a batch payer. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { computeAddress, getCreateAddress, Interface, SigningKey, Transaction } from 'ethers'
import type { Built } from '../../../contracts/compile.ts'
import { type EvmNode, startEvmNode } from '../../node/evm-node.ts'
import type { BlockHead, Payment } from '../../port.ts'
import type { World, WorldPowers } from '../../suite/world.ts'
import { KeyFilter } from '../../watch/filter.ts'
import type { EvmConfig } from '../config.ts'
import { type EvmPort, evmPort } from '../evm-port.ts'
import { evmKeyForm } from '../key-form.ts'
import { Rpc } from '../rpc.ts'
import { evmSigning } from '../signing.ts'
import { type FickleNode, openFickleNode } from './fickle-node.ts'

export const ANVIL_POWERS: WorldPowers = {
  tokens: true,
  many: true,
  waiting: true,
  failures: true,
  reorganise: true,
  replace: true,
  history: true,
}

const CHAIN = 31_337n
const UNIT = 10n ** 15n
const RICH = 10n ** 24n
/** Far above any test's time on a busy machine; silence is tested where nothing is slow. */
const CALL_MS = 20_000
const WORK = 3_000_000n
const TIP = 10n ** 9n

const built = JSON.parse(readFileSync(new URL('../../../contracts/built.json', import.meta.url), 'utf8')) as Built
export const TOKEN = new Interface([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value)',
  'function approve(address spender, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
])
export const PAYER = new Interface([
  'function pay(address[] to, uint256[] values) payable',
  'function payInVain(address to) payable',
  'function payTokens(address token, address[] to, uint256[] values)',
  'function payTokenThenFail(address token, address to, uint256 value)',
])

export interface Call {
  /** Null makes a contract. */
  readonly to: string | null
  readonly value?: bigint
  readonly data?: string
  readonly tip?: bigint
}

/** Somebody outside, with all the coins of the test. */
class Outsider {
  readonly #rpc: Rpc
  readonly #key: SigningKey
  readonly address: string
  /** Bytes of what was sent, by hash: what leaves the chain can be sent again. */
  readonly sent = new Map<string, string>()

  constructor(rpc: Rpc, digit: string) {
    this.#rpc = rpc
    this.#key = new SigningKey(`0x${digit.repeat(64)}`)
    this.address = computeAddress(this.#key)
  }

  async send({ to, value = 0n, data = '0x', tip = TIP }: Call): Promise<string> {
    const nonce = Number(await this.#rpc.call('eth_getTransactionCount', this.address, 'pending'))
    const fees = { maxFeePerGas: 100n * TIP + tip, maxPriorityFeePerGas: tip }
    const transaction = Transaction.from({ type: 2, chainId: CHAIN, nonce, gasLimit: WORK, ...fees, to, value, data })
    transaction.signature = this.#key.sign(transaction.unsignedHash)
    const tx = String(await this.#rpc.call('eth_sendRawTransaction', transaction.serialized))
    this.sent.set(tx, transaction.serialized)
    return tx
  }

  async deploy(name: string): Promise<string> {
    const nonce = Number(await this.#rpc.call('eth_getTransactionCount', this.address, 'pending'))
    await this.send({ to: null, data: built[name]?.bytecode ?? '' })
    return getCreateAddress({ from: this.address, nonce })
  }
}

export interface AnvilWorld extends World {
  readonly port: EvmPort
  readonly node: EvmNode
  /** Between the port and the node. */
  readonly fickle: FickleNode
  readonly outsider: Outsider
  readonly tokens: { readonly listed: string; readonly unlisted: string; readonly fee: string }
  readonly payer: string
  /** Another port over the same nodes, of another configuration. */
  portWith(change: Partial<EvmConfig>): EvmPort
}

export async function openAnvilWorld(): Promise<AnvilWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'agio-anvil-'))
  const node = await startEvmNode({ folder, port: 0, chainId: Number(CHAIN), baseFee: 1_000_000_000 })
  const fickle = await openFickleNode(node.url)
  const outsider = new Outsider(node.rpc, '1')
  const other = new Outsider(node.rpc, '2')
  for (const { address } of [outsider, other]) await node.rpc.call('anvil_setBalance', address, `0x${RICH.toString(16)}`)
  const [listed, unlisted, fee] = [await outsider.deploy('DemoCoin'), await outsider.deploy('DemoCoin'), await outsider.deploy('FeeToken')]
  const payer = await outsider.deploy('BatchPayer')
  for (const token of [listed, unlisted, fee])
    for (const owner of [outsider.address, other.address, payer])
      await outsider.send({ to: token, data: TOKEN.encodeFunctionData('mint', [owner, RICH]) })
  await node.rpc.call('anvil_mine', '0x1')

  const config: EvmConfig = { chainId: CHAIN, internalCalls: 'debug', measuredTokens: [fee], tipLeast: TIP }
  const rpc = new Rpc({ urls: [fickle.url], timeoutMs: CALL_MS })
  const port = evmPort(rpc, config)
  const pay = (payment: Payment, from: Outsider, tip: bigint): Promise<string> => from.send({ ...callOf(payment), tip })
  const mine = async (blocks = 1): Promise<BlockHead> => {
    await node.rpc.call('anvil_mine', `0x${blocks.toString(16)}`)
    return await evmPort(node.rpc, config).head()
  }
  let strangers = 0
  return {
    port,
    node,
    fickle,
    outsider,
    payer,
    tokens: { listed, unlisted, fee },
    signing: evmSigning(CHAIN),
    seed: new Uint8Array(32).fill(7),
    unit: UNIT,
    portWith: (change) => evmPort(rpc, { ...config, ...change }),
    newFilter: () => new KeyFilter(evmKeyForm),
    stranger: () => {
      strangers += 1
      return computeAddress(new SigningKey(`0x${strangers.toString(16).padStart(64, '5')}`))
    },
    pay: (payment) => pay(payment, outsider, TIP),
    payMany: (payments) => outsider.send(batchOf(payer, payments)),
    payInVain: (payment) => outsider.send(vainOf(payer, payment)),
    mine,
    reorganise: async ({ depth, ahead, again }) => {
      await node.rpc.call('anvil_rollback', depth)
      // Another sender: the nonces of the first belong to what comes again.
      if (ahead !== null) await pay(ahead, other, 10n * TIP)
      for (const tx of again) await node.rpc.call('eth_sendRawTransaction', outsider.sent.get(tx))
      return await mine(depth + 1)
    },
    expireSlots: async () => undefined,
    break: (fault) => {
      fickle.fault = fault
    },
    close: async () => {
      await fickle.close()
      await node.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function callOf({ to, token, amount }: Payment): Call {
  return token === null ? { to, value: amount } : { to: token, data: TOKEN.encodeFunctionData('transfer', [to, amount]) }
}

function batchOf(payer: string, payments: readonly Payment[]): Call {
  const [to, values] = [payments.map((payment) => payment.to), payments.map(({ amount }) => amount)]
  return { to: payer, value: values.reduce((sum, value) => sum + value, 0n), data: PAYER.encodeFunctionData('pay', [to, values]) }
}

/** The second receiver of the batch refuses; a token is moved before the transaction fails. */
function vainOf(payer: string, payment: Payment): Call {
  if (payment.token === null) return batchOf(payer, [payment, { ...payment, to: payer }])
  return { to: payer, data: PAYER.encodeFunctionData('payTokenThenFail', [payment.token, payment.to, payment.amount]) }
}
