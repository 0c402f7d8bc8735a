/** What withdrawals, their limits and the address book promise, on the product with its nodes, as a customer and an operator see it. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeSimulated } from '@agio/chain/address/simulated.ts'
import { Rpc } from '@agio/chain/evm/rpc.ts'
import { addressList, saveAddress } from '@agio/wire/wallet/address-book.ts'
import { walletTxDetail, withdrawLimits } from '@agio/wire/wallet/wallet.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BLOCKS_MS, NODES_MS, type Person, refusal, sealedAnswer, stepUp, until, WholeWorld } from '../whole-world.ts'

const WITHDRAW = '/api/assets-web/v1/withdraw-deposit'
const CREATE = `${WITHDRAW}/createWithdrawDeposit`
const SAVE = saveAddress.path
const DELETE = '/api/user-web/v1/user-address/deleteByIds'
const MINUTE = 60_000
/** A contract that refuses whatever comes. */
const REFUSES = '0x60006000fd'

let world: WholeWorld
beforeAll(async () => {
  world = await WholeWorld.open()
}, 4 * NODES_MS)
afterAll(() => world?.close())

const detail = ({ client }: Person, id: string) => client.call(walletTxDetail, { id })
const statuses = async (person: Person, id: string) => (await detail(person, id)).timeline.map(({ status }) => status)
const ether = (address: string, amount: string) => ({ coinId: world.coinId('ETH'), protocolType: 'ERC20', address, amount })
async function held({ client }: Person): Promise<readonly unknown[]> {
  const { balance, frozenBalance, withdrawPending, total } = await client.must(
    `/api/assets-web/v1/user-wallet/userBalance?coinId=${world.coinId('ETH')}`,
  )
  return [balance, frozenBalance, withdrawPending, total]
}

async function asked({ client }: Person, amount: string, address = world.fresh('ethereum')): Promise<string> {
  return String((await client.sealed(`${WITHDRAW}/createWithdrawDeposit`, ether(address, amount))).id)
}
async function confirmed(person: Person, id: string): Promise<void> {
  const { client, email } = person
  await client.must('/api/assets-web/v1/email/send/withdrawalCheckEmail', { id })
  await client.sealed(`${WITHDRAW}/checkWithdrawDeposit`, { id, codes: { email: await client.code(email) } })
}
/** Every state from now on, as they are seen one after the other. */
async function seen(person: Person, id: string, last: number): Promise<number[]> {
  const found: number[] = []
  await until(`state ${last}`, async () => {
    const { status, timeline } = await detail(person, id)
    expect(timeline.at(-1)?.status).toBe(status)
    if (found.at(-1) !== status) found.push(status)
    return status === last ? true : undefined
  })
  return found
}

function node(): Rpc {
  const { evm } = JSON.parse(readFileSync(join(world.dataDir, 'chains.json'), 'utf8')) as { evm: string }
  return new Rpc({ urls: [evm], timeoutMs: 20_000 })
}
/** Meanwhile nobody mines: who does so stands still. */
async function withoutBlocks(act: () => Promise<void>): Promise<void> {
  const keeper = world.product.pidOf('keeper') ?? 0
  process.kill(keeper, 'SIGSTOP')
  await act().finally(() => process.kill(keeper, 'SIGCONT'))
}

