/** Addresses over the real engine: what customers get, and that it is found again. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signingOf } from '@agio/chain/adapters.ts'
import { checkAddress } from '@agio/chain/address/check.ts'
import { keyPlaceOf } from '@agio/chain/signer/protocol.ts'
import { asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { houseAddresses } from '@agio/engine/wallet/read-payments.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MemoryExchange } from '../../testing/memory-exchange.ts'
import { memoryModels } from '../../testing/memory-models.ts'
import type { KnownNetwork } from '../network-book.ts'
import { openWallet, type Wallet } from '../open-wallet.ts'
import { type CustomerAddress, NO_CHAINS } from '../parts.ts'
import { evmNetwork, simulatedNetwork } from '../testing/documents.ts'
import { SeedSigner } from '../testing/seed-signer.ts'

let exchange: MemoryExchange
let signer: SeedSigner
let models: ReturnType<typeof memoryModels>
let dir: string
let logged: string[]
const wallets: Wallet[] = []

function open(by: SeedSigner | undefined = signer): Wallet {
  const note = (text: string, fields = {}): void => void logged.push(`${text} ${JSON.stringify(fields)}`)
  const log = { info: note, warn: note, error: note }
  const random = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count))
  const options = {
    tenantId: 'agio',
    exchange,
    models,
    urls: NO_CHAINS,
    signer: by,
    clock: exchange,
    random,
    log,
    dir,
    journalDir: undefined,
  }
  const wallet = openWallet(options)
  wallets.push(wallet)
  return wallet
}

function network(wallet: Wallet, blockchain: string): KnownNetwork {
  const found = wallet.book.byBlockchain(blockchain)
  if (found === undefined) throw new Error(`no network ${blockchain}`)
  return found
}

/** As create, with its text: on a busy machine the first of a start is shown before it is made. */
async function created(wallet: Wallet, user: UserId, on: KnownNetwork, label: string): Promise<CustomerAddress> {
  const { addressId } = await wallet.addresses.create(user, on, label)
  return await vi.waitFor(async () => {
    const made = (await wallet.addresses.list(user, on)).find((address) => address.addressId === addressId)
    if (made?.text === undefined) throw new Error('it is not made yet')
    return made
  }, 15_000)
}

let registered = 0
function customer(): UserId {
  registered += 1
  const outcome = exchange.must({ kind: 'registerUser', accountKey: `k${registered}`, role: 'customer', document: {} } as never)
  return asUserId(outcome.value)
}

function define(family: number, document: ReturnType<typeof evmNetwork>): void {
  exchange.must({ kind: 'defineNetwork', family, document, actor: 'test', why: '' })
}

async function stopAll(): Promise<void> {
  await Promise.all(wallets.splice(0).map((wallet) => wallet.stop()))
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'watch-addresses-'))
  exchange = new MemoryExchange()
  models = memoryModels(exchange)
  signer = new SeedSigner(7)
  logged = []
  define(60, evmNetwork())
  define(60, evmNetwork('polygon', '137'))
  define(101, simulatedNetwork('ripple', 'tag'))
})
afterEach(async () => {
  await stopAll()
  rmSync(dir, { recursive: true, force: true })
})

it('WAL-006 [part] the same label on the same chain gives the same address, another label another one, and twenty are the most', async () => {
  const wallet = open()
  await wallet.book.ready
  const ethereum = network(wallet, 'ethereum')
  const user = customer()
  expect(await wallet.addresses.list(user, ethereum)).toEqual([])
  const [first, twice] = await Promise.all(['', ''].map((label) => created(wallet, user, ethereum, label)))
  expect(twice).toEqual(first)
  expect(checkAddress({ format: 'evm' }, first?.text ?? '')).toMatchObject({ address: first?.text })
  const other = await created(wallet, user, ethereum, 'savings')
  expect(other.text).not.toBe(first?.text)
  expect(await wallet.addresses.create(user, ethereum, 'savings')).toEqual(other)
  expect(await wallet.addresses.list(user, ethereum)).toEqual([first, other])
  for (let count = 2; count < 20; count += 1) await wallet.addresses.create(user, ethereum, `label ${count}`)
  await expect(wallet.addresses.create(user, ethereum, 'one more')).rejects.toMatchObject({
    errorName: 'ADDRESS_LIMIT',
    params: { max: 20 },
  })
  expect(await wallet.addresses.create(user, ethereum, 'label 19')).toMatchObject({ label: 'label 19' })
})

it('WAL-007 [part] one address serves all EVM networks, no two customers share one, and it is the signer’s key', async () => {
  const wallet = open()
  await wallet.book.ready
  const [ethereum, polygon] = [network(wallet, 'ethereum'), network(wallet, 'polygon')]
  const [ann, bob] = [customer(), customer()]
  const own = await created(wallet, ann, ethereum, 'main')
  expect(await wallet.addresses.create(ann, polygon, 'main')).toEqual(own)
  expect(await wallet.addresses.list(ann, polygon)).toEqual([own])
  const others = await created(wallet, bob, polygon, 'main')
  expect(others.text).not.toBe(own.text)
  const signing = await signingOf(ethereum.document.adapter)
  const { account } = keyPlaceOf('addresses', 0)
  expect(own.text).toBe(signing.addressOf(signing.publicAccount(signer.seed, account, 0, 0), 0, own.addressId))
  // Whichever way it is written, and nothing but it.
  for (const text of [own.text ?? '', (own.text ?? '').toLowerCase()])
    expect(await wallet.addresses.find(polygon, text)).toMatchObject({ userId: ann, addressId: own.addressId })
  expect(await wallet.addresses.find(polygon, `0x${'ab'.repeat(20)}`)).toBeUndefined()
  expect(await wallet.addresses.find(polygon, 'nonsense')).toBeUndefined()
})

