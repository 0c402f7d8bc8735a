/** What takes two operators: each command of the list does nothing for one, and the journal says how the second one is told from the first. */
import { asInstrumentId, asListingId, asUserId, asWithdrawalId } from '@agio/engine/ids/id.ts'
import { insuranceOf } from '@agio/engine/perp/insurance.ts'
import { contractsOf } from '@agio/engine/perp/read-contract.ts'
import { PLAIN_PAIR } from '@agio/engine/plain-terms.ts'
import type { CommandByKind, CommandGivenBy, KindOfTwo } from '@agio/engine/schema/commands.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Profile } from '../core/tenant-config.ts'
import { CONTRACT_TERMS } from '../testing/contract-fixtures.ts'
import { type HttpWorld, httpWorld } from '../testing/http-world.ts'
import { openTestWallet, USDT } from '../testing/test-wallet.ts'
import { helpText, readCommandLine } from './command-line.ts'
import { OPERATOR_COMMANDS } from './commands.ts'
import { type OperatorTenant, Refusal } from './operator-command.ts'
import { runOperatorCommand } from './run-command.ts'
import { forOne, isAskedTwice, runOnce, TWO_PERSONS } from './two-persons.ts'

const DAY = 86_400_000
const BY = { actor: 'ann', why: 'test' } as const
const TIERS = [
  { upTo: '50000', rate: '0.004', leverage: 125 },
  { upTo: null, rate: '0.02', leverage: 20 },
]
const CONTRACT = { name: 'E-BTC-USDT', base: 'BTC', quote: 'USDT', priceScale: 1, quantityScale: 3, multiplier: 1, tiers: TIERS }
const LIMIT = '{"amountLimit":"900000","coin":"USDT","time":24}'

let world: HttpWorld
beforeEach(async () => {
  world = await httpWorld()
  await openTestWallet(world.agio)
})
afterEach(() => world.close())

interface Who {
  readonly actor: string
  readonly account?: string
  readonly profile?: Profile
}

function give(words: readonly string[], { actor, account = actor, profile = 'test' }: Who) {
  const snapshot = () => Promise.resolve({ seq: 0, stateHash: '', byteLength: 0 })
  const tenant: OperatorTenant = { ...world.agio, exchange: Object.assign(world.exchange, { snapshot }) }
  const request = readCommandLine(OPERATOR_COMMANDS, [...words, '--actor', actor, '--why', `${actor} says so`], actor)
  return runOperatorCommand([tenant], { ...request, account }, profile)
}
const approvals = () => world.history.saved.filter(({ collection }) => collection === 'approvals').map(({ document }) => document)
const limit = () => JSON.stringify(world.agio.content.keyValues().out_money)

/** Commands of the list, each with what it changes. */
const CASES: Readonly<Record<string, readonly [words: readonly string[], state: () => unknown]>> = {
  'contracts define': [
    ['contracts', 'define', JSON.stringify(CONTRACT), '--open', 'yes', '--max-leverage', '125'],
    () => contractsOf(world.exchange.state).length,
  ],
  'insurance withdraw': [['insurance', 'withdraw', 'USDT', '40'], () => insuranceOf(world.exchange.state, USDT)],
  'withdrawals set-policy': [['withdrawals', 'set-policy', '{"reviewFrom":null}'], () => world.agio.withdrawals.policy().reviewFrom],
  'kv set': [['kv', 'set', 'out_money', LIMIT], limit],
}