test('WAL-023 a withdrawal goes through every state in order and none backwards, with time and who moved it', {
  timeout: 6 * BLOCKS_MS,
}, async () => {
  const ann = await world.person('ann')
  await world.give(ann, 'ETH', '5')
  await world.operate('withdrawals', 'set-policy', '{"reviewFirstFrom":"0.01"}')
  const first = await asked(ann, '0.5')
  expect(await statuses(ann, first)).toEqual([0])
  await confirmed(ann, first)
  expect(await statuses(ann, first)).toEqual([0, 1, 2])
  await world.operate('withdrawals', 'approve', first)
  const found = await seen(ann, first, 6)
  await world.operate('withdrawals', 'set-policy', '{"reviewFirstFrom":"500"}')
  expect(found).toEqual([...found].sort())
  const whole = await detail(ann, first)
  expect(whole.timeline.map(({ status, actor }) => `${status} ${actor}`)).toEqual([
    ...['0 user', '1 user', '2 system', '3 reviewer', '4 system', '5 chain', '6 chain'],
  ])
  const times = whole.timeline.map(({ time }) => time)
  expect(times).toEqual([...times].sort((one, other) => one - other))
  const steps = await world.operate('withdrawals', 'show', first)
  const states = ['created', 'awaitsFactor', 'verified', 'review', 'approved', 'queued', 'signing', 'broadcast', 'confirming', 'completed']
  const places = states.map((state) => steps.search(new RegExp(`\\b${state}\\b`)))
  expect(
    places.every((place, index) => place > (places[index - 1] ?? -1)),
    steps,
  ).toBe(true)
})

test('WAL-023 taken back, refused, not verified in time, failed on the chain: each exit says why, is an end, and gives all back', {
  timeout: 6 * BLOCKS_MS,
}, async () => {
  const ann = await world.person('bea')
  await world.give(ann, 'ETH', '5')
  const before = await held(ann)
  const undone = await asked(ann, '0.1')
  await ann.client.must(`${WITHDRAW}/undoWithdrawDeposit`, { id: undone })
  expect(await statuses(ann, undone)).toEqual([0, 7])
  const rejected = await asked(ann, '0.4')
  await world.operate('withdrawals', 'set-policy', '{"reviewFrom":"0.01"}')
  await confirmed(ann, rejected)
  await world.operate('withdrawals', 'reject', rejected, '--why', 'reported as stolen')
  expect(await statuses(ann, rejected)).toEqual([0, 1, 2, 8])
  await world.operate('withdrawals', 'set-policy', '{"reviewFrom":"20000000"}')
  const refusing = world.fresh('ethereum')
  const failed = await asked(ann, '0.1', refusing)
  await withoutBlocks(async () => {
    await confirmed(ann, failed)
    await until('a transaction', async () => (await detail(ann, failed)).txHash ?? undefined)
    await node().call('anvil_setCode', refusing, REFUSES)
  })
  await seen(ann, failed, 9)
  expect((await statuses(ann, failed)).filter((status) => status !== 1 && status !== 2)).toEqual([0, 3, 4, 5, 9])
  const late = await asked(ann, '0.2')
  await world.advance(31 * MINUTE, ann)
  expect(await statuses(ann, late)).toEqual([0, 10])
  expect(await held(ann)).toEqual(before)
  for (const id of [undone, rejected, failed, late])
    expect((await sealedAnswer(ann, `${WITHDRAW}/checkWithdrawDeposit`, { id, codes: { email: '111111' } })).code, 'no way back').not.toBe(
      '0',
    )

  const page = await world.page(`/assets/spot/withdrawMoney?id=${rejected}`, ann)
  await page.locator('[data-tx-page][data-status="8"]').waitFor()
  const shown = page.locator('[data-timeline] [data-place]')
  expect(await shown.evaluateAll((all) => all.map((step) => (step as HTMLElement).dataset.step))).toEqual(['0', '1', '2', '8'])
  for (const step of await shown.all()) expect(await step.locator('.num').first().textContent()).toMatch(/\d/)
  expect(await shown.last().textContent()).toContain('reported as stolen')
})

const place = (address: string) => ({ coinId: world.coinId('ETH'), protocolType: 'ERC20', address })
const book = ({ client }: Person) => client.call(addressList, {})