it('WAL-007 [part] on a network with a tag the address is the house’s for all, and the tag is the customer’s alone', async () => {
  const wallet = open()
  await wallet.book.ready
  const ripple = network(wallet, 'ripple')
  const [ann, bob] = [customer(), customer()]
  const shared = (): readonly unknown[] => houseAddresses(exchange.state).filter(({ place }) => place === 'addresses')
  await vi.waitFor(() => expect(shared()).toMatchObject([{ family: 101 }]), 15_000)
  const [own, others] = [await created(wallet, ann, ripple, ''), await created(wallet, bob, ripple, '')]
  expect(own.text).toBeDefined()
  expect(others.text).toBe(own.text)
  expect(others.tag).not.toBe(own.tag)
  expect(Number(own.tag)).toBeGreaterThan(0)
  expect(await wallet.addresses.receiverOf(ripple, own.text ?? '', own.tag)).toMatchObject({ userId: ann })
  expect(await wallet.addresses.receiverOf(ripple, own.text ?? '', others.tag)).toMatchObject({ userId: bob })
  expect(await wallet.addresses.receiverOf(ripple, own.text ?? '', '1')).toMatchObject({ userId: 0 })
  // A second start opens no second one.
  await stopAll()
  await open().book.ready
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(shared()).toHaveLength(1)
})

it('addresses are shown and found while the signer is away, from keys that the journal has', async () => {
  const wallet = open()
  await wallet.book.ready
  const user = customer()
  const made = await created(wallet, user, network(wallet, 'ethereum'), '')
  await stopAll()
  signer.isAway = true
  const again = open()
  await again.book.ready
  expect(await again.addresses.find(network(again, 'ethereum'), made.text ?? '')).toMatchObject({ addressId: made.addressId })
  expect(await again.addresses.list(user, network(again, 'ethereum'))).toEqual([made])
  expect((await created(again, user, network(again, 'ethereum'), 'new')).text).toBeDefined()
})

it('without a signer an address waits for its text, and nothing is asked of it twice', async () => {
  signer.isAway = true
  const wallet = open()
  await wallet.book.ready
  const user = customer()
  const waiting = await wallet.addresses.create(user, network(wallet, 'ethereum'), '')
  expect(waiting.text).toBeUndefined()
  signer.isAway = false
  await vi.waitFor(async () => expect((await wallet.addresses.list(user, network(wallet, 'ethereum')))[0]?.text).toBeDefined(), 10_000)
  const { asked } = signer
  await wallet.addresses.create(user, network(wallet, 'ethereum'), 'another')
  expect(signer.asked).toBe(asked)
})

it('a signer with another seed is named, and no address changes', async () => {
  const wallet = open()
  await wallet.book.ready
  const user = customer()
  const made = await created(wallet, user, network(wallet, 'ethereum'), '')
  await stopAll()
  const other = open(new SeedSigner(9))
  await other.book.ready
  await vi.waitFor(
    () => expect(other.addresses.keyFault(network(other, 'ethereum'))).toContain('another one than addresses were made of'),
    15_000,
  )
  expect(logged.join('\n')).toContain('another seed')
  await vi.waitFor(async () => expect(await other.addresses.list(user, network(other, 'ethereum'))).toEqual([made]), 15_000)
})

it('a start makes no text again that the disk has, and all of them when it has none', async () => {
  const wallet = open()
  await wallet.book.ready
  const user = customer()
  const made = await created(wallet, user, network(wallet, 'ethereum'), '')
  const path = join(dir, 'addresses.txt')
  const lines = (): number =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '').length
  // Whoever has more to derive cannot say that an address is nobody's.
  const isWhole = (by: typeof wallet): Promise<void> =>
    expect.poll(() => by.addresses.find(network(by, 'ethereum'), `0x${'11'.repeat(20)}`)).toBeUndefined()
  await isWhole(wallet)
  const before = lines()
  expect(before).toBeGreaterThan(0)
  await stopAll()
  const again = open()
  await again.book.ready
  await isWhole(again)
  expect(await again.addresses.find(network(again, 'ethereum'), made.text ?? '')).toMatchObject({ userId: user })
  expect(lines()).toBe(before)
  await stopAll()
  rmSync(path)
  const anew = open()
  await anew.book.ready
  await isWhole(anew)
  expect(await anew.addresses.find(network(anew, 'ethereum'), made.text ?? '')).toMatchObject({ userId: user })
  expect(lines()).toBe(before)
})

it('where a kind of chain has no public derivation, runs of addresses are asked for as they are needed', async () => {
  const solana = { ...evmNetwork('solana'), protocolType: 'SPL', adapter: { kind: 'solana' }, addressRules: { format: 'solana' } }
  define(201, solana)
  const wallet = open()
  await wallet.book.ready
  const on = network(wallet, 'solana')
  const signing = await signingOf(on.document.adapter)
  const expected = (index: number): string => signing.addressOf(signing.publicAccount(signer.seed, 0, index, 1), 0, index)
  const user = customer()
  const early = await created(wallet, user, on, 'early')
  expect(early.text).toBe(expected(early.addressId))
  // Numbers of all families are one row: behind the first run.
  const house = { kind: 'assignAddress', userId: asUserId(0), family: 60, place: 'hot', tag: 0, label: '' } as const
  for (let count = 0; count < 260; count += 1) exchange.must(house)
  const late = await created(wallet, user, on, 'late')
  expect(late.addressId).toBeGreaterThan(256)
  expect(late.text).toBe(expected(late.addressId))
  await stopAll()
  signer.isAway = true
  const again = open()
  await again.book.ready
  expect(await again.addresses.find(network(again, 'solana'), late.text ?? '')).toMatchObject({ userId: user, addressId: late.addressId })
})
