/** Against the programs of Solana in litesvm; slots and the RPC's answers around it are ours (testing/lite-door.ts), written after its documentation. */
import { createServer } from 'node:http'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, utf8 } from '@scure/base'
import { mnemonicToSeedSync } from '@scure/bip39'
import { createDefaultRpcTransport } from '@solana/kit'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { portSuite } from '../suite/port-suite.ts'
import { SuiteHouse } from '../suite/suite-house.ts'
import { readMessage, writeMessage } from './message.ts'
import { associatedAccount } from './program-address.ts'
import { SolanaRpc } from './rpc.ts'
import { solanaSigning } from './signing.ts'
import { addressOf, LiteWorld, SOLANA_POWERS } from './testing/lite-world.ts'

portSuite('Solana', SOLANA_POWERS, async () => new LiteWorld())

describe('on litesvm', () => {
  const house = new SuiteHouse()
  const world = new LiteWorld()
  beforeAll(() => house.enter(world))
  afterAll(() => house.leave())

  it('makes the account of a receiver who has none, and tells its deposit as cost', async () => {
    const [purse, goal] = [await house.funded(), house.purse()]
    await world.pay(house.token(purse.address, 9n))
    await world.mine()
    const before = await house.balance(purse.address)
    const costs: bigint[] = []
    for (const amount of [2n, 3n]) {
      const plan = await house.plan(purse.address, [house.token(goal.address, amount)])
      const signed = house.sign(plan)
      expect((await world.port.send(signed)).outcome).toBe('sent')
      await world.mine()
      const found = await world.port.find(signed.tx, plan.slot, 1)
      if (found.state !== 'mined') throw new Error(found.state)
      expect(found.fee).toBeLessThanOrEqual(world.port.build(plan).feeMost)
      costs.push(found.fee)
    }
    const [first = 0n, second = 0n] = costs
    expect(first - second).toBe(2_039_280n)
    expect(await house.balance(purse.address)).toBe(before - first - second)
    expect(await house.balance(goal.address, world.tokens.listed)).toBe(5n)
  })

  it('takes several payments in one transaction, coins and tokens, and reads them back in their order', async () => {
    const purse = await house.funded()
    await world.pay(house.token(purse.address, 9n))
    await world.mine()
    const payments = [
      house.token(house.purse().address, 4n),
      house.coin(house.purse().address, 1_000_000n),
      house.token(world.stranger(), 5n),
    ]
    const plan = { ...(await house.plan(purse.address, payments)), work: 200_000n }
    expect(solanaSigning.read(world.port.build(plan), new Set())).toEqual(plan)
    const signed = house.sign(plan)
    expect((await world.port.send(signed)).outcome).toBe('sent')
    await world.mine()
    expect(await world.port.find(signed.tx, plan.slot, 1)).toMatchObject({ state: 'mined', succeeded: true })
    expect(await house.balance(purse.address, world.tokens.listed)).toBe(0n)
  })

  it('brings an address that pays in the same transaction nothing, and tokens in another account of the owner neither', async () => {
    const purse = await house.funded()
    const plan = await house.plan(purse.address, [house.coin(purse.address, 5n)])
    await world.port.send(house.sign(plan))
    const head = await world.mine()
    expect((await world.port.read(head, house.wishes([purse])))?.arrivals).toEqual([])
    const block = world.chain.blocks[head.height]
    expect(block?.transactions).toHaveLength(1)
  })

  it('takes back what later blocks changed when it is asked for balances at a block, to the lamport', async () => {
    const [purse, goal] = [await house.funded(), house.purse()]
    await world.pay(house.token(purse.address, 9n))
    const then = await world.mine()
    const questions = [purse, goal].flatMap(({ address }) => [
      { address, token: null },
      { address, token: world.tokens.listed },
    ])
    const before = await world.port.holdings(questions, then)
    for (const payment of [house.token(goal.address, 4n), house.coin(goal.address, 7n)]) {
      await world.port.send(house.sign(await house.plan(purse.address, [payment])))
      await world.mine()
      world.chain.skip()
      await world.mine()
    }
    expect(await world.port.holdings(questions, then)).toEqual(before)
    expect(await world.port.holdings(questions, await world.port.head())).not.toEqual(before)
    // what is open in a slot that is not over counts nowhere
    await world.pay(house.coin(purse.address, 3n))
    expect(await world.port.holdings(questions, then)).toEqual(before)
    await world.mine(64)
    await expect(world.port.holdings(questions, then)).rejects.toMatchObject({ why: 'noHistory' })
  })

  it('repeats the block before a slot without one, and a chain is followed over it', async () => {
    const before = await world.mine()
    world.chain.skip()
    const after = await world.mine()
    expect(await world.port.blockAt(before.height + 1)).toEqual(before)
    expect(after).toMatchObject({ height: before.height + 2, parent: before.hash })
    expect(await world.port.read({ height: before.height + 1, hash: before.hash }, house.wishes([]))).toBeNull()
  })

  it('names a sender who has too little', async () => {
    const purse = await house.funded()
    const plan = await house.plan(purse.address, [house.coin(world.stranger(), world.unit * 11n)])
    expect(await world.port.send(house.sign(plan))).toMatchObject({ outcome: 'refused', why: 'noFunds' })
    const token = await house.plan(purse.address, [house.token(world.stranger(), 1n)])
    expect((await world.port.send(house.sign(token))).outcome).toBe('refused')
  })
})

