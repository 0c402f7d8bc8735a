/**
 * What bcoin cannot do, by answers written after Bitcoin Core's documentation (no node gave them): Taproot, replacements, the reasons of
 * refusals, a node without an index of transactions. With BITCOIND_PATH the contract suite asks a real one.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChainFault, type Coin } from '../port.ts'
import { KeyFilter } from '../watch/filter.ts'
import { satoshiOf } from './amount.ts'
import { BitcoinPort } from './bitcoin-port.ts'
import { BitcoinSigning } from './bitcoin-signing.ts'
import { FollowedOutputs } from './followed-outputs.ts'
import { bitcoinKeyForm } from './key-form.ts'
import { REGTEST } from './network.ts'
import { Refuse, type ToldNode, toldNode } from './testing/told-node.ts'

const signing = new BitcoinSigning(REGTEST, 'p2tr')
const SEED = new Uint8Array(64).fill(5)
const OWN = signing.addressOf(signing.publicAccount(SEED, 0), 0, 0)
const OTHER = signing.addressOf(signing.publicAccount(SEED, 0), 0, 1)
const KEY = signing.privateKey(SEED, { account: 0, branch: 0, index: 0 })
const PAYEE = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'

const name = (digits: string): string => digits.repeat(64 / digits.length)
const COIN: Coin = { tx: name('c1'), output: 1, amount: 500_000n, address: OWN, height: 101 }

type Said = Readonly<Record<string, (params: readonly unknown[]) => unknown>>

interface Block {
  readonly hash: string
  readonly tx: readonly object[]
}

/** A chain from height 100 on, as Core tells it. */
function chain(blocks: readonly Block[]): Said {
  const at = (hash: unknown): number => {
    const index = blocks.findIndex((block) => block.hash === hash)
    if (index === -1) throw new Refuse(-5, 'Block not found')
    return index
  }
  const header = (hash: unknown): object => {
    const index = at(hash)
    const parent = blocks[index - 1]?.hash ?? name('99')
    return { hash, confirmations: blocks.length - index, height: 100 + index, time: 1_700_000_000 + index, previousblockhash: parent }
  }
  return {
    getnetworkinfo: () => ({ version: 290000, subversion: '/Satoshi:29.0.0/' }),
    getbestblockhash: () => blocks.at(-1)?.hash,
    getblockhash: ([height]) => {
      const block = blocks[Number(height) - 100]
      if (block === undefined) throw new Refuse(-8, 'Block height out of range')
      return block.hash
    },
    getblockheader: ([hash]) => header(hash),
    getblock: ([hash, verbosity]) => {
      expect(verbosity).toBe(3)
      return { ...header(hash), tx: blocks[at(hash)]?.tx }
    },
    // Without `txindex`.
    getrawtransaction: () => {
      throw new Refuse(-5, 'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries.')
    },
    getmempoolentry: () => {
      throw new Refuse(-5, 'Transaction not in mempool')
    },
    gettxout: () => null,
  }
}

const coinbase = { txid: name('cb'), vin: [{ coinbase: '0164', sequence: 0 }], vout: [] }
const spends = (txid: string, coin: Coin): object => ({
  txid,
  vin: [{ txid: coin.tx, vout: coin.output, sequence: 1 }],
  vout: [{ value: 0.00499, n: 0, scriptPubKey: { address: PAYEE, hex: '00' } }],
})
const portOver = ({ rpc }: ToldNode, book?: FollowedOutputs): BitcoinPort => new BitcoinPort(rpc, REGTEST, book)

