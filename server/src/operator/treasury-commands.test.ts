/** Commands over a house of tests: a simulated chain, its ledger, and what compares and moves between them. */
import { keyPlaceOf, type SignerPort } from '@agio/chain/signer/protocol.ts'
import { simulatedWorld } from '@agio/chain/simulated/simulated-world.ts'
import { asAssetId, asPaymentId, asUserId } from '@agio/engine/ids/id.ts'
import { formatDecimal } from '@agio/engine/money/decimal.ts'
import { balanceOf } from '@agio/engine/read.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { memoryModels } from '../testing/memory-models.ts'
import type { NetworkBook } from '../wallet/network-book.ts'
import { ChainHouse, COIN, TOKEN } from '../wallet/testing/chain-house.ts'
import { ReconcileHouse } from '../wallet/testing/reconcile-house.ts'
import { readCommandLine } from './command-line.ts'
import { OPERATOR_COMMANDS } from './commands.ts'
import { runOperatorCommand } from './run-command.ts'

let world: HttpWorld
let house: ChainHouse
let books: ReconcileHouse
let models: ReturnType<typeof memoryModels>
beforeEach(async () => {
  world = await httpWorld()
  const documents = { sweepFrom: '5', bands: { hotLow: 10, hotHigh: 30, warmLow: 10, warmHigh: 30 } }
  house = await ChainHouse.open(simulatedWorld(), { coinScale: 9, tokenScale: 6, documents })
  models = memoryModels(house.exchange)
  books = new ReconcileHouse(house)
})
afterEach(() => world.close())

const signer: Pick<SignerPort, 'signText'> = {
  async signText(_on, purpose, addressId, text) {
    const { seed, signing } = house.world
    return signing.signText(text, signing.privateKey(seed, keyPlaceOf(purpose, addressId)))
  },
}
let isAway = false

async function run(...words: string[]) {
  const { agio } = world
  const exchange = Object.assign(house.exchange, { snapshot: () => Promise.resolve({ seq: 0, stateHash: '', byteLength: 0 }) })
  const { reconciler, treasurer } = books
  const book = { networks: () => [house.network], listings: () => house.listings } as unknown as NetworkBook
  const treasury = { ...agio.wallet.treasury, reconciler, treasurer, signer: isAway ? undefined : (signer as SignerPort) }
  const tenant = { ...agio, exchange, models, wallet: { ...agio.wallet, book, treasury } }
  return runOperatorCommand([tenant], readCommandLine(OPERATOR_COMMANDS, words, 'tester'), 'test')
}

it('WAL-038 an operator compares on demand, sees what differs, and is the only one who lets withdrawals go on', async () => {
  const hot = house.address('hot')
  await house.receive(hot, 1_000_000_007n)
  const equal = await run('reconcile', '--actor', 'ops', '--reason', 'a look')
  expect(equal.text).toMatch(
    /^Test chain: block 2, entry \d+, 2 balances in \d+ ms\n {2}COIN +equal: 1\.000000007, on the way 0\n {2}TOKEN +equal: 0/,
  )
  house.exchange.must({ kind: 'fundHolding', listingId: COIN, place: 'hot', amount: 0n, dust: 1n, reference: '', actor: 'ops', why: '' })
  expect((await run('reconcile')).text).toContain('COIN       DIFFERS, withdrawals halted: the chain holds another amount than the ledger')
  expect(books.halted).toEqual([COIN])
  expect(await run('reconcile', 'clear', 'COIN', '--reason', 'too soon')).toMatchObject({ ok: true })
  await run('reconcile')
  expect(books.halted, 'it still differs').toEqual([COIN])
  house.exchange.must({ kind: 'fundHolding', listingId: COIN, place: 'hot', amount: 0n, dust: -1n, reference: '', actor: 'ops', why: '' })
  expect((await run('reconcile')).text).toContain('equal: 1.000000007, on the way 0; withdrawals are halted until: reconcile clear')
  expect(() => readCommandLine(OPERATOR_COMMANDS, ['reconcile', 'clear', 'coin'], 'tester')).toThrow('why is missing')
  expect((await run('reconcile', 'clear', 'coin', '--actor', 'ops', '--reason', 'booked twice by hand')).text).toMatch(
    /^reconcile clear COIN: done, entry \d+$/,
  )
  expect(books.halted).toEqual([])
  const kept = models.rows.saved
    .filter(({ collection }) => collection === 'reconciliations')
    .map(({ document, actor }) => [document?.state, actor])
  expect(kept.map(([state]) => state)).toEqual(['halted', 'cleared', 'halted', 'cleared'])
  expect(kept.at(-1)?.[1]).toContain('ops')
  expect(await run('reconcile', 'clear', 'coin', '--reason', 'once more')).toMatchObject({
    ok: false,
    text: expect.stringContaining('not halted'),
  })
})