describe('messages and keys', () => {
  const [from, to, token] = ['one', 'other', 'mint'].map(addressOf) as [string, string, string]
  const plan = { from, blockhash: addressOf('hash'), payments: [{ to, tag: null, token: null, amount: 7n }], rate: 5n, work: 1_000n }

  it('refuses a message with anything that its plan does not say', () => {
    const bytes = writeMessage(plan)
    expect(readMessage(bytes)).toEqual(plan)
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Uint8Array.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      let read: unknown
      try {
        read = readMessage(changed)
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
        continue
      }
      expect(read, `byte ${index}`).not.toEqual(plan)
    }
    for (const payment of [
      { ...plan.payments[0], tag: '7' },
      { ...plan.payments[0], amount: 0n },
      { ...plan.payments[0], to: '0x00' },
    ])
      expect(() => writeMessage({ ...plan, payments: [payment as (typeof plan.payments)[0]] })).toThrow(RangeError)
  })

  it('pays tokens to the account that belongs to the receiver and to no other', () => {
    const bytes = writeMessage({ ...plan, payments: [{ to, tag: null, token, amount: 7n }] })
    const [goal, other] = [associatedAccount(to, token), associatedAccount(from, addressOf('another'))].map(base58.decode)
    const at = Buffer.from(bytes).indexOf(Buffer.from(goal ?? []))
    const changed = Uint8Array.from(bytes)
    changed.set(other ?? [], at)
    expect(() => readMessage(changed)).toThrow(RangeError)
  })

  it('stands where wallets look for it, and gives addresses that were made ahead alone', () => {
    const seed = mnemonicToSeedSync('abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about')
    expect(solanaSigning.path({ account: 0, branch: 0, index: 3 })).toBe("m/44'/501'/3'/0'")
    expect(solanaSigning.path({ account: 2, branch: 0, index: 3 })).toBe("m/44'/501'/3'/0'/2'")
    const account = solanaSigning.publicAccount(seed, 0, 0, 2)
    expect(solanaSigning.addressOf(account, 0, 0)).toBe('HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk')
    const later = solanaSigning.publicAccount(seed, 0, 1, 1)
    expect(solanaSigning.addressOf(later, 0, 1)).toBe(solanaSigning.addressOf(account, 0, 1))
    for (const index of [-1, 0, 2]) expect(() => solanaSigning.addressOf(later, 0, index)).toThrow(RangeError)
    expect(() => solanaSigning.addressOf(account, 1, 0)).toThrow(RangeError)
  })

  it('signs a text as wallets do, and nothing that a person cannot read', () => {
    const key = new Uint8Array(32).fill(3)
    const signature = base58.decode(solanaSigning.signText('Agio has it.\nTruly.', key))
    expect(ed25519.verify(signature, utf8.decode('Agio has it.\nTruly.'), ed25519.getPublicKey(key))).toBe(true)
    expect(() => solanaSigning.signText('\u0001\u0000', key)).toThrow(RangeError)
  })
})

test('lamports beyond the whole numbers of a double arrive exactly over HTTP', async () => {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{"jsonrpc":"2.0","id":"1","result":{"lamports":9007199254740993}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const place = server.address()
    if (place === null || typeof place === 'string') throw new Error('no port')
    const rpc = new SolanaRpc(createDefaultRpcTransport({ url: `http://127.0.0.1:${place.port}` }), 5_000)
    expect(await rpc.must('getAccountInfo')).toEqual({ lamports: 9_007_199_254_740_993n })
  } finally {
    server.close()
  }
})
