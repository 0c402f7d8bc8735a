/** Requests are looked at together: by customer, by address, and as things are when one is confirmed. */
import { asUserId } from '@agio/engine/ids/id.ts'
import { withdrawalsOf } from '@agio/engine/wallet/read-wallet.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import type { Member } from '../../../testing/member.ts'
import { funded, openTestWallet, USDT } from '../../../testing/test-wallet.ts'
import { SeedSigner } from '../../../wallet/testing/seed-signer.ts'

const WALLET = '/api/assets-web/v1'
const BOOK = '/api/user-web/v1/user-address'
const CREATE = `${WALLET}/withdraw-deposit/createWithdrawDeposit` as const
const CHECK = `${WALLET}/withdraw-deposit/checkWithdrawDeposit` as const
const UNDO = `${WALLET}/withdraw-deposit/undoWithdrawDeposit` as const
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const ERC20 = { coinId: String(USDT), protocolType: 'ERC20-ethereum', address: ADDRESS } as const

let world: HttpWorld

beforeAll(async () => {
  world = await httpWorld({ signer: new SeedSigner(1) })
  await openTestWallet(world.agio)
})
afterAll(() => world.close())

const newcomer = (name: string, coins = 10_000n): Promise<Member> => funded(world, name, coins)
const create = (member: Member, fields: object = {}) => member.seal(CREATE, { ...ERC20, amount: '10', ...fields })
const own = (member: Member) => withdrawalsOf(world.exchange.state, asUserId(member.userId))

const confirm = async (member: Member, id: string) => {
  world.clock.at += 60_000
  await member.post(`${WALLET}/email/send/withdrawalCheckEmail`, { id })
  return member.seal(CHECK, { id, codes: { email: await world.code(member.email) } })
}
const stepUp = async (member: Member) => ({ codes: await member.codes('STEP_UP', ['email']) })

it('WAL-033 [part] a request that was made before the whitelist was switched on is not sent', async () => {
  const quy = await newcomer('quy')
  const { data } = await create(quy)
  const { codes } = await stepUp(quy)
  expect((await quy.seal(`${BOOK}/whitelistSwitch`, { whitelistStatus: 1, codes })).code).toBe('0')
  expect((await confirm(quy, data.id)).failure.name).toBe('ADDRESS_NOT_WHITELISTED')
  expect(own(quy).map(({ status }) => status)).toEqual(['awaitsFactor'])
})

it('WAL-021 [part] what is looked at in one piece is looked at in parts, by customer and by address', async () => {
  const [leo, moe] = [await newcomer('leo'), await newcomer('moe')]
  const place = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
  const ask = async (member: Member, amount: string) => {
    const { data } = await create(member, { amount, address: place })
    return (await confirm(member, data.id)).data.status
  }
  // 2 = a person looks, 3 = it waits for its payment; from 500 on the first one is looked at
  const parts = [await ask(leo, '300'), await ask(leo, '199.99'), await ask(leo, '1'), await ask(moe, '10')]
  expect(parts).toEqual([3, 3, 2, 2])
})

it('WAL-028 [part] the limit of level 0 counts what anybody sends to one address', async () => {
  const [nat, oli] = [await newcomer('nat'), await newcomer('oli')]
  const place = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
  const { data } = await create(nat, { amount: '4000', address: place })
  expect((await create(oli, { amount: '1001', address: place })).code, 'nobody proved the other one').toBe('0')
  await confirm(nat, data.id)
  expect((await create(oli, { amount: '1001', address: place })).failure).toMatchObject({
    name: 'WITHDRAW_LIMIT',
    params: { used: '4000' },
  })
  expect((await create(oli, { amount: '1000', address: place })).code).toBe('0')
})

it('WAL-017 [part] the twenty-first open request is refused by name, and taken when one is taken back', async () => {
  const pam = await newcomer('pam')
  const ids: string[] = []
  for (let number = 0; number < 20; number += 1) ids.push((await create(pam, { amount: '1' })).data.id)
  expect((await create(pam, { amount: '1' })).failure).toMatchObject({ name: 'WITHDRAW_COUNT', params: { open: '20', day: '50' } })
  await pam.post(UNDO, { id: ids[0] ?? '' })
  expect((await create(pam, { amount: '1' })).code).toBe('0')
})