describe('reads what Core says', () => {
  it('WAL-010 brings a payment to a Taproot address with its senders, and follows it to its end', async () => {
    const paid = {
      txid: COIN.tx,
      vin: [PAYEE, OTHER, PAYEE].map((address, vout) => ({
        ...{ txid: name('aa'), vout, prevout: { value: 1, scriptPubKey: { address, hex: '00' } }, sequence: 1 },
      })),
      vout: [
        { value: 0.1, n: 0, scriptPubKey: { hex: '6a', type: 'nulldata' } },
        { value: 0.005, n: 1, scriptPubKey: { address: OWN, hex: '00', type: 'witness_v1_taproot' } },
      ],
    }
    const said = chain([
      { hash: name('b0'), tx: [coinbase] },
      { hash: name('b1'), tx: [coinbase, paid] },
    ])
    let unspent: unknown = {
      bestblock: name('b1'),
      confirmations: 1,
      value: 0.005,
      scriptPubKey: { address: OWN, hex: '00' },
      coinbase: false,
    }
    const port = portOver(toldNode({ ...said, gettxout: () => unspent }))
    const addresses = new KeyFilter(bitcoinKeyForm(REGTEST))
    addresses.add(OWN, 77)
    const head = await port.head()
    const read = await port.read(head, { addresses, tokens: new Set(), own: new Set([COIN.tx]) })
    expect(read).toEqual({
      ...head,
      own: [COIN.tx],
      arrivals: [
        { tx: COIN.tx, position: 'o1', to: OWN, tag: null, from: PAYEE, alsoFrom: [OTHER], token: null, amount: 500_000n, watched: 77 },
      ],
    })
    expect(
      await port.holdings(
        [
          { address: OWN, token: null },
          { address: PAYEE, token: null },
        ],
        head,
      ),
    ).toEqual([500_000n, 0n])
    expect(await port.coins([OWN])).toEqual([COIN])
    unspent = null
    expect(await port.holdings([{ address: OWN, token: null }], head)).toEqual([0n])
    unspent = { bestblock: name('b2'), confirmations: 2, value: 0.005, scriptPubKey: { address: OWN, hex: '00' } }
    await expect(port.holdings([{ address: OWN, token: null }], head)).rejects.toMatchObject({ why: 'noHistory' })
    unspent = { bestblock: name('b1'), confirmations: 1, value: 0.006, scriptPubKey: { address: OWN, hex: '00' } }
    await expect(port.holdings([{ address: OWN, token: null }], head)).rejects.toMatchObject({ why: 'nonsense' })
  })

  it('reads each amount to the satoshi, and none that is not whole', () => {
    const holds = fc.property(fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }), (satoshi) => {
      const digits = satoshi.toString().padStart(9, '0')
      expect(satoshiOf(JSON.parse(`${digits.slice(0, -8)}.${digits.slice(-8)}`))).toBe(satoshi)
    })
    fc.assert(holds, { numRuns: 500, seed: 28 })
    expect([satoshiOf(1e-8), satoshiOf(0.0000123), satoshiOf(50)]).toEqual([1n, 1230n, 5_000_000_000n])
    for (const wrong of [0.000000001, 1e-9, -1, Number.NaN, '1', null, undefined]) expect(() => satoshiOf(wrong)).toThrow(ChainFault)
  })

  it('takes the estimate of a fee, what is relayed at least where there is none, and bounds it', async () => {
    const rate = async (estimate: object, least = 0.00001): Promise<readonly bigint[]> => {
      const port = portOver(
        toldNode({
          ...chain([]),
          getmempoolinfo: () => ({ mempoolminfee: least, minrelaytxfee: 0.00001 }),
          estimatesmartfee: () => estimate,
        }),
      )
      return [(await port.fee(0)).rate, (await port.fee(2)).rate]
    }
    expect(await rate({ feerate: 0.00012345, blocks: 2 })).toEqual([12_345n, 12_345n])
    expect(await rate({ errors: ['Insufficient data or no feerate found'], blocks: 2 })).toEqual([1000n, 5000n])
    expect(await rate({ feerate: 0.00012345, blocks: 2 }, 0.0005)).toEqual([50_000n, 50_000n])
    expect(await rate({ feerate: 1.5, blocks: 2 })).toEqual([500_000n, 500_000n])
  })
})

describe('finds a transaction without an index', () => {
  const slot = { kind: 'coins', coins: [COIN], change: OWN } as const
  const [ours, other] = [name('d1'), name('d2')]
  const blocks = (spender: string): readonly Block[] => [
    { hash: name('b0'), tx: [coinbase] },
    { hash: name('b1'), tx: [coinbase, spends(spender, COIN)] },
    { hash: name('b2'), tx: [coinbase] },
  ]

  it('WAL-025 is mined where the coin was spent by it, and dead where by another, that deep', async () => {
    const mined = await portOver(toldNode(chain(blocks(ours)))).find(ours, slot, 2)
    expect(mined).toEqual({ state: 'mined', block: { height: 101, hash: name('b1') }, succeeded: true, fee: 1000n })
    expect(await portOver(toldNode(chain(blocks(other)))).find(ours, slot, 3)).toEqual({ state: 'unseen' })
    expect(await portOver(toldNode(chain(blocks(other)))).find(ours, slot, 2)).toEqual({ state: 'dead' })
  })

  it('believes no spending of a block that left the chain', async () => {
    const book = new FollowedOutputs()
    book.add(COIN)
    book.spend(`${COIN.tx}:1`, { by: other, height: 101, hash: name('ff') })
    const unseen = chain([
      { hash: name('b0'), tx: [coinbase] },
      { hash: name('b1'), tx: [coinbase] },
    ])
    expect(await portOver(toldNode(unseen), book).find(ours, slot, 1)).toEqual({ state: 'unseen' })
    // Of one that stands there it needs no search.
    book.spend(`${COIN.tx}:1`, { by: other, height: 100, hash: name('b0') })
    const node = toldNode(unseen)
    expect(await portOver(node, book).find(ours, slot, 2)).toEqual({ state: 'dead' })
    expect(node.asked).not.toContain('getblock')
  })

  it('is waiting or unseen while its coin is there', async () => {
    const there = { bestblock: name('b2'), confirmations: 2, value: 0.005, scriptPubKey: { address: OWN, hex: '00' }, coinbase: false }
    const said = { ...chain(blocks(other)), gettxout: () => there }
    expect(await portOver(toldNode(said)).find(ours, slot, 1)).toEqual({ state: 'unseen' })
    expect(await portOver(toldNode({ ...said, getmempoolentry: () => ({ vsize: 110 }) })).find(ours, slot, 1)).toEqual({ state: 'waiting' })
  })
})