it('OPS-016 the treasury shows places against bands, sweeps with their transactions, what there is for fees, and the ledger difference', async () => {
  const [hot, own] = [house.address('hot'), house.address('addresses', house.customer)]
  await house.receive(hot, 4_000_000_000n)
  await house.receive(own, 20_000_000n, TOKEN)
  expect((await run('treasury')).text).toContain('ledger difference: not compared yet')
  await books.block(2)
  await books.tend()
  const shown = (await run('treasury')).text
  expect(shown).toMatch(
    /^Test chain\n {2}COIN +hot 4 \(100 %, band 0\.4 to 1\.2\); warm 0 \(0 %, band 0\.4 to 1\.2\); cold 0 \(0 %\); deposit addresses 0 \(0 %\); on the way 0\n/,
  )
  expect(shown).toMatch(/ledger difference: 0 at block \d+, entry \d+/)
  expect(shown).toMatch(/gas stock: 4 COIN at hot; a sweep takes up to 0\.0+\d+, enough for \d{4,}/)
  const [, paymentId, tx] = /under way: payment (\d+), hot to deposit addresses 0\.0+\d+, signed, transaction ([0-9a-f]+)/.exec(shown) ?? []
  const paymentIds = [asPaymentId(Number(paymentId))]
  expect((await models.paymentList({ paymentIds, pageNo: 1, pageSize: 9 })).rows).toMatchObject([{ tx, state: 'signed' }])
  Object.assign(house.network, { document: { ...house.network.document, explorerTxUrl: 'https://explorer.example/tx/{tx}' } })
  expect((await run('treasury')).text).toContain(`, signed, https://explorer.example/tx/${tx}\n`)
  expect(shown).toMatch(/TOKEN +hot 0 \(0 %, band 2 to 6\).*deposit addresses 20 \(100 %\)/)
  await books.block(3)
  expect((await run('treasury')).text).toMatch(
    new RegExp(`done: payment ${paymentId}, hot to deposit addresses 0\\.0+\\d+, block \\d+, https://explorer.example/tx/${tx}\n`),
  )
  house.exchange.must({ kind: 'fundHolding', listingId: COIN, place: 'hot', amount: 0n, dust: 1n, reference: '', actor: 'ops', why: '' })
  await run('reconcile')
  expect((await run('treasury')).text).toMatch(/ledger difference: -0\.000000001 at block \d+, entry \d+; withdrawals are halted/)
})

it('OPS-016 [part] what touches cold is proposed as the command that moves it; nothing is moved that is not there, or is halted', async () => {
  const warm = house.address('warm')
  house.address('cold')
  await house.receive(warm, 100_000_000_000n)
  await books.block(2)
  await books.tend()
  const proposal = /proposed: (treasury move COIN TST20 warm cold \d+)/.exec((await run('treasury')).text)?.[1]
  expect(proposal).toBe('treasury move COIN TST20 warm cold 60')
  const move = (words: string) => run(...words.split(' '), '--why', 'monthly')
  const refused = async (words: string) => (await move(words)).text
  expect(await refused('treasury move COIN TST20 cold hot 1')).toContain('cold holds 0 COIN')
  expect(await refused('treasury move COIN TST20 warm warm 1')).toContain('the same place')
  expect(await refused('treasury move COIN TST20 warm attic 1')).toContain('attic is none of hot, warm, cold')
  expect(await refused('treasury move COIN ERC20 warm cold 1')).toContain('no network ERC20')
  expect(await refused('treasury move COIN TST20 warm cold 0')).toContain('amount:')
  const moved = books.mover.moves.length
  expect((await move(proposal ?? '')).text).toContain('another operator has to give the same command')
  expect(books.mover.moves.length, 'nothing moved yet').toBe(moved)
  expect((await run(...(proposal ?? '').split(' '), '--why', 'monthly', '--actor', 'second')).text).toMatch(
    /^treasury move COIN warm cold: begun, payment \d+, 60$/,
  )
  expect(books.mover.moves.slice(moved)).toMatchObject([
    { amount: 6_000_000_000n, why: 'monthly', from: { place: 'warm' }, to: { place: 'cold' } },
  ])
  await books.block(1)
  house.exchange.must({ kind: 'haltListing', listingId: COIN, isHalted: true, actor: 'ops', why: 'a test' })
  expect(await refused('treasury move COIN TST20 warm cold 1')).toContain('halted')
})

