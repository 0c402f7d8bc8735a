/** Deposits that wait for a row, and those that are part of the sum of their address, in both databases. */
import { asDepositId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { COIN, CUSTOMER, type StampedEvent } from '../testing/events.ts'
import { MONDAY, onEveryDatabase, PEOPLE } from '../testing/every-database.ts'
import { DEPOSIT, deposit, NETWORK, seen } from '../testing/wallet-events.ts'

const PAGE = { pageNo: 1, pageSize: 10 } as const

onEveryDatabase('deposits that are many', (stage) => {
  const entry = (seq: number, ...events: readonly StampedEvent['event'][]): StampedEvent[] =>
    events.map((event) => ({ seq, at: MONDAY + seq, event }))

  it('WAL-010 [part] what waits for a row stands in history, gets its row, or is gone with its block', async () => {
    const { models, project, stop } = await stage.open()
    const waiting = { height: 70, dust: '3', maturity: 0, isHeld: false, assetId: COIN, networkId: NETWORK }
    const told = (place: number): StampedEvent['event'] =>
      seen({ depositId: asDepositId(DEPOSIT + place), key: `${place}`.padStart(32, '0'), count: 150, waiting })
    const listed = async () =>
      (await models.walletTxs({ ...PAGE, userId: CUSTOMER })).rows.map(({ txId, status, reason }) => [txId - DEPOSIT, status, reason])
    await project([...PEOPLE, ...entry(10, told(1), told(2), told(3))])
    const query = { ...PAGE, kinds: ['deposit'], statuses: ['confirming'], networkIds: [NETWORK], reason: 'waiting' } as const
    expect((await models.walletTxs(query)).rows[2]).toMatchObject({
      ...{ txId: DEPOSIT + 1, height: 70, count: 150, assetId: COIN, document: { dust: '3', maturity: 0, isHeld: false } },
    })
    const part = { depositId: asDepositId(DEPOSIT + 1) }
    await project(entry(11, deposit('confirming', 70, part), deposit('credited', 70, part), deposit('unlocked', 70, part)))
    await project(entry(12, { kind: 'waitingLeft', networkId: NETWORK, height: 69 }, told(4)))
    expect(await listed()).toEqual([
      [4, 'confirming', 'waiting'],
      [3, 'vanished', undefined],
      [2, 'vanished', undefined],
      [1, 'unlocked', undefined],
    ])
    expect((await models.walletTxs(query)).total).toBe(1)
    await stop()
  })

  it('WAL-010 [part] what is part of the sum of its address is credited with it, each in its own row', async () => {
    const { models, project, stop } = await stage.open()
    const other = { depositId: asDepositId(DEPOSIT + 1) }
    await project([...PEOPLE, ...entry(10, seen(), deposit('confirming', 70), deposit('belowMin', 70))])
    await project(entry(11, seen({ ...other, key: '1'.repeat(32) }), deposit('confirming', 71, other), deposit('belowMin', 71, other)))
    await project(entry(12, deposit('belowMin', 71, { ...other, pileId: DEPOSIT })))
    const sum = { amount: 10n, pileId: DEPOSIT }
    await project(entry(13, deposit('credited', 71, sum), deposit('unlocked', 71, sum)))
    const { rows } = await models.walletTxs({ ...PAGE, userId: CUSTOMER })
    const credited = { status: 'unlocked', amount: 5n, creditedAt: MONDAY + 13, finishedAt: MONDAY + 13, reason: undefined }
    expect(rows).toMatchObject([
      { txId: DEPOSIT + 1, ...credited, pileId: DEPOSIT },
      { txId: DEPOSIT, ...credited },
    ])
    const steps = await models.walletSteps({ kind: 'deposit', txId: DEPOSIT + 1 })
    expect(steps.map(({ status }) => status)).toEqual(['detected', 'confirming', 'belowMin', 'credited', 'unlocked'])
    await stop()
  })
})
