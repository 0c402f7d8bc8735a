/** Lines and days of what leaves and comes over chains, of a real engine's entries: they sum to what each customer has, after every entry. */
import type { UserId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { onEveryDatabase } from '../testing/every-database.ts'
import { eventHistory, type Harness, harness, walletHashes } from '../testing/harness.ts'
import { COIN_ID, WalletWorld } from '../testing/wallet-world.ts'

const ALL = { pageNo: 1, pageSize: 500 } as const

onEveryDatabase('what is set aside', (stage) => {
  /** A world whose entries are projected as they come, and the lines of a customer in short. */
  async function open() {
    const world = new WalletWorld()
    stage.now = world.exchange.now()
    let open: Harness = await stage.open()
    const tell = async (): Promise<void> => {
      await open.project(world.events.filter(({ seq }) => seq > open.models.position()))
      for (const userId of world.customers) {
        const { rows } = await open.models.statement({ userId, assetId: COIN_ID, ...ALL })
        const total = world.spotOf(userId, COIN_ID)
        expect(rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(total)
        expect(rows[0]?.totalAfter ?? 0n).toBe(total)
        const days = await open.models.balanceDays(userId, new Date(stage.now).toISOString().slice(0, 10))
        expect(days.filter(({ assetId }) => assetId === COIN_ID).map(({ total: last, account }) => [account, last])).toEqual(
          rows.length === 0 ? [] : [['spot', total]],
        )
      }
    }
    await tell()
    return {
      world,
      tell,
      /** Closes the tables and opens them again, as a new start does. */
      async again() {
        const { durableSeq } = world.exchange
        await open.stop()
        const options = { now: () => stage.now, history: eventHistory(() => world.events), durableSeq }
        open = await harness(stage.database.connection, stage.tenant(), options)
      },
      lines: async (userId: UserId) =>
        (await open.models.statement({ userId, assetId: COIN_ID, ...ALL })).rows
          .map(({ cause, amount, fee, totalAfter, reference }) => [cause, amount, fee, totalAfter, reference])
          .reverse(),
      stop: () => open.stop(),
    }
  }

  it('WAL-037 [part] a withdrawal’s line is written with the first signature, with its fee; what comes to nothing before makes none', async () => {
    const { world, tell, lines, stop } = await open()
    const [ann] = world.customers as [UserId]
    world.mine([[ann, 100n]])
    await tell()
    const [credit] = await lines(ann)
    world.mine()
    world.mine()
    const undone = world.ask(ann, 20n)
    await tell()
    world.exchange.must({ kind: 'cancelWithdrawal', userId: ann, withdrawalId: undone, actor: 'ann' })
    await tell()
    world.ask(ann, 30n, undefined, false)
    await tell()
    world.exchange.clock += 1_800_000
    world.exchange.must({ kind: 'tick' })
    await tell()
    const paid = world.ask(ann, 15n)
    const payment = world.pay(ann, paid)
    await tell()
    expect(await lines(ann)).toEqual([credit])
    world.sign(payment)
    await tell()
    world.sign(payment)
    world.mine([], [[payment, true]])
    world.leave(1)
    world.mine([], [[payment, true]])
    world.mine()
    world.mine()
    await tell()
    expect(await lines(ann)).toEqual([credit, ['withdraw', -15n, 2n, 85n, paid]])
    await stop()
  })

  it('WAL-024 [part] what was signed and failed, or is dead, comes back by a line of its own', async () => {
    const { world, tell, again, lines, stop } = await open()
    const [ann] = world.customers as [UserId]
    world.mine([[ann, 100n]])
    world.mine()
    world.mine()
    await tell()
    const failed = world.ask(ann, 15n)
    const first = world.pay(ann, failed)
    await tell()
    await again()
    world.sign(first)
    await tell()
    await again()
    world.mine([], [[first, false]])
    world.mine()
    world.mine()
    await tell()
    const waits = world.ask(ann, 10n)
    const dead = world.pay(ann, waits)
    world.sign(dead)
    await tell()
    await again()
    world.drop(dead, true)
    await tell()
    await again()
    const last = world.pay(ann, waits)
    world.drop(last, false)
    await tell()
    expect((await lines(ann)).slice(1)).toEqual([
      ['withdraw', -15n, 2n, 85n, failed],
      ['withdraw', 15n, 0n, 100n, failed],
      ['withdraw', -10n, 2n, 90n, waits],
      ['withdraw', 10n, 0n, 100n, waits],
    ])
    await stop()
  })

  it('WAL-026 [part] inside the house one side has a withdrawal’s line and the other a deposit’s, and a debt is paid of it', async () => {
    const { world, tell, lines, stop } = await open()
    const [ann, bob] = world.customers as [UserId, UserId]
    world.mine([[ann, 100n]])
    world.mine()
    world.mine([[bob, 40n]])
    world.mine()
    world.mine()
    await tell()
    const own = world.ask(bob, 5n, ann)
    await tell()
    world.leave(3)
    await tell()
    const given = world.ask(ann, 25n, bob)
    await tell()
    expect((await lines(ann)).slice(1)).toEqual([
      ['deposit', 5n, 0n, 105n, -own],
      ['withdraw', -25n, 0n, 80n, given],
    ])
    const [credit, out, back, came, paid] = await lines(bob)
    expect(out).toEqual(['withdraw', -5n, 0n, 35n, own])
    expect(back).toEqual(['deposit', -35n, 0n, 0n, credit?.[4]])
    expect([came, paid]).toEqual([
      ['deposit', 25n, 0n, 25n, -given],
      ['debt', -5n, 0n, 20n, 0],
    ])
    await stop()
  })

  it('WAL-012 [part] a deposit that is taken back names itself in its line, while other coins are set aside', async () => {
    const { world, tell, again, lines, stop } = await open()
    const [ann] = world.customers as [UserId]
    world.mine([[ann, 100n]])
    world.mine()
    world.mine()
    world.mine([
      [ann, 30n],
      [ann, 20n],
    ])
    const waits = world.ask(ann, 60n, undefined, false)
    await tell()
    await again()
    world.leave(1)
    await tell()
    const [first, second, third, ...back] = await lines(ann)
    expect([first, second, third].map((line) => line?.[3])).toEqual([100n, 130n, 150n])
    expect(back.map(([cause, amount, , , reference]) => [cause, amount, reference])).toEqual([
      ['deposit', -20n, third?.[4]],
      ['deposit', -30n, second?.[4]],
    ])
    world.exchange.must({ kind: 'cancelWithdrawal', userId: ann, withdrawalId: waits, actor: 'ann' })
    await tell()
    expect(await lines(ann)).toHaveLength(5)
    await stop()
  })

  it('the same rows of the wallet come of live batches, of a rebuild and of a restart behind every entry', async () => {
    const world = busyWorld()
    stage.now = world.exchange.now()
    const { events } = world
    const { durableSeq } = world.exchange
    const hashes = () => walletHashes(stage.database.connection, stage.tenant())
    const live = await stage.open()
    await live.project(events)
    const wanted = await hashes()
    expect(Object.values(wanted).every((hash) => !hash.startsWith('0 '))).toBe(true)
    await live.stop()
    const rebuilt = await stage.open(events, durableSeq)
    await rebuilt.models.reached(durableSeq, 20_000)
    expect(await hashes()).toEqual(wanted)
    await rebuilt.stop()
    const first = await stage.open()
    await first.stop()
    const asked = events.find(({ event }) => event.kind === 'withdrawalRequested')?.seq ?? 0
    for (let seq = asked - 1; seq <= durableSeq; seq += 1) {
      const options = { now: () => stage.now, history: eventHistory(() => events), durableSeq: seq }
      const again = await harness(stage.database.connection, stage.tenant(), options)
      await again.models.reached(seq, 20_000)
      await again.stop()
    }
    expect(await hashes()).toEqual(wanted)
  })
})

/** A little of everything. */
function busyWorld(): WalletWorld {
  const world = new WalletWorld()
  const [ann, bob] = world.customers as [UserId, UserId]
  world.mine()
  world.mine([[ann, 500n]])
  world.mine()
  world.mine()
  world.mine([[bob, 40n]])
  const undone = world.ask(ann, 20n)
  const [paid, inside] = [world.ask(ann, 15n, undefined, true, ['large']), world.ask(ann, 25n, bob)]
  world.exchange.must({ kind: 'cancelWithdrawal', userId: ann, withdrawalId: undone, actor: 'ann' })
  world.exchange.must({ kind: 'judgeWithdrawal', userId: ann, withdrawalId: paid, isApproved: true, actor: 'ann', why: 'known' })
  expect(inside).toBeGreaterThan(paid)
  const payment = world.pay(ann, paid)
  world.sign(payment)
  world.sign(payment, 'higher')
  const [lost, waits] = [world.pay(ann, world.ask(ann, 30n)), world.pay(ann, world.ask(ann, 35n))]
  world.sign(lost)
  world.sign(waits)
  world.drop(lost, false)
  world.drop(waits, true)
  world.mine([], [[payment, true]])
  world.leave(2)
  world.mine([[ann, 2n]], [[payment, true]])
  world.mine([[ann, 9n]], [], true)
  world.mine()
  world.ask(ann, 11n, undefined, false)
  world.exchange.clock += 1_800_000
  world.exchange.must({ kind: 'tick' })
  return world
}