it('coins that no watcher booked are booked by command, to the unit of the chain; then they are equal, and can be cleared', async () => {
  const hot = house.address('hot')
  await house.world.pay({ to: house.text(hot), tag: null, token: null, amount: 2_500_000_003n })
  await house.world.mine(1)
  await house.book({ blind: true })
  expect((await run('reconcile')).text).toContain('difference +2.500000003')
  const fund = (amount: string, place = 'hot') => run('treasury', 'fund', 'coin', 'tst20', place, amount, '--why', 'from before')
  expect((await fund('2.5000000031')).text).toContain('at most 9 decimals')
  expect((await fund('2.5', 'attic')).text).toContain('attic is none of')
  expect((await fund('-1')).text).toContain('refused: badNumber')
  expect(await fund('2.500000005')).toMatchObject({ ok: true, text: expect.stringContaining('at hot: done, entry') })
  expect((await run('reconcile')).text).toContain('difference -0.000000002')
  expect(await fund('-0.000000002')).toMatchObject({ ok: true })
  expect((await run('reconcile')).text).toContain('equal: 2.500000003')
  await run('reconcile', 'clear', 'COIN', '--why', 'booked by hand')
  expect(books.halted).toEqual([])
})

it('TRUST-004 [part] the house’s addresses sign a text that names a block, and everybody sees them with what they hold there', async () => {
  const [hot, cold, own] = [house.address('hot'), house.address('cold'), house.address('addresses', house.customer)]
  await house.receive(hot, 4_000_000_007n)
  await house.receive(cold, 5_000_000n, TOKEN)
  await house.receive(own, 1_000_000_000n)
  const path = '/api/home-web/v1/open/liabilities/reserves'
  expect((await world.get(path)).failure).toMatchObject({ name: 'PROOF_NOT_FOUND' })
  expect((await run('reserves', 'show')).text).toBe('nothing was published yet')
  isAway = true
  expect((await run('reserves', 'publish', '--why', 'monthly')).text).toContain('no signer is configured')
  isAway = false
  const published = await run('reserves', 'publish', '--why', 'monthly')
  expect(published).toMatchObject({
    ok: true,
    text: expect.stringMatching(/^reserves publish: done, entry \d+\n4\.000000007 COIN on TST, hot: sim1/),
  })
  expect(published.text).not.toContain(house.text(own))
  expect((await run('reserves', 'show')).text).toBe(published.text.slice(published.text.indexOf('\n') + 1))
  const document = models.rows.saved.findLast(({ collection }) => collection === 'reserves')?.document
  world.exchange.must({
    kind: 'saveDocument',
    userId: asUserId(0),
    collection: 'reserves',
    id: 'latest',
    document: document ?? null,
    actor: 'ops',
  })
  const rows = (await world.get(path)).data
  expect(rows.map(({ coinName, address, balance }) => [coinName, address, balance])).toEqual([
    ['COIN', house.text(hot), '4.000000007'],
    ['TOKEN', house.text(hot), '0'],
    ['COIN', house.text(cold), '0'],
    ['TOKEN', house.text(cold), '5'],
  ])
  const [first] = rows
  expect(first?.message).toBe(
    `Agio holds ${house.text(hot)}. Test chain block ${house.booked.height} ${house.booked.block}, ${new Date(first?.time ?? 0).toISOString()}`,
  )
  expect(first?.blockHeight).toBe(String(house.booked.height))
  expect(first?.signature).toBe(await signer.signText({} as never, 'hot', hot, first?.message ?? ''))
  expect((await world.get(`${path}?snapshotId=1`)).failure).toMatchObject({ name: 'PROOF_NOT_FOUND' })
  // Beside it what customers have: a deposit to a customer's address is his, and not shown as held until it is swept.
  const totals = await world.get('/api/home-web/v1/open/liabilities/totals')
  expect(totals.data).toMatchObject({ ledgerHeight: expect.stringMatching(/^\d+$/), time: first?.time })
  const owed = balanceOf(house.exchange.state, house.customer, asAssetId(1)).available
  expect(owed).toBeGreaterThan(0n)
  const [coin] = totals.data.assets
  expect(coin).toEqual({
    coinName: 'COIN',
    reserves: '4.000000007',
    liabilities: formatDecimal(owed, 8),
    ratio: expect.stringMatching(/^\d+(\.\d+)?$/),
  })
  expect(Number(coin?.ratio)).toBe(Math.floor((4.000000007 / (Number(owed) / 1e8)) * 10_000) / 100)
  expect(published.text).toContain(`COIN: 4.000000007 held for ${formatDecimal(owed, 8)} of customers, ${coin?.ratio} %`)
  house.world.break('silent')
  expect((await run('reserves', 'publish', '--why', 'monthly')).text).toContain('nothing was published: Test chain: the node')
})
