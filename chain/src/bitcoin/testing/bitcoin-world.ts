/** The contract suite's world over a real node: bcoin, or the `bitcoind` that BITCOIND_PATH names. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBitcoinNode } from '../../node/bitcoin-node.ts'
import { blockHash } from '../../node/block-file.ts'
import type { BlockHead } from '../../port.ts'
import type { NodeFault, Reorganisation, World, WorldPowers } from '../../suite/world.ts'
import { KeyFilter } from '../../watch/filter.ts'
import { BitcoinPort } from '../bitcoin-port.ts'
import { BitcoinSigning } from '../bitcoin-signing.ts'
import { bitcoinKeyForm } from '../key-form.ts'
import { REGTEST } from '../network.ts'
import { BitcoinRpc, httpTransport, type Transport } from '../rpc.ts'
import { addressOf } from '../script.ts'
import type { AccountKind } from '../sign-input.ts'
import { OutsideWallet, watchAll } from './outside-wallet.ts'
import { makeBlock } from './regtest-block.ts'

export const ON_CORE = (process.env.BITCOIND_PATH ?? '') !== ''

/** bcoin takes no replacement. No Bitcoin node knows what was unspent at an earlier block. */
export const POWERS: WorldPowers = {
  tokens: false,
  many: true,
  waiting: true,
  failures: false,
  reorganise: true,
  replace: ON_CORE,
  history: false,
}

const CALL_MS = 60_000
/** Addresses of the house that the world's watcher follows. */
const FOLLOWED = 200

function failing(real: Transport, fault: () => NodeFault | null): Transport {
  return async (body) => {
    const now = fault()
    if (now === null) return real(body)
    if (now === 'silent') throw new Error('socket hang up')
    if (now === 'nonsense') return '<html>Bad gateway</html>'
    const refusal = (id: unknown): unknown => ({ id, result: null, error: { code: -32603, message: 'internal error' } })
    const asked = JSON.parse(body) as { readonly id: unknown } | readonly { readonly id: unknown }[]
    return JSON.stringify(Array.isArray(asked) ? asked.map(({ id }) => refusal(id)) : refusal(0))
  }
}

export interface BitcoinWorld extends World {
  readonly port: BitcoinPort
  readonly rpc: BitcoinRpc
  readonly outside: OutsideWallet
  /** Of the node itself: it does not fail as `break` says. */
  readonly url: string
}

/** Reads what is new on the chain after a block, as a watcher does, so that the book knows it. */
function follower(port: BitcoinPort, house: readonly string[], start: string): () => Promise<BlockHead> {
  const followed = new Set([start])
  const wishes = { addresses: watchAll(new KeyFilter(bitcoinKeyForm(REGTEST)), house), tokens: new Set<string>(), own: new Set<string>() }
  return async () => {
    const head = await port.head()
    const fresh: BlockHead[] = []
    for (let block: BlockHead | null = head; block !== null && block.height > 0 && !followed.has(block.hash); ) {
      fresh.push(block)
      block = await port.blockAt(block.height - 1)
    }
    for (const block of fresh.reverse()) {
      await port.read(block, wishes)
      followed.add(block.hash)
    }
    return head
  }
}

/** Addresses of SegWit without a key. */
function strangers(): () => string {
  let made = 0
  return () => {
    made += 1
    const program = new Uint8Array(20).fill(0xee)
    new DataView(program.buffer).setUint32(0, made)
    return addressOf(Uint8Array.of(0, 20, ...program), REGTEST) ?? ''
  }
}

export async function openBitcoinWorld(account: AccountKind): Promise<BitcoinWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'agio-bitcoin-world-'))
  const node = await startBitcoinNode({ folder, port: 0 })
  let fault: NodeFault | null = null
  const port = new BitcoinPort(new BitcoinRpc(failing(httpTransport(node.url, CALL_MS), () => fault)), REGTEST)
  const outside = await OutsideWallet.open(node)
  const signing = new BitcoinSigning(REGTEST, account)
  const seed = new Uint8Array(64).fill(7)
  const own = signing.publicAccount(seed, 0)
  const house = Array.from({ length: FOLLOWED }, (_, index) => signing.addressOf(own, 0, index))
  const follow = follower(port, house, (await port.head()).hash)
  let salt = 0

  async function reorganise({ depth, ahead, again }: Reorganisation): Promise<BlockHead> {
    const { height } = await port.head()
    const raw = again.map(async (tx) => ({ tx, bytes: String(await node.rpc.call('getrawtransaction', tx, false)) }))
    const kept = [...(ahead === null ? [] : [outside.prepare([ahead])]), ...(await Promise.all(raw))]
    let parent = await port.blockAt(height - depth)
    for (let made = 0; made <= depth; made += 1) {
      if (parent === null) throw new Error('nothing to build on')
      salt += 1
      const block = makeBlock(parent, made === 0 ? kept.map(({ bytes }) => bytes) : [], salt)
      const refused = await node.rpc.call('submitblock', block)
      if (refused !== null && refused !== 'inconclusive') throw new Error(`a block was refused: ${String(refused)}`)
      parent = { height: parent.height + 1, hash: blockHash(block), parent: parent.hash, time: parent.time + 1000 }
    }
    return follow()
  }

  return {
    port,
    signing,
    seed,
    outside,
    rpc: node.rpc,
    url: node.url,
    tokens: { listed: '', unlisted: '' },
    unit: 1_000_000n,
    newFilter: () => new KeyFilter(bitcoinKeyForm(REGTEST)),
    stranger: strangers(),
    pay: (payment) => outside.pay([payment]),
    payMany: (payments) => outside.pay(payments),
    payInVain: () => Promise.reject(new Error('nothing fails in a block of Bitcoin')),
    mine: async (blocks = 1) => {
      await node.mine(blocks, outside.address)
      return follow()
    },
    reorganise,
    expireSlots: async () => undefined,
    break: (next) => {
      fault = next
    },
    close: async () => {
      await node.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
