import { simulatedWorld } from '@agio/chain/simulated/simulated-world.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { memoryModels } from '../testing/memory-models.ts'
import { ChainHouse, COIN } from '../wallet/testing/chain-house.ts'
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
  house = await ChainHouse.open(simulatedWorld(), { coinScale: 9, tokenScale: 6 })
  models = memoryModels(house.exchange)
  books = new ReconcileHouse(house)
})
afterEach(() => world.close())

async function run(...words: string[]) {
  const { agio } = world
  const exchange = Object.assign(house.exchange, { snapshot: () => Promise.resolve({ seq: 0, stateHash: '', byteLength: 0 }) })
  const treasury = { ...agio.wallet.treasury, reconciler: books.reconciler }
  const tenant = { ...agio, exchange, models, wallet: { ...agio.wallet, treasury } }
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