describe('hands transactions to Core', () => {
  const port = new BitcoinPort(toldNode({}).rpc, REGTEST)
  const plan = (rate: bigint): Parameters<BitcoinPort['build']>[0] => ({
    payments: [{ to: PAYEE, tag: null, token: null, amount: 100_000n }],
    slot: { kind: 'coins', coins: [COIN], change: OWN },
    fee: { rate, tip: 0n },
    work: 0n,
  })
  const signed = signing.sign(port.build(plan(1000n)), () => KEY)
  const verdict = (reason: string): Said => ({
    ...chain([]),
    testmempoolaccept: () => [{ txid: signed.tx, allowed: false, 'reject-reason': reason }],
  })

  it.each([
    ['insufficient fee, rejecting replacement 0a; new feerate 0.00001 BTC/kvB <= old feerate 0.00001 BTC/kvB', 'tooCheap'],
    ['min relay fee not met, 100 < 141', 'tooCheap'],
    ['mempool min fee not met', 'tooCheap'],
    ['missing-inputs', 'slotUsed'],
    ['bad-txns-inputs-missingorspent', 'slotUsed'],
    ['txn-mempool-conflict', 'slotUsed'],
    ['bad-txns-in-belowout, value in (0.005) < value out (1.00)', 'noFunds'],
    ['mandatory-script-verify-flag-failed (Invalid Schnorr signature)', 'invalid'],
    ['max-fee-exceeded', 'invalid'],
  ])('names the reason %s as %s', async (text, why) => {
    expect(await portOver(toldNode(verdict(text))).send(signed)).toEqual({ outcome: 'refused', why, text })
  })

  it('tells one that it has from one that is new, also when all that it paid is spent', async () => {
    for (const reason of ['txn-already-in-mempool', 'txn-already-known', 'txn-same-nonwitness-data-in-mempool'])
      expect(await portOver(toldNode(verdict(reason))).send(signed)).toEqual({ outcome: 'alreadyKnown' })
    const mined = { ...verdict('missing-inputs'), getrawtransaction: () => ({ txid: signed.tx, blockhash: name('b0') }) }
    expect(await portOver(toldNode(mined)).send(signed)).toEqual({ outcome: 'alreadyKnown' })
    const node = toldNode({ ...chain([]), testmempoolaccept: () => [{ allowed: true }], sendrawtransaction: () => signed.tx })
    expect(await portOver(node).send(signed)).toEqual({ outcome: 'sent' })
    const late = toldNode({
      ...chain([]),
      testmempoolaccept: () => [{ allowed: true }],
      sendrawtransaction: () => {
        throw new Refuse(-26, 'txn-mempool-conflict')
      },
    })
    expect(await portOver(late).send(signed)).toMatchObject({ outcome: 'refused', why: 'slotUsed' })
  })

  it('knows nothing of what became of one when the node breaks in between', async () => {
    const breaks = {
      ...chain([]),
      testmempoolaccept: () => [{ allowed: true }],
      sendrawtransaction: () => {
        throw new Refuse(-32603, 'internal error')
      },
    }
    expect(await portOver(toldNode(breaks)).send(signed)).toEqual({ outcome: 'unknown' })
    await expect(portOver(toldNode({})).send({ tx: signed.tx, bytes: 'abcd' })).rejects.toThrow(RangeError)
  })

  it('WAL-025 replaces a Taproot payment by one of the same coins that pays enough more, and ends it with another', () => {
    const paid = port.build(plan(1000n))
    const bumped = port.build({ ...plan(1000n), fee: port.bump({ rate: 1000n, tip: 0n }, { rate: 1000n, tip: 0n }) })
    const ended = port.build({ ...plan(1000n), payments: [], fee: { rate: 5000n, tip: 0n } })
    const replacement = signing.sign(bumped, () => KEY)
    expect(replacement.tx).not.toBe(signed.tx)
    // Rule 4: at least a satoshi a vB of its own size on top: 142 vB, one input of Taproot, outputs of p2wpkh and Taproot.
    expect(bumped.feeMost - paid.feeMost).toBe(142n)
    expect(signing.read(bumped, new Set([OWN]))).toMatchObject({ payments: plan(1000n).payments, slot: { coins: [COIN] } })
    expect(signing.read(ended, new Set([OWN])).payments).toEqual([])
  })
})
