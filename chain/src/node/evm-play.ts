/** A development node of Ethereum with two tokens and somebody who can make coins of all three. Its key is known to everybody: play money. */
import { readFileSync } from 'node:fs'
import { computeAddress, Interface, SigningKey, Transaction } from 'ethers'
import type { Payment } from '../port.ts'
import { type EvmNode, type EvmNodeOptions, startEvmNode } from './evm-node.ts'
import type { PlayChain } from './play-chain.ts'
import { PLAY_TOKENS } from './play-tokens.ts'

const KEY = new SigningKey(`0x${'a610'.repeat(16)}`)
const MAKER = computeAddress(KEY)
const TOKEN = new Interface(['function mint(address to, uint256 value)'])
const BASE_FEE = 1_000_000_000
const TIP = 1_000_000_000n
const FEE_MOST = 1_000n * TIP
const WORK_OF_COIN = 21_000n
const WORK_OF_TOKEN = 120_000n
const WORK_OF_CONTRACT = 3_000_000n
/** Wei for fees. */
const SPARE = 10n ** 20n

/** In the order in which they are deployed, from which their addresses follow. */
const CONTRACTS = ['DemoDollar', 'DemoCoin'] as const satisfies readonly (keyof typeof PLAY_TOKENS)[]

const built = JSON.parse(readFileSync(new URL('../../contracts/built.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, { readonly bytecode: string }>
>

interface Call {
  /** Null makes a contract. */
  readonly to: string | null
  readonly value: bigint
  readonly data: string
  readonly work: bigint
}

const hex = (value: bigint): string => `0x${value.toString(16)}`

class Maker {
  readonly #node: EvmNode
  readonly #chainId: number

  constructor(node: EvmNode, chainId: number) {
    this.#node = node
    this.#chainId = chainId
  }

  async send({ to, value, data, work }: Call): Promise<string> {
    const { rpc } = this.#node
    const nonce = Number(await rpc.call('eth_getTransactionCount', MAKER, 'pending'))
    const fees = { maxFeePerGas: FEE_MOST, maxPriorityFeePerGas: TIP }
    const transaction = Transaction.from({ type: 2, chainId: this.#chainId, nonce, gasLimit: work, ...fees, to, value, data })
    transaction.signature = KEY.sign(transaction.unsignedHash)
    return String(await rpc.call('eth_sendRawTransaction', transaction.serialized))
  }

  /** Each time some more: what waits is not taken off yet. */
  async rich(value: bigint): Promise<void> {
    const has = BigInt(String(await this.#node.rpc.call('eth_getBalance', MAKER, 'latest')))
    await this.#node.rpc.call('anvil_setBalance', MAKER, hex(has + value + SPARE))
  }

  /** Once in the life of a chain; then a look. */
  async deploy(): Promise<void> {
    for (const name of CONTRACTS) {
      if ((await this.#node.rpc.call('eth_getCode', PLAY_TOKENS[name], 'latest')) !== '0x') continue
      await this.rich(0n)
      await this.send({ to: null, value: 0n, data: built[name]?.bytecode ?? '', work: WORK_OF_CONTRACT })
      await this.#node.mine(1)
      if ((await this.#node.rpc.call('eth_getCode', PLAY_TOKENS[name], 'latest')) === '0x')
        throw new Error(`${name} does not stand where it should: the chain of ${this.#node.url} is another one`)
    }
  }
}

function callOf({ to, token, amount }: Payment): Call {
  if (token === null) return { to, value: amount, data: '0x', work: WORK_OF_COIN }
  return { to: token, value: 0n, data: TOKEN.encodeFunctionData('mint', [to, amount]), work: WORK_OF_TOKEN }
}

export async function openEvmPlay(options: Omit<EvmNodeOptions, 'baseFee'>): Promise<PlayChain> {
  const node = await startEvmNode({ ...options, baseFee: BASE_FEE })
  const maker = new Maker(node, options.chainId)
  try {
    await maker.deploy()
  } catch (error) {
    await node.stop()
    throw error
  }
  return {
    url: node.url,
    ended: node.ended,
    height: async () => Number(await node.rpc.call('eth_blockNumber')),
    isUsed: async (height) => (await node.rpc.call('eth_getBlockTransactionCountByNumber', hex(BigInt(height)))) !== '0x0',
    waits: () => node.waits(),
    mine: () => node.mine(1),
    async pay(payments) {
      await maker.rich(payments.reduce((sum, { token, amount }) => (token === null ? sum + amount : sum), 0n))
      const sent: string[] = []
      for (const payment of payments) sent.push(await maker.send(callOf(payment)))
      return sent
    },
    stop: () => node.stop(),
  }
}
