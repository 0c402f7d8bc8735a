/** Whether an entry of the address book can be used now, as it is told and as a withdrawal finds it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type HttpWorld, httpWorld } from '../../../testing/http-world.ts'
import { funded, openTestWallet, USDT } from '../../../testing/test-wallet.ts'
import { SeedSigner } from '../../../wallet/testing/seed-signer.ts'

const BOOK = '/api/user-web/v1/user-address'
const CREATE = '/api/assets-web/v1/withdraw-deposit/createWithdrawDeposit'
const PLACE = { coinId: String(USDT), protocolType: 'ERC20-ethereum' } as const
const LISTED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const PLAIN = '0x52908400098527886E0F7030069857D2E4169EE7'

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld({ signer: new SeedSigner(1) })
  await openTestWallet(world.agio)
})
afterAll(() => world.close())

it('WAL-033 [part] an entry is told as usable when a withdrawal to it is taken, and not before, with the time', async () => {
  const ann = await funded(world, 'ann', 1000n)
  const stepUp = async () => ({ codes: await ann.codes('STEP_UP', ['email']) })
  await ann.post('/api/auth/v1/secondFactor/stepUp', await stepUp())
  world.exchange.clock = world.clock.at
  const save = async (address: string, isWhitelisted: 0 | 1) =>
    (await ann.seal(`${BOOK}/saveUserAddress`, { ...PLACE, address, label: 'x', isWhitelisted })).data
  /** What is told of both, and whether a withdrawal is taken. */
  const told = async () => {
    const { list } = (await ann.post(`${BOOK}/userAddressList`, {})).data
    const taken = async (address: string) => ((await ann.seal(CREATE, { ...PLACE, address, amount: '5' })).code === '0' ? 1 : 0)
    const status = (address: string) => list.find((row: { address: string }) => row.address === address)?.status
    return [status(LISTED), await taken(LISTED), status(PLAIN), await taken(PLAIN)]
  }
  const entry = await save(LISTED, 1)
  expect([entry.status, (await save(PLAIN, 0)).status]).toEqual([1, 1])
  expect(await told(), 'the whitelist is off').toEqual([1, 1, 1, 1])
  await ann.seal(`${BOOK}/whitelistSwitch`, { whitelistStatus: 1, ...(await stepUp()) })
  expect(await told(), 'it is younger than a day').toEqual([0, 0, 0, 0])
  expect((await ann.post(`${BOOK}/userAddressList`, {})).data.list.map((row: { effectiveTime: number }) => row.effectiveTime)).toContain(
    entry.createTime + 86_400_000,
  )
  expect((await save('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 1)).status, 'a new one').toBe(0)
  world.clock.at = entry.effectiveTime
  world.exchange.clock = world.clock.at
  world.exchange.must({ kind: 'tick' })
  Object.assign(ann, { token: (await world.login(ann.email)).data.token })
  expect(await told()).toEqual([1, 1, 0, 0])
})