it.each(Object.entries(CASES))('OPS-003 [part] %s does nothing for one operator, and once for two', async (name, [words, state]) => {
  await give(['insurance', 'deposit', 'USDT', '100'], { actor: 'ann' })
  const before = state()
  expect(await give(words, { actor: 'ann' })).toMatchObject({ ok: true, text: expect.stringContaining('asked for') })
  expect(state()).toEqual(before)
  for (const actor of ['ann', 'ANN', 'a-n-n'].slice(0, 2))
    expect(await give(words, { actor }), actor).toMatchObject({ ok: false, text: expect.stringContaining('selfApproval') })
  expect(state()).toEqual(before)
  expect(await give(words, { actor: 'bob' })).toMatchObject({ ok: true })
  const after = state()
  expect(after).not.toEqual(before)
  expect(approvals()).toMatchObject([
    { command: name, state: 'asked', by: 'ann' },
    {
      command: name,
      state: 'confirmed',
      by: 'ann',
      askedWhy: 'ann says so',
      why: 'bob says so',
      second: { by: 'bob', identity: 'account' },
    },
  ])
  // It is used up: a third one asks anew.
  const third = await give(words, { actor: 'cid' })
  expect(third.ok ? third.text : 'asked for').toContain('asked for')
  expect(state()).toEqual(after)
})

it('OPS-003 [part] a request is void after a day, and other words are another request', async () => {
  const words = (amount: string) => ['insurance', 'withdraw', 'USDT', amount]
  await give(['insurance', 'deposit', 'USDT', '100'], { actor: 'ann' })
  await give(words('40'), { actor: 'ann' })
  expect((await give(words('41'), { actor: 'bob' })).text).toContain('asked for')
  world.clock.at += DAY
  world.exchange.clock = world.clock.at
  world.exchange.must({ kind: 'tick' })
  expect((await give(words('40'), { actor: 'bob' })).text).toContain('asked for')
  expect(insuranceOf(world.exchange.state, USDT)).toBe(100n * 100_000_000n)
})

it('OPS-003 [part] what a command refuses is refused before anybody is asked, and of what is refused later the request stays', async () => {
  await give(['insurance', 'deposit', 'USDT', '100'], { actor: 'ann' })
  const words = (amount: string) => ['insurance', 'withdraw', 'USDT', amount]
  expect(await give(words('101'), { actor: 'ann' })).toEqual({ ok: false, text: 'the fund has 100 USDT' })
  expect(await give(['kv', 'set', 'out_money', '{"amountLimit":"much"}'], { actor: 'ann' })).toMatchObject({ ok: false })
  expect(approvals()).toEqual([])
  await give(words('100'), { actor: 'ann' })
  await give(words('60'), { actor: 'ann' })
  expect(await give(words('60'), { actor: 'bob' })).toMatchObject({ ok: true })
  expect(await give(words('100'), { actor: 'bob' })).toEqual({ ok: false, text: 'the fund has 40 USDT' })
  await give(['insurance', 'deposit', 'USDT', '60'], { actor: 'ann' })
  expect(await give(words('100'), { actor: 'bob' })).toMatchObject({ ok: true })
})

it('OPS-003 [part] the journal tells a second operator who is known by an account from one who only says so', async () => {
  const words = ['kv', 'set', 'out_money', LIMIT]
  await give(words, { actor: 'ann', account: 'ops' })
  await give(words, { actor: 'bob', account: 'ops' })
  expect(approvals().at(-1)).toMatchObject({ second: { by: 'bob', account: 'ops', identity: 'claimed' } })
  const unset = ['kv', 'unset', 'out_money']
  await give(unset, { actor: 'ann', account: 'ops', profile: 'production' })
  for (const account of ['ops', ''])
    expect(await give(unset, { actor: 'bob', account, profile: 'production' }), account).toMatchObject({ ok: false })
  expect(await give(unset, { actor: 'bob', account: 'bob', profile: 'production' })).toMatchObject({ ok: true })
  expect(approvals().at(-1)).toMatchObject({ second: { identity: 'account' } })
})