test('WAL-027 WAL-030 the limit is told as 5K, 1.5K, 1000 or 999 USDT 24h, and as the default where none is configured', async () => {
  const ann = await world.person('ann')
  await world.give(ann, 'ETH', '1')
  const page = await world.page('/assets/spot/withdrawMoney?coin=ETH', ann)
  for (const [amountLimit, text] of [
    ['5000', '5K USDT 24h'],
    ['1500', '1.5K USDT 24h'],
    ['1000', '1000 USDT 24h'],
    ['999', '999 USDT 24h'],
  ] as const) {
    await world.operate('kv', 'set', 'out_money', JSON.stringify({ amountLimit, coin: 'USDT', time: 24 }))
    expect(await ann.client.call(withdrawLimits, {})).toMatchObject({ amountLimit, coin: 'USDT', time: 24, used: '0', left: amountLimit })
    await page.reload()
    await page.locator(`[data-limit="${text}"] bdi`).getByText(text, { exact: true }).waitFor()
  }
  // Without a value of its own the tenant has the default limit: a limit taken away never means "as much as you like".
  await world.operate('kv', 'unset', 'out_money')
  // A document may be a second old, and a page that came with it asks again after half a minute.
  const limitShown = async (): Promise<string | null> => {
    await page.reload()
    return page.locator('[data-limit]').getAttribute('data-limit')
  }
  await expect.poll(limitShown, { timeout: 20_000 }).toBe('5K USDT 24h')
  await expect(world.operate('kv', 'set', 'out_money', '{"amountLimit":"much"}')).rejects.toThrow('amountLimit')
  await world.operate('kv', 'set', 'out_money', '{"amountLimit":"5000","coin":"USDT","time":24}')
})

test('WAL-030 where withdrawals of a network or coin are closed no page lets anything leave, and the server refuses', async () => {
  const bob = await world.person('bob')
  await world.give(bob, 'ETH', '1')
  const leave = () => sealedAnswer(bob, CREATE, { ...place(world.fresh('ethereum')), amount: '0.5' })
  const assets = await world.page('/assets/spot', bob)
  const row = assets.locator('tr', { hasText: 'ETH' }).first()
  await row.locator('[data-way=withdraw]').waitFor()
  await world.operate('coins', 'close', 'ETH', 'ethereum', 'withdraw')
  expect(refusal(await leave())).toEqual({ name: 'WITHDRAW_CLOSED', params: { coinName: 'ETH', protocolType: 'ERC20' } })
  expect((await bob.client.must(`/api/assets-web/v1/user-wallet/userBalance?coinId=${world.coinId('ETH')}`)).balance).toBe('1')
  await assets.reload()
  await row.locator('[data-way=deposit]').waitFor()
  expect(await row.locator('[data-way=withdraw]').count()).toBe(0)
  const page = await world.page('/assets/spot/withdrawMoney?coin=ETH', bob)
  await page.getByText('Withdrawals of ETH are closed').waitFor()
  expect(await page.locator('[data-review], [name=amount]').count()).toBe(0)
  await world.operate('coins', 'open', 'ETH', 'ethereum', 'withdraw')
  expect(refusal(await leave()).name).toBe('done')
})

