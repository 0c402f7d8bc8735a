/** What customers are told of deposits and withdrawals: of a real engine's entries, each thing once. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { walletTxIdOf } from '@agio/wire/wallet/view.ts'
import { expect, it } from 'vitest'
import { onEveryDatabase } from '../testing/every-database.ts'
import { WalletWorld } from '../testing/wallet-world.ts'

onEveryDatabase('messages of the wallet', (stage) => {
  async function open() {
    const world = new WalletWorld()
    stage.now = world.exchange.now()
    const { models, project, stop } = await stage.open()
    const mails: string[] = []
    models.onMailed((told) => mails.push(...told.map(({ kind }) => kind)))
    const tell = () => project(world.events.filter(({ seq }) => seq > models.position()))
    await tell()
    return {
      world,
      mails,
      stop,
      /** What a customer was told, oldest first. */
      async told(userId: UserId) {
        await tell()
        const { rows } = await models.messages({ userId, pageNo: 1, pageSize: 100 })
        return rows
          .map(({ kind, type, params: { amount, arrived, owed, reason } }) => [
            kind,
            ...(type === 'assets' ? [] : [type]),
            ...[amount, arrived, owed, reason].filter((param) => param !== undefined),
          ])
          .reverse()
      },
      ids: async (userId: UserId) => (await models.messages({ userId, pageNo: 1, pageSize: 100 })).rows.map(({ params }) => params.txId),
    }
  }

  it('NOTE-011 [part] a deposit that is credited makes one message, those of one block one each, and what waits says so', async () => {
    const { world, told, mails, ids, stop } = await open()
    const [ann] = world.customers as [UserId]
    world.mine([
      [ann, 100n],
      [ann, 30n],
    ])
    expect(await told(ann)).toEqual([
      ['depositCredited', '30'],
      ['depositCredited', '100'],
    ])
    expect((await ids(ann)).every((id) => id?.startsWith('1'))).toBe(true)
    world.mine()
    world.mine()
    world.mine([[ann, 2n]])
    world.mine([[ann, 40n]], [], true)
    expect((await told(ann)).slice(2)).toEqual([
      ['depositBelowMin', '2'],
      ['depositHeld', '40'],
    ])
    expect(mails).toEqual(['depositCredited', 'depositCredited', 'depositBelowMin', 'depositHeld'])
    await stop()
  })

  it('NOTE-011 [part] a credit that is taken back is told once, as that, and with what is owed of it', async () => {
    const { world, told, mails, stop } = await open()
    const [ann, bob] = world.customers as [UserId, UserId]
    world.mine()
    world.mine([[ann, 100n]])
    world.mine()
    world.mine()
    world.mine([
      [ann, 30n],
      [bob, 2n],
    ])
    await told(ann)
    world.leave(1)
    expect((await told(ann)).slice(2)).toEqual([['depositReversed', '30']])
    expect(await told(bob)).toEqual([['depositBelowMin', '2']])
    world.ask(ann, 90n)
    world.leave(3)
    expect((await told(ann)).slice(3)).toEqual([['depositOwed', '100', '90']])
    expect(mails).toEqual(['depositCredited', 'depositCredited', 'depositBelowMin', 'depositReversed', 'depositOwed'])
    world.exchange.must({ kind: 'creditUser', userId: bob, assetId: 2 as never, amount: 9n, cause: 'deposit', reference: '' })
    const reversed = { assetId: 2 as never, amount: 4n, cause: 'deposit', reference: '', actor: 'ann', why: 'a test' } as const
    world.exchange.must({ kind: 'reverseCredit', userId: bob, ...reversed })
    expect((await told(bob)).slice(1)).toEqual([
      ['depositCredited', '9'],
      ['balanceAdjusted', '-4'],
    ])
    await stop()
  })

  it('NOTE-011 [part] each state of a withdrawal that its customer should hear of makes one message, and nothing that he did himself', async () => {
    const { world, told, ids, stop } = await open()
    const [ann] = world.customers as [UserId]
    world.mine([[ann, 500n]])
    world.mine()
    world.mine()
    await told(ann)
    const { exchange } = world
    const judge = (withdrawalId: number, isApproved: boolean, why: string) =>
      exchange.must({ kind: 'judgeWithdrawal', userId: ann, withdrawalId: withdrawalId as never, isApproved, actor: 'ann', why })
    const looked = world.ask(ann, 15n, undefined, true, ['amount'])
    expect((await told(ann)).slice(1)).toEqual([['withdrawalReview', '15', '13']])
    judge(looked, true, 'known')
    expect((await told(ann)).slice(2)).toEqual([['withdrawalApproved', '15', '13']])
    const payment = world.pay(ann, looked)
    world.sign(payment)
    world.sign(payment)
    world.mine([], [[payment, true]])
    world.leave(1)
    world.mine([], [[payment, true]])
    expect((await told(ann)).slice(3)).toEqual([['withdrawalSent', '15', '13']])
    world.mine()
    world.mine()
    expect((await told(ann)).slice(4)).toEqual([['withdrawalCompleted', '15', '13']])
    judge(world.ask(ann, 20n, undefined, true, ['amount']), false, 'Not your address.')
    expect((await told(ann)).slice(5)).toEqual([
      ['withdrawalReview', '20', '18'],
      ['withdrawalRejected', '20', '18', 'Not your address.'],
    ])
    const cancel = (withdrawalId: ReturnType<typeof world.ask>, actor: string) =>
      exchange.must({ kind: 'cancelWithdrawal', userId: ann, withdrawalId, actor })
    cancel(world.ask(ann, 25n), 'user')
    cancel(world.ask(ann, 26n), 'system')
    const approved = world.ask(ann, 27n, undefined, true, ['amount'])
    judge(approved, true, 'known')
    cancel(approved, 'user')
    const lost = world.pay(ann, world.ask(ann, 30n))
    world.sign(lost)
    world.drop(lost, false)
    const late = world.ask(ann, 35n, undefined, false)
    exchange.clock += 1_800_000
    exchange.must({ kind: 'tick' })
    expect((await told(ann)).slice(7)).toEqual([
      ['withdrawalTakenBack', '26', '24'],
      ['withdrawalReview', '27', '25'],
      ['withdrawalApproved', '27', '25'],
      ['withdrawalSent', '30', '28'],
      ['withdrawalFailed', '30', '28'],
      ['withdrawalExpired', '35', '33'],
    ])
    expect((await ids(ann))[0]).toBe(walletTxIdOf({ kind: 'withdrawal', txId: late }))
    await stop()
  })

  it('NOTE-011 [part] inside the house the sender hears of his withdrawal and the receiver of his deposit', async () => {
    const { world, told, ids, stop } = await open()
    const [ann, bob] = world.customers as [UserId, UserId]
    world.mine([[ann, 100n]])
    world.mine()
    world.mine()
    await told(ann)
    const given = world.ask(ann, 15n, bob)
    expect((await told(ann)).slice(1)).toEqual([['withdrawalCompleted', '15', '15']])
    expect(await told(bob)).toEqual([['depositCredited', '15']])
    expect(await ids(bob)).toEqual([walletTxIdOf({ kind: 'received', txId: given })])
    await stop()
  })
})
