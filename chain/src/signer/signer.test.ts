/** What the signer signs and what it refuses, over its core: real keys, real bytes, a log on the disk, a clock that the test moves. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mnemonicToSeedSync } from '@scure/bip39'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readPolicy } from './policy.ts'
import { type Intent, keyPlaceOf, type NetworkName, type SignResult } from './protocol.ts'
import { Keys } from './read-intent.ts'
import { LogCut, SignedLog } from './signed-log.ts'
import { Signer } from './signer.ts'
import { openPolicy } from './testing/open-policy.ts'
import {
  BITCOIN,
  EVM,
  FOREIGN_BITCOIN,
  FOREIGN_EVM,
  GWEI,
  pay,
  SIMULATED,
  SOLANA,
  TestHouse,
  TOKEN,
  TRON,
  withdrawal,
} from './testing/test-house.ts'

const [ALICE, BOB] = FOREIGN_EVM
const COLD = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const SEEDS = new Map([
  ['agio', mnemonicToSeedSync('abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about')],
  ['nova', mnemonicToSeedSync('legal winner thank year wave sausage worth useful legal winner thank yellow')],
])
const ETHER = 10n ** 18n
const HOUR = 3_600_000
const START = 1_800_000_000_000

const tenantPolicy = {
  assets: {
    ETH: { perTransaction: '2', perHour: '3', perAddress: '4', perDay: '6' },
    USDT: { perTransaction: '1000', perHour: '1000', perAddress: '1000', perDay: '1000' },
    BTC: { perTransaction: '2', perHour: '3', perAddress: '4', perDay: '6' },
  },
  networks: {
    'evm:31337': {
      coin: { asset: 'ETH', decimals: 18 },
      fees: { perTransaction: '0.001', perHour: '0.002' },
      tokens: [{ contract: TOKEN, asset: 'USDT', decimals: 6 }],
      targets: [COLD],
    },
    'bitcoin:regtest': { coin: { asset: 'BTC', decimals: 8 }, fees: { perTransaction: '0.001', perHour: '0.01' } },
  },
}
const POLICY = { form: 1, tenants: { agio: tenantPolicy, nova: tenantPolicy } }

let dir: string
let now: number
let signer: Signer
let evm: TestHouse
let bitcoin: TestHouse

function open(policy: object = POLICY): Signer {
  return new Signer({ seeds: SEEDS, policy: readPolicy(JSON.stringify(policy)), dir, now: () => now })
}

async function reopen(policy: object = POLICY): Promise<void> {
  await signer.close()
  signer = open(policy)
}

const seedOf = (tenant: string): Uint8Array => SEEDS.get(tenant) ?? new Uint8Array()
const refusalOf = (result: SignResult): string => ('refused' in result ? result.refused : 'signed')
const signs = async (intent: Intent): Promise<string> => refusalOf(await signer.sign(intent))
const entries = (): number => readFileSync(join(dir, 'signed.log'), 'utf8').trimEnd().split('\n').length

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'agio-signer-core-'))
  now = START
  SignedLog.open(dir, true, () => undefined).close()
  signer = open()
  evm = new TestHouse(EVM, await Keys.open(seedOf('agio'), EVM.settings))
  bitcoin = new TestHouse(BITCOIN, await Keys.open(seedOf('agio'), BITCOIN.settings))
})
afterEach(async () => {
  await signer.close()
  rmSync(dir, { recursive: true, force: true })
})

describe('an intent', () => {
  it('is signed once: asked again, also after a restart, it gives the same bytes and counts nothing twice', async () => {
    const intent = evm.evm(0, withdrawal(1, pay(ALICE, ETHER)))
    const first = await signer.sign(intent)
    expect(first).toMatchObject({ signed: { tx: expect.stringMatching(/^0x[0-9a-f]{64}$/) } })
    const before = entries()
    expect(await signer.sign(intent)).toEqual(first)
    expect(entries()).toBe(before)
    await reopen()
    expect(await signer.sign(intent)).toEqual(first)
    // Three were asked for and one counts: two more fit into the hour's three.
    expect(await signs(evm.evm(1, withdrawal(2, pay(ALICE, 2n * ETHER))))).toBe('signed')
  })

  it('stands in the log, on the disk, before the signature leaves', async () => {
    const signing = signer.sign(evm.evm(0, withdrawal(1, pay(ALICE, ETHER))))
    const result = await signing
    const last = readFileSync(join(dir, 'signed.log'), 'utf8').trimEnd().split('\n').at(-1) ?? ''
    expect(JSON.parse(last.slice(65))).toMatchObject({ what: 'signed', tx: 'signed' in result ? result.signed.tx : '' })
  })

  it('is refused when its bytes do something else', async () => {
    const honest = evm.evm(0, withdrawal(1, pay(ALICE, ETHER)))
    const other = evm.evm(0, withdrawal(1, pay(BOB, ETHER)))
    const more = evm.evm(0, withdrawal(1, pay(ALICE, ETHER + 1n)))
    const token = evm.evm(0, withdrawal(1, pay(ALICE, ETHER, TOKEN), 'USDT'))
    const later = evm.evm(1, withdrawal(1, pay(ALICE, ETHER)))
    for (const { unsigned } of [other, more, token, later]) expect(await signs({ ...honest, unsigned })).toBe('mismatch')
    for (const feeMost of [0n, honest.unsigned.feeMost - 1n])
      expect(await signs({ ...honest, unsigned: { ...honest.unsigned, feeMost } })).toBe('mismatch')
    expect(await signs({ ...honest, unsigned: { ...honest.unsigned, bytes: `${honest.unsigned.bytes}00` } })).toBe('mismatch')
    expect(await signs(honest)).toBe('signed')
  })

  it('is refused when an address is not that of its key, or not a hot one', async () => {
    const paid = [withdrawal(1, pay(ALICE, ETHER))]
    const purpose = { kind: 'withdrawals', paid } as const
    const liar = { address: evm.address(), place: keyPlaceOf('hot', 1) }
    expect(await signs(evm.intent({ purpose, slot: evm.nonce(0), payers: [liar] }))).toBe('mismatch')
    expect(await signs(evm.intent({ purpose, slot: evm.nonce(0, 'cold'), payers: [evm.own('cold')] }))).toBe('notAllowed')
    expect(await signs(evm.intent({ purpose, slot: evm.nonce(0, 'addresses', 7), payers: [evm.own('addresses', 7)] }))).toBe('notAllowed')
    expect(await signs(evm.intent({ purpose, slot: evm.nonce(0), payers: [] }))).toBe('badIntent')
    expect(await signs(evm.intent({ purpose, slot: evm.nonce(0), payers: [evm.own('hot', 1)] }))).toBe('mismatch')
  })

  it('is refused on a chain, for a contract or in a scale that the policy does not have', async () => {
    const elsewhere = { ...EVM, settings: { ...EVM.settings, chainId: '1' } }
    expect(await signs({ ...evm.evm(0, withdrawal(1, pay(ALICE, 1n))), on: elsewhere })).toBe('notAllowed')
    expect(await signs(evm.evm(0, withdrawal(1, pay(ALICE, 1n, BOB), 'USDT')))).toBe('notAllowed')
    // A coin under the name of one with a greater cap.
    expect(await signs(evm.evm(0, withdrawal(1, pay(ALICE, 1n), 'USDT')))).toBe('mismatch')
    const purpose = { kind: 'withdrawals', paid: [withdrawal(1, pay(ALICE, ETHER))] } as const
    expect(await signs(evm.intent({ purpose, slot: evm.nonce(0), scales: { ETH: 30 } }))).toBe('mismatch')
    expect(await signs(evm.evm(0, withdrawal(1, pay(ALICE, 1_000_000n, TOKEN.toLowerCase()), 'USDT')))).toBe('signed')
  })

  it('of one tenant is nothing to another: seeds, caps and numbers are apart', async () => {
    const nova = { ...EVM, tenant: 'nova' }
    const house = new TestHouse(nova, await Keys.open(seedOf('nova'), nova.settings))
    expect(house.address()).not.toBe(evm.address())
    expect(await signs(evm.evm(0, withdrawal(1, pay(ALICE, 2n * ETHER))))).toBe('signed')
    expect(await signs({ ...evm.evm(1, withdrawal(2, pay(ALICE, ETHER))), on: nova })).toBe('mismatch')
    expect(await signs(house.evm(5, withdrawal(1, pay(BOB, 2n * ETHER))))).toBe('signed')
    expect(await signs({ ...evm.evm(0, withdrawal(3, pay(ALICE, 1n))), on: { ...EVM, tenant: 'third' } })).toBe('notAllowed')
  })
})

describe('caps', () => {
  it('SEC-009 [part] of a transaction, an hour, an address and a day are kept by its own log and clock, surviving a restart', async () => {
    expect(await signs(evm.evm(0, withdrawal(1, pay(ALICE, 2n * ETHER + 1n))))).toBe('overCap')
    expect(await signs(evm.evm(0, withdrawal(1, pay(ALICE, 2n * ETHER))))).toBe('signed')
    expect(await signer.sign(evm.evm(1, withdrawal(2, pay(BOB, ETHER + 1n))))).toMatchObject({ refused: 'overCap', retryAfterMs: HOUR })
    expect(await signs(evm.evm(1, withdrawal(2, pay(BOB, ETHER))))).toBe('signed')
    await reopen()
    expect(await signs(evm.evm(2, withdrawal(3, pay(BOB, 1n))))).toBe('overCap')
    now -= 10 * HOUR
    expect(await signs(evm.evm(2, withdrawal(3, pay(BOB, 1n))))).toBe('overCap')
    now = START + HOUR
    expect(await signs(evm.evm(2, withdrawal(3, pay(ALICE, 2n * ETHER))))).toBe('signed')
    now += HOUR
    // Alice got four in a day, and six of a day's six would be too many for anybody.
    expect(await signs(evm.evm(3, withdrawal(4, pay(ALICE.toLowerCase(), 1n))))).toBe('overCap')
    expect(await signs(evm.evm(3, withdrawal(4, pay(BOB, ETHER + 1n))))).toBe('overCap')
    expect(await signs(evm.evm(3, withdrawal(4, pay(BOB, ETHER))))).toBe('signed')
  })

  it('count all outputs of a batch together, and each address by itself', async () => {
    const paid = [withdrawal(1, pay(FOREIGN_BITCOIN[0], 150_000_000n), 'BTC'), withdrawal(2, pay(FOREIGN_BITCOIN[1], 60_000_000n), 'BTC')]
    const slot = bitcoin.coins(bitcoin.coin(1, 500_000_000n))
    const batch = (all: typeof paid): Intent => bitcoin.intent({ purpose: { kind: 'withdrawals', paid: all }, slot, rate: 1000n })
    expect(await signs(batch(paid))).toBe('overCap')
    expect(await signs(batch([withdrawal(1, pay(FOREIGN_BITCOIN[0], 150_000_000n), 'BTC')]))).toBe('signed')
  })

  it('bound what fees may burn', async () => {
    const expensive = (nonce: number, rate: bigint): Intent => evm.intent({ purpose: { kind: 'cancel' }, slot: evm.nonce(nonce), rate })
    expect(await signs(expensive(0, 50n * GWEI))).toBe('overCap')
    expect(await signs(expensive(0, 40n * GWEI))).toBe('signed')
    expect(await signs(expensive(1, 40n * GWEI))).toBe('signed')
    expect(await signs(expensive(2, 40n * GWEI))).toBe('overCap')
  })

  it('SEC-009 [part] count the fee of each transaction that may be in a block beside others, whatever inputs it shares', async () => {
    // Of 0.001 in a transaction and 0.01 in an hour.
    const over = (...names: readonly number[]): Intent => {
      const slot = bitcoin.coins(...names.map((name) => bitcoin.coin(name, 100_000n)))
      return bitcoin.intent({ purpose: { kind: 'cancel' }, slot, rate: 500_000n })
    }
    const fees = async (intent: Intent): Promise<bigint> => ((await signs(intent)) === 'signed' ? intent.unsigned.feeMost : 0n)
    let mined = 0n
    for (let at = 1; at < 30; at += 2) {
      mined += await fees(over(at))
      await signs(over(at, at + 1))
      mined += await fees(over(at + 1))
    }
    expect(mined).toBeGreaterThan(0n)
    expect(mined).toBeLessThanOrEqual(1_000_000n)
  })

  it('count of a replacement what it costs beyond what it replaces', async () => {
    const purpose = { kind: 'cancel' } as const
    const slot = bitcoin.coins(bitcoin.coin(1, 20_000_000n), bitcoin.coin(2, 20_000_000n))
    const swapped = bitcoin.coins(bitcoin.coin(2, 20_000_000n), bitcoin.coin(1, 20_000_000n))
    for (let raised = 0n; raised < 40n; raised += 1n)
      expect(await signs(bitcoin.intent({ purpose, slot: raised % 2n === 0n ? slot : swapped, rate: 200_000n + raised }))).toBe('signed')
  })
})

describe('a withdrawal', () => {
  it('is signed again in the slot that it has, at a higher fee, and counts once', async () => {
    const purpose = { kind: 'withdrawals', paid: [withdrawal(1, pay(ALICE, 2n * ETHER))] } as const
    expect(await signs(evm.intent({ purpose, slot: evm.nonce(0) }))).toBe('signed')
    expect(await signs(evm.intent({ purpose, slot: evm.nonce(0), rate: 2n * GWEI }))).toBe('signed')
    expect(await signs(evm.intent({ purpose: { kind: 'cancel' }, slot: evm.nonce(0), rate: 3n * GWEI }))).toBe('signed')
    expect(await signs(evm.evm(1, withdrawal(2, pay(BOB, ETHER))))).toBe('signed')
  })

  it('is not signed in another slot, whatever else was signed for the first one: either may be in a block', async () => {
    expect(await signs(evm.evm(0, withdrawal(1, pay(ALICE, ETHER))))).toBe('signed')
    expect(await signs(evm.evm(1, withdrawal(1, pay(ALICE, ETHER))))).toBe('changed')
    expect(await signs(evm.evm(1, withdrawal(1, pay(BOB, ETHER))))).toBe('changed')
    await reopen()
    expect(await signs(evm.evm(1, withdrawal(1, pay(ALICE, ETHER))))).toBe('changed')
    expect(await signs(evm.intent({ purpose: { kind: 'cancel' }, slot: evm.nonce(0), rate: 2n * GWEI }))).toBe('signed')
    expect(await signs(evm.evm(1, withdrawal(1, pay(ALICE, ETHER))))).toBe('changed')
  })

  it('gets other outputs only where the same nonce or input is spent, and they count in full', async () => {
    expect(await signs(evm.evm(0, withdrawal(1, pay(ALICE, ETHER))))).toBe('signed')
    expect(await signs(evm.evm(0, withdrawal(1, pay(BOB, 2n * ETHER))))).toBe('signed')
    expect(await signs(evm.evm(1, withdrawal(2, pay(BOB, 1n))))).toBe('overCap')
  })

  it('shares an input with each transaction that was signed for it', async () => {
    const paid = [withdrawal(1, pay(FOREIGN_BITCOIN[0], 10_000_000n), 'BTC')]
    const [a, b] = [bitcoin.coin(1, 20_000_000n), bitcoin.coin(2, 30_000_000n)]
    const over = (...coins: (typeof a)[]): Intent =>
      bitcoin.intent({ purpose: { kind: 'withdrawals', paid }, slot: bitcoin.coins(...coins), rate: 1000n })
    expect(await signs(over(a))).toBe('signed')
    expect(await signs(over(b))).toBe('changed')
    expect(await signs(over(a, b))).toBe('signed')
    expect(await signs(over(b))).toBe('changed')
    // Whoever tells of an output that it holds something else wants two halves of a transaction that burns coins.
    expect(await signs(over(a, { ...b, amount: 31_000_000n }))).toBe('mismatch')
  })

  it('is signed once more when a person wrote into the policy that it was not paid', async () => {
    expect(await signs(evm.evm(0, withdrawal(1, pay(ALICE, ETHER))))).toBe('signed')
    const again = { ...tenantPolicy, payAgain: [{ withdrawalId: 1, why: 'the coins were spent by hand' }] }
    await reopen({ ...POLICY, tenants: { ...POLICY.tenants, agio: again } })
    expect(await signs(evm.evm(1, withdrawal(1, pay(ALICE, ETHER))))).toBe('signed')
    expect(await signs(evm.evm(2, withdrawal(1, pay(ALICE, ETHER))))).toBe('changed')
    await reopen({ ...POLICY, tenants: { ...POLICY.tenants, agio: again } })
    expect(await signs(evm.evm(2, withdrawal(1, pay(ALICE, ETHER))))).toBe('changed')
  })
})

describe('on chains whose slots end by themselves', () => {
  const houseOf = async (on: NetworkName): Promise<TestHouse> => new TestHouse(on, await Keys.open(seedOf('agio'), on.settings))
  const open = openPolicy()

  it('Solana: nothing but the same bytes is signed for a withdrawal until its blockhash is long over', async () => {
    await reopen(open)
    const solana = await houseOf(SOLANA)
    const [one, other] = ['4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi', '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR']
    const to = (await houseOf({ ...SOLANA })).address('cold', 77)
    const asks = (blockhash: string, rate = 0n): Intent => {
      const purpose = { kind: 'withdrawals', paid: [withdrawal(1, pay(to, 1_000_000n), 'SOL')] } as const
      return solana.intent({ purpose, slot: solana.blockhash(blockhash, 300), rate })
    }
    expect(await signs(asks(one))).toBe('signed')
    expect(await signs(asks(one))).toBe('signed')
    // Both of these could get into a block beside the first.
    expect(await signs(asks(other))).toBe('changed')
    expect(await signs(asks(one, 5n))).toBe('changed')
    now += 899_000
    expect(await signs(asks(other))).toBe('changed')
    now += 2000
    expect(await signs(asks(other))).toBe('signed')
    const lying = asks(one)
    expect(await signs({ ...lying, unsigned: { ...lying.unsigned, feeMost: 0n } })).toBe('mismatch')
  })

  it('Tron: until the time in its bytes is over', async () => {
    await reopen(open)
    const tron = await houseOf(TRON)
    const to = tron.address('cold', 77)
    const asks = (ends: number): Intent => {
      const purpose = { kind: 'withdrawals', paid: [withdrawal(1, pay(to, 1_000_000n), 'TRX')] } as const
      return tron.intent({ purpose, slot: tron.blockhash('a1b2c3d4e5f60718293a', ends) })
    }
    expect(await signs(asks(START + 20 * HOUR))).toBe('signed')
    now += 10 * HOUR
    expect(await signs(asks(START + 30 * HOUR))).toBe('changed')
    now += 11 * HOUR
    expect(await signs(asks(START + 30 * HOUR))).toBe('signed')
  })

  it('a simulated network: batches with tags and tokens', async () => {
    await reopen(open)
    const simulated = await houseOf(SIMULATED)
    const to = simulated.address('cold', 77)
    const tagged = { ...pay(to, 5n), tag: '12345' }
    const paid = [withdrawal(1, tagged, 'SIM'), withdrawal(2, pay(to, 7n, 'ANY'), 'ANY')]
    const intent = simulated.intent({
      purpose: { kind: 'withdrawals', paid },
      slot: simulated.nonce(0),
      rate: 1n,
      scales: { SIM: 8, ANY: 8 },
    })
    const untagged = { ...intent, purpose: { kind: 'withdrawals', paid: [withdrawal(1, pay(to, 5n), 'SIM'), paid[1]] } } as Intent
    expect(await signs(untagged)).toBe('mismatch')
    expect(await signs({ ...intent, unsigned: { ...intent.unsigned, feeMost: 1n } })).toBe('mismatch')
    expect(await signs(intent)).toBe('signed')
  })
})

describe('a move of the house', () => {
  const move = (to: string, target: object, amount = 50n * ETHER): Intent =>
    evm.intent({ purpose: { kind: 'move', asset: 'ETH', payment: pay(to, amount), target } as Intent['purpose'], slot: evm.nonce(0) })

  it('goes to addresses that the signer derives or its policy names, and nowhere else', async () => {
    expect(await signs(move(ALICE, { purpose: 'cold', addressId: 3 }))).toBe('mismatch')
    expect(await signs(move(ALICE, { named: ALICE }))).toBe('notAllowed')
    expect(await signs(move(ALICE, { named: COLD }))).toBe('mismatch')
    expect(await signs(move(evm.address('cold', 4), { purpose: 'cold', addressId: 3 }))).toBe('mismatch')
    expect(await signs(move(evm.address('cold', 3), { purpose: 'cold', addressId: 3 }))).toBe('signed')
    expect(await signs(move(COLD, { named: COLD.toLowerCase() }))).toBe('signed')
  })

  it('brings change to no deposit address', async () => {
    const slot = { ...bitcoin.coins(bitcoin.coin(1, 20_000_000n)), change: bitcoin.address('addresses', 5) }
    const purpose = { kind: 'withdrawals', paid: [withdrawal(1, pay(FOREIGN_BITCOIN[0], 10_000_000n), 'BTC')] } as const
    expect(await signs(bitcoin.intent({ purpose, slot, rate: 1000n, change: [bitcoin.own('addresses', 5)] }))).toBe('notAllowed')
    // An output that is called change and is somebody else's.
    const stolen = [{ address: FOREIGN_BITCOIN[1], place: keyPlaceOf('hot', 5) }]
    const foreign = { ...slot, change: FOREIGN_BITCOIN[1] }
    expect(await signs(bitcoin.intent({ purpose, slot: foreign, rate: 1000n, change: stolen }))).toBe('mismatch')
    expect(await signs(bitcoin.intent({ purpose, slot: foreign, rate: 1000n, change: [] }))).toBe('mismatch')
  })
})

describe('its log', () => {
  const path = (name: string): string => join(dir, name)

  it('that is cut or changed is not signed on; accepted by a person, all caps count as used for a day', async () => {
    expect(await signs(evm.evm(0, withdrawal(1, pay(ALICE, ETHER))))).toBe('signed')
    await signer.close()
    const whole = readFileSync(path('signed.log'), 'utf8')
    const lines = whole.trimEnd().split('\n')
    truncateSync(path('signed.log'), `${lines[0]}\n`.length)
    expect(() => open()).toThrow(LogCut)
    writeFileSync(path('signed.log'), whole.replace('"paymentId":1', '"paymentId":2'))
    expect(() => open()).toThrow(LogCut)
    rmSync(path('signed.log'))
    expect(() => open()).toThrow(LogCut)
    SignedLog.acceptCut(dir, 'the disk died', now)
    signer = open()
    expect(await signer.sign(evm.evm(0, withdrawal(1, pay(ALICE, 1n))))).toMatchObject({ refused: 'overCap', retryAfterMs: HOUR })
    now += 2 * HOUR
    await reopen()
    expect(await signs(evm.evm(0, withdrawal(1, pay(ALICE, 1n))))).toBe('overCap')
    now += 22 * HOUR
    expect(await signs(evm.evm(0, withdrawal(1, pay(ALICE, 1n))))).toBe('signed')
  })

  it('loses a line whose end never came, and takes one whose length was not written down yet', async () => {
    expect(await signs(evm.evm(0, withdrawal(1, pay(ALICE, 2n * ETHER))))).toBe('signed')
    const head = readFileSync(path('signed.head'), 'utf8')
    const before = readFileSync(path('signed.log'), 'utf8')
    expect(await signs(evm.evm(1, withdrawal(2, pay(ALICE, ETHER))))).toBe('signed')
    await signer.close()
    const after = readFileSync(path('signed.log'), 'utf8')
    writeFileSync(path('signed.head'), head)
    signer = open()
    expect(await signs(evm.evm(2, withdrawal(3, pay(ALICE, 1n))))).toBe('overCap')
    await signer.close()
    writeFileSync(path('signed.head'), head)
    writeFileSync(path('signed.log'), after.slice(0, before.length + 100))
    signer = open()
    expect(await signs(evm.evm(1, withdrawal(2, pay(ALICE, ETHER))))).toBe('signed')
  })

  it('that cannot be written signs nothing', async () => {
    await signer.close()
    await expect(signer.sign(evm.evm(0, withdrawal(1, pay(ALICE, ETHER))))).rejects.toThrow('closed')
    signer = open()
    expect(await signs(evm.evm(0, withdrawal(1, pay(ALICE, ETHER))))).toBe('signed')
  })
})