test('WAL-031 WAL-032 the book takes each good place once under a name of 1 to 32 letters, and gives away and up its own alone', async () => {
  const [eve, fay] = [await world.person('eve'), await world.person('fay')]
  for (const one of [eve, fay]) await stepUp(one)
  const save = async (person: Person, fields: object) => refusal(await sealedAnswer(person, SAVE, fields))
  const good = { ...place(world.fresh('ethereum')), label: 'Cold' }
  const address = writeSimulated('xrps', new Uint8Array(20).fill(7))
  const tagged = { coinId: world.coinId('XRP'), protocolType: 'XRP', address, label: 'Tagged' }
  for (const [fields, name] of [
    [{ ...good, coinId: '999' }, 'COIN_NOT_FOUND'],
    [{ ...good, protocolType: 'TRC20' }, 'COIN_NETWORK_NOT_FOUND'],
    [{ ...good, address: good.address.slice(0, -1) }, 'ADDRESS_INVALID'],
    [{ ...good, address: '' }, 'VALIDATION_FAILED'],
    [{ ...good, label: '' }, 'VALIDATION_FAILED'],
    [{ ...good, label: 'x'.repeat(33) }, 'VALIDATION_FAILED'],
    [tagged, 'MEMO_REQUIRED'],
    [{ ...tagged, memo: 'none' }, 'MEMO_INVALID'],
    [{ ...good, coinId: undefined }, 'VALIDATION_FAILED'],
  ] as const)
    expect((await save(eve, fields)).name, JSON.stringify(fields)).toBe(name)
  expect((await book(eve)).total).toBe(0)
  for (const fields of [good, { ...tagged, memo: '7', label: 'x'.repeat(32) }, { ...tagged, memo: '8', label: 'x' }])
    expect((await save(eve, fields)).name).toBe('done')
  for (const fields of [
    { ...good, label: 'Again' },
    { ...good, address: good.address.toLowerCase() },
    { ...tagged, memo: '7' },
  ])
    expect((await save(eve, fields)).name).toBe('ADDRESS_DUPLICATE')
  const [newest, , oldest] = (await book(eve)).list
  expect((await book(eve)).list.map(({ label, memo }) => `${label} ${memo}`)).toEqual(['x 8', `${'x'.repeat(32)} 7`, 'Cold null'])

  const without = ({ code, message, data: { requestId: _, ...data } }: Awaited<ReturnType<typeof sealedAnswer>>) => ({
    code,
    message,
    data,
  })
  const remove = async (person: Person, ids: readonly (string | undefined)[]) => without(await sealedAnswer(person, DELETE, { ids }))
  const unknown = await remove(fay, ['no-such-entry'])
  expect(unknown.data).toMatchObject({ name: 'ADDRESS_NOT_FOUND' })
  expect(await remove(fay, [oldest?.id])).toEqual(unknown)
  expect(await remove(eve, [newest?.id, 'no-such-entry'])).toEqual(unknown)
  expect((await book(eve)).total).toBe(3)
  expect((await remove(eve, [newest?.id, oldest?.id])).data).toEqual({ deleted: 2 })
  expect((await book(eve)).list.map(({ memo }) => memo)).toEqual(['7'])
})

test('WAL-034 an address with the ends of a known one and another middle is warned of, and goes on only when that is confirmed', async () => {
  const gus = await world.person('gus')
  await world.give(gus, 'ETH', '1')
  await stepUp(gus)
  const known = world.fresh('ethereum')
  await gus.client.sealed(SAVE, { ...place(known), label: 'Ledger cold' })
  // Small letters alone carry no checksum.
  const alike = known.slice(0, 6).toLowerCase() + 'ab'.repeat(16) + known.slice(-4).toLowerCase()
  const page = await world.page('/assets/spot/withdrawMoney?coin=ETH', gus)
  await page.locator('label', { hasText: 'New address' }).click()
  await page.locator('[name=address]').fill(known)
  await page.locator('[data-checks]').waitFor()
  expect(await page.locator('[data-checks]').getByText('Looks like').count()).toBe(0)
  await page.locator('[name=address]').fill(alike)
  await page.locator('[data-checks]').getByText('Looks like').waitFor()
  await page.locator('[name=amount]').fill('0.1')
  await page.locator('[data-review]').click()
  const dialog = page.getByRole('dialog', { name: 'Check the withdrawal' })
  await dialog.getByText('it only looks like it').waitFor()
  const made = async () => (await gus.client.must('/api/assets-web/v1/withdraw-deposit/withdrawDepositList', { type: 2 })).total
  await dialog.locator('[data-request]').click()
  await dialog.getByText('Tick this to go on.').waitFor()
  expect(await made()).toBe(0)
  await dialog.getByRole('checkbox').check()
  await dialog.locator('[data-request]').click()
  await page.locator('[data-codes]').waitFor()
  expect(await made()).toBe(1)
})