/** For each kind with commands that take two operators: such a command, and what makes a command of the kind one that does not. */
const SAMPLES: { readonly [Kind in KindOfTwo]: readonly [two: CommandByKind[Kind], one: Partial<CommandByKind[Kind]> | undefined] } = {
  setUserStatus: [{ kind: 'setUserStatus', userId: asUserId(100_001), status: 'active', ...BY }, { status: 'frozen' }],
  defineContract: [{ kind: 'defineContract', terms: PLAIN_PAIR, contract: CONTRACT_TERMS, ...BY }, undefined],
  changeContract: [
    { kind: 'changeContract', instrumentId: asInstrumentId(1), terms: PLAIN_PAIR, contract: CONTRACT_TERMS, ...BY },
    undefined,
  ],
  settleContract: [{ kind: 'settleContract', instrumentId: asInstrumentId(1), proposedBy: 'ann', ...BY }, undefined],
  fundInsurance: [{ kind: 'fundInsurance', assetId: USDT, amount: -1n, ...BY }, { amount: 1n }],
  beginPayment: [
    { kind: 'beginPayment', listingId: asListingId(1), withdrawals: [], from: 'hot', to: 'cold', amount: 1n, plan: {}, actor: 'ann' },
    { withdrawals: [{ userId: asUserId(100_001), withdrawalId: asWithdrawalId(1) }] },
  ],
  judgeDeposit: [{ kind: 'judgeDeposit', key: '0'.repeat(32), verdict: 'credit', userId: asUserId(0), ...BY }, { verdict: 'hold' }],
  saveDocument: [
    { kind: 'saveDocument', userId: asUserId(0), collection: 'kv', id: 'out_money', document: null, actor: 'ann' },
    { id: 'theme' },
  ],
}

it.each(Object.entries(SAMPLES))(
  'OPS-003 [part] %s is taken from no operator alone where its description says so',
  async (_, [two, one]) => {
    const snapshot = () => Promise.resolve({ seq: 0, stateHash: '', byteLength: 0 })
    const { exchange } = forOne({ ...world.agio, exchange: Object.assign(world.exchange, { snapshot }) })
    const before = world.exchange.durableSeq
    await expect(exchange.submit(two)).rejects.toThrow(new Refusal(`${two.kind} takes two operators`))
    expect(world.exchange.durableSeq).toBe(before)
    if (one !== undefined)
      expect(await exchange.submit({ ...two, ...one } as CommandGivenBy<'operator'>)).toMatchObject({ seq: before + 1 })
  },
)

it('an operator’s command whose engine command takes two is refused where nobody listed it', async () => {
  const run = vi.fn(
    async ({ tenant }: { readonly tenant: OperatorTenant }) => (await tenant.exchange.submit(SAMPLES.fundInsurance[0])).reason,
  )
  const command = { name: 'insurance empty', summary: '', arguments: {}, options: {}, needsReason: true, run }
  const snapshot = () => Promise.resolve({ seq: 0, stateHash: '', byteLength: 0 })
  const tenant: OperatorTenant = { ...world.agio, exchange: Object.assign(world.exchange, { snapshot }) }
  const call = { tenant, given: {}, actor: 'ann', claimed: 'ann', account: '', profile: 'test', clock: undefined, why: '' } as const
  await expect(runOnce(command, call)).rejects.toThrow('fundInsurance takes two operators')
  expect(run).toHaveBeenCalledOnce()
})

it('the list names commands that there are, help tells of each, and of no other key than the one of limits', () => {
  const names = OPERATOR_COMMANDS.map(({ name }) => name)
  for (const [name, { confirmedBy }] of Object.entries(TWO_PERSONS)) {
    expect(names).toContain(name)
    if (confirmedBy !== 'again') expect(names).toContain(confirmedBy)
    expect(helpText(OPERATOR_COMMANDS, name.split(' '))).toContain('takes two operators')
  }
  expect(isAskedTwice('kv set', { key: 'theme', value: '1' })).toBe(false)
  expect(isAskedTwice('kv rollback', { key: 'out_money', version: '1' })).toBe(true)
  expect(isAskedTwice('constructor', {})).toBe(false)
})
