/** Coins put on networks as the operator’s help says, and changed afterwards. */
import { simulatedWorld } from '@agio/chain/simulated/simulated-world.ts'
import { listingsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { openTestWallet, type TestWallet } from '../testing/test-wallet.ts'
import type { ListingDocument } from '../wallet/documents.ts'
import { ChainHouse, COIN } from '../wallet/testing/chain-house.ts'
import { ReconcileHouse } from '../wallet/testing/reconcile-house.ts'
import { helpText } from './command-line.ts'
import { OPERATOR_COMMANDS } from './commands.ts'

let world: HttpWorld
let wallet: TestWallet
beforeAll(async () => {
  world = await httpWorld()
  wallet = await openTestWallet(world.agio)
})
afterAll(() => world.close())

const type = async (...command: string[]) => (await world.post('/api/auth/v1/dev/operator', { command })).data
const signed = (...words: string[]) => type(...words, '--actor', 'olga', '--reason', 'a test of it')
const refused = (text: string) => ({ exit: 1, output: expect.stringContaining(text) })

/** The document that help shows. */
const [example = ''] = /\{"token":null[^}]*\}/.exec(helpText(OPERATOR_COMMANDS, ['coins', 'add'])) ?? []

it('OPS-016 [part] a coin that was listed with the example of the help is swept', async () => {
  expect(await signed('coins', 'add', 'BTC', 'ethereum', '18', example)).toMatchObject({ exit: 0 })
  const document = JSON.parse((await type('coins', 'show', 'BTC', 'ethereum')).output) as ListingDocument
  expect(document).toEqual(JSON.parse(example))
  const { sweepFrom = 'never' } = document
  const house = await ChainHouse.open(simulatedWorld(), { coinScale: 9, tokenScale: 6, documents: { sweepFrom } })
  const books = new ReconcileHouse(house)
  house.address('hot')
  await house.receive(house.address('addresses', house.customer), 2_000_000_000n)
  await books.block(2)
  await books.tend()
  await books.block(3)
  const held = listingsOf(house.state).find(({ listingId }) => listingId === COIN)?.held
  expect(held?.hot).toBeGreaterThan(190_000_000n)
})

it('the document of a coin is changed field by field, in its history, and what does not fit is refused by name', async () => {
  const shown = async () => JSON.parse((await type('coins', 'show', 'USDT', 'ethereum')).output) as ListingDocument
  const { token } = await shown()
  const bands = { hotLow: 5, hotHigh: 15, warmLow: 10, warmHigh: 30 }
  expect(await signed('coins', 'change', 'USDT', 'ethereum', JSON.stringify({ sweepFrom: '12.5', bands }))).toMatchObject({ exit: 0 })
  expect(await shown()).toEqual({ token, sweepFrom: '12.5', bands })
  expect(await signed('coins', 'change', 'usdt', 'ethereum', '{"sweepFrom":null,"tip":"Send USDT alone."}')).toMatchObject({ exit: 0 })
  const stands = { token, bands, tip: 'Send USDT alone.' }
  expect(await shown()).toEqual(stands)
  const [before] = [listingsOf(world.exchange.state)]
  const wrong: readonly (readonly [json: string, says: string])[] = [
    ['{"sweepfrom":"1"}', 'unknown sweepfrom'],
    ['{"sweepFrom":"0.123456789"}', 'decimals at most'],
    ['{"sweepFrom":"much"}', 'sweepFrom'],
    ['{"bands":{"hotLow":30,"hotHigh":10,"warmLow":0,"warmHigh":0}}', 'bands'],
    ['{"token":"0xnothing"}', 'is no contract of ethereum'],
    [`{"token":"0x${'cd'.repeat(20)}"}`, 'is open there'],
    ['{"token":null}', 'is this very one already'],
    ['x', 'not JSON'],
  ]
  for (const [json, says] of wrong) expect(await signed('coins', 'change', 'USDT', 'ethereum', json), json).toMatchObject(refused(says))
  expect(await signed('coins', 'change', 'ETH', 'ethereum', '{}')).toMatchObject({ exit: 1 })
  expect(await type('coins', 'change', 'USDT', 'ethereum', '{}'), 'without a reason').toMatchObject({ exit: 2 })
  expect(await shown()).toEqual(stands)
  expect(listingsOf(world.exchange.state)).toEqual(before)
})

it('a token that was mistyped is put right as long as nothing came, and a contract is listed once', async () => {
  const [right, wrong] = [`0x${'cd'.repeat(20)}`, `0x${'ce'.repeat(20)}`]
  expect(await signed('coins', 'close', 'USDT', 'ethereum', 'both')).toMatchObject({ exit: 0 })
  expect(await signed('coins', 'change', 'USDT', 'ethereum', JSON.stringify({ token: wrong }))).toMatchObject({ exit: 0 })
  expect(await signed('coins', 'change', 'USDT', 'ethereum', JSON.stringify({ token: right }))).toMatchObject({ exit: 0 })
  const [{ token }] = [JSON.parse((await type('coins', 'show', 'USDT', 'ethereum')).output) as ListingDocument]
  expect(token?.toLowerCase()).toBe(right)
  const funded = { place: 'hot', amount: 5n, dust: 0n, reference: 'r', actor: 'x', why: 'x' } as const
  world.exchange.must({ kind: 'fundHolding', listingId: wallet.listings.evm, ...funded })
  expect(await signed('coins', 'change', 'USDT', 'ethereum', JSON.stringify({ token: wrong }))).toMatchObject(
    refused('the exchange holds USDT'),
  )
  expect(await signed('coins', 'add', 'USDT', 'bitcoin', '8', '{"token":"0x00"}')).toMatchObject(refused('its own coin alone'))
  expect(world.exchange.must({ kind: 'defineAsset', symbol: 'TWIN', scale: 8, document: {} }).value).toBeGreaterThan(0)
  const twin = await signed('coins', 'add', 'TWIN', 'ethereum', '6', JSON.stringify({ token: right.toUpperCase().replace('0X', '0x') }))
  expect(twin).toMatchObject(refused('USDT on ethereum is this very one already'))
})
