/** Deposits, withdrawals, payments and addresses come back as they stand, with each status that they came through. */
import type { Event } from '@agio/engine/event.ts'
import { asAddressId, asDepositId, asPaymentId, asUserId, asWithdrawalId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { COIN, CUSTOMER, QUOTE, registered, type StampedEvent } from '../testing/events.ts'
import { MONDAY, onEveryDatabase, PEOPLE } from '../testing/every-database.ts'
import {
  assigned,
  begun,
  DEPOSIT,
  DESTINATION,
  deposit,
  found,
  KEY,
  LISTING,
  NETWORK,
  PAYMENT,
  payment,
  requested,
  reviewed,
  seen,
  signed,
  WITHDRAWAL,
  withdrawal,
} from '../testing/wallet-events.ts'

const FRIEND = asUserId(100003)
const PAGE = { pageNo: 1, pageSize: 10 } as const
const IT = { kind: 'deposit', txId: DEPOSIT } as const
const OUT = { kind: 'withdrawal', txId: WITHDRAWAL } as const

onEveryDatabase('what came over chains', (stage) => {
  const entry = (seq: number, ...events: readonly StampedEvent['event'][]): StampedEvent[] =>
    events.map((event) => ({ seq, at: MONDAY + seq, event }))

  it('WAL-010 [part] a deposit’s row follows it from detected to unlocked, with a step for each status', async () => {
    const { models, project, stop } = await stage.open()
    const row = async () => (await models.walletTxs({ ...PAGE, name: IT })).rows[0]
    await project([...PEOPLE, ...entry(9, assigned(3, { tag: 4_294_967_295 })), ...entry(10, seen(), deposit('detected'))])
    expect(await row()).toMatchObject({ status: 'detected', height: 0, place: 'addresses', tag: 4_294_967_295, creditedAt: 0 })
    await project(entry(11, deposit('confirming', 70)))
    expect(await row()).toMatchObject({ status: 'confirming', height: 70, finishedAt: 0 })
    await project(entry(13, deposit('credited', 70)))
    await project(entry(15, deposit('unlocked', 70)))
    expect(await row()).toEqual({
      ...IT,
      ...{ userId: CUSTOMER, otherUserId: 0, listingId: LISTING, assetId: COIN, networkId: NETWORK, status: 'unlocked' },
      ...{ amount: 5n, fee: 0n, value: 0n, height: 70, addressId: 3, place: 'addresses', tag: 4_294_967_295 },
      ...{ tx: '0xIn', position: 'log:0', from: '0xFrom', key: KEY, document: undefined, clientId: undefined, paymentId: 0 },
      ...{ count: 1, pileId: 0 },
      ...{ reviews: [], reason: undefined, createdAt: MONDAY + 10, updatedAt: MONDAY + 15, checkedAt: 0 },
      ...{ creditedAt: MONDAY + 13, finishedAt: MONDAY + 15 },
    })
    expect((await models.walletSteps(IT)).map(({ status, at, actor, tx }) => [status, at - MONDAY, actor, tx])).toEqual([
      ['detected', 10, 'chain', '0xIn'],
      ['confirming', 11, 'chain', undefined],
      ['credited', 13, 'chain', undefined],
      ['unlocked', 15, 'chain', undefined],
    ])
    await stop()
  })

  it('WAL-010 [part] one that is first seen in a block was detected then', async () => {
    const { models, project, stop } = await stage.open()
    await project([...PEOPLE, ...entry(10, seen(), deposit('confirming', 70), deposit('credited', 70))])
    await project(entry(11, seen({ depositId: asDepositId(11 * 1024) }), seen({ depositId: asDepositId(11 * 1024 + 1), addressId: 0 })))
    expect(await models.receipts()).toEqual([{ listingId: LISTING, addressId: 3 }])
    expect((await models.walletSteps(IT)).map(({ status }) => status)).toEqual(['detected', 'confirming', 'credited'])
    expect((await models.walletTxs({ ...PAGE, userId: CUSTOMER })).rows.at(-1)).toMatchObject({
      status: 'credited',
      creditedAt: MONDAY + 10,
    })
    await stop()
  })

  it('WAL-012 [part] one that left the chain was not credited any more, and comes again or vanishes', async () => {
    const { models, project, stop } = await stage.open()
    const row = async () => (await models.walletTxs({ ...PAGE, name: IT })).rows[0]
    await project([...PEOPLE, ...entry(10, seen(), deposit('confirming', 70), deposit('credited', 70), deposit('unlocked', 70))])
    await project(entry(11, deposit('reorged')))
    expect(await row()).toMatchObject({ status: 'reorged', height: 0, creditedAt: 0, finishedAt: 0 })
    await project(
      entry(
        12,
        { kind: 'depositJudged', depositId: DEPOSIT, verdict: 'vanished', userId: asUserId(0), actor: 'ann', why: 'gone' },
        deposit('vanished'),
      ),
    )
    expect(await row()).toMatchObject({ status: 'vanished', finishedAt: MONDAY + 12 })
    expect((await models.walletSteps(IT)).at(-1)).toMatchObject({ status: 'vanished', actor: 'reviewer', who: 'ann' })
    await project(entry(13, deposit('detected')))
    expect(await row()).toMatchObject({ status: 'detected', finishedAt: 0 })
    await stop()
  })

  it('WAL-013 [part] one that nobody’s tag is on comes into the list of whom a person gives it to, above what came meanwhile', async () => {
    const { models, project, stop } = await stage.open()
    const nobody = asUserId(0)
    const small = { depositId: asDepositId(11 * 1024) }
    await project([
      ...PEOPLE,
      ...entry(
        10,
        seen({ userId: nobody, addressId: 0 }),
        deposit('confirming', 70, { userId: nobody }),
        deposit('review', 70, { userId: nobody }),
      ),
      ...entry(11, seen(small), deposit('confirming', 71, small), deposit('belowMin', 71, small)),
    ])
    const waiting = await models.walletTxs({ ...PAGE, isUnderWay: true, statuses: ['review'] })
    expect(waiting).toMatchObject({ total: 1, rows: [{ userId: 0, status: 'review', reason: 'unknownTag' }] })
    const before = await models.walletTxs({ ...PAGE, userId: CUSTOMER })
    expect(before.rows).toMatchObject([{ txId: small.depositId, status: 'belowMin', reason: 'belowMin' }])
    await project(
      entry(
        12,
        { kind: 'depositJudged', depositId: DEPOSIT, verdict: 'credit', userId: CUSTOMER, actor: 'ann', why: 'ticket 5' },
        deposit('credited', 70),
      ),
    )
    const after = await models.walletTxs({ ...PAGE, userId: CUSTOMER })
    expect(after.rows.map(({ txId, status, reason }) => [txId, status, reason])).toEqual([
      [DEPOSIT, 'credited', undefined],
      [small.depositId, 'belowMin', 'belowMin'],
    ])
    expect((await models.walletTxs({ ...PAGE, userId: CUSTOMER, asOf: before.asOf })).total).toBe(1)
    expect((await models.walletSteps(IT)).at(-1)).toMatchObject({ status: 'credited', actor: 'reviewer', who: 'ann', reason: undefined })
    await stop()
  })

  it('WAL-023 [part] a withdrawal goes through every state with time, actor, reason and transaction', async () => {
    const { models, project, stop } = await stage.open()
    const paymentId = PAYMENT
    await project([...PEOPLE, ...entry(20, requested(), withdrawal('created'), withdrawal('awaitsFactor'))])
    await project(entry(21, withdrawal('verified'), withdrawal('review'), reviewed({ reviews: ['amount', 'newAddress'] })))
    expect((await models.walletTxs({ ...PAGE, statuses: ['review'], isUnderWay: true })).rows).toMatchObject([
      {
        ...OUT,
        reviews: ['amount', 'newAddress'],
        checkedAt: MONDAY + 21,
        document: DESTINATION,
        clientId: 'mine-1',
        fee: 1n,
        value: 900n,
      },
    ])
    await project(entry(22, reviewed({ isApproved: true, actor: 'ann', why: 'known' }), withdrawal('approved'), withdrawal('queued')))
    await project(entry(25, begun(), withdrawal('signing', { paymentId }), payment('begun')))
    await project(entry(26, signed('0xA'), withdrawal('broadcast', { paymentId }), payment('signed')))
    await project(entry(27, signed('0xB'), payment('signed')))
    expect((await models.walletTxs({ ...PAGE, tx: '0xA' })).rows).toMatchObject([{ ...OUT, tx: '0xB', height: 0 }])
    await project(
      entry(
        28,
        found('0xA', 80),
        withdrawal('confirming', { paymentId }),
        payment('mined', { height: 80, gas: 2n, gasListingId: LISTING }),
      ),
    )
    await project(entry(29, withdrawal('completed'), payment('final', { height: 80, gas: 2n, gasListingId: LISTING })))
    expect((await models.walletTxs({ ...PAGE, userId: CUSTOMER })).rows).toMatchObject([
      { ...OUT, status: 'completed', tx: '0xA', height: 80, paymentId, finishedAt: MONDAY + 29, reason: undefined },
    ])
    expect((await models.walletSteps(OUT)).map(({ status, at, actor, who, tx }) => [status, at - MONDAY, actor, who, tx])).toEqual([
      ['created', 20, 'user', undefined, undefined],
      ['awaitsFactor', 20, 'system', undefined, undefined],
      ['verified', 21, 'user', undefined, undefined],
      ['review', 21, 'system', undefined, undefined],
      ['approved', 22, 'reviewer', 'ann', undefined],
      ['queued', 22, 'system', undefined, undefined],
      ['signing', 25, 'system', undefined, undefined],
      ['broadcast', 26, 'system', undefined, '0xA'],
      ['confirming', 28, 'chain', undefined, '0xA'],
      ['completed', 29, 'chain', undefined, undefined],
    ])
    await stop()
  })

  it('WAL-023 [part] one whose block left the chain confirms anew, and goes back to no state', async () => {
    const { models, project, stop } = await stage.open()
    const paymentId = PAYMENT
    const mined = (height: number) => payment('mined', { height, gas: 2n, gasListingId: LISTING })
    await project([...PEOPLE, ...entry(20, requested(), withdrawal('created'), begun(), withdrawal('signing', { paymentId }))])
    await project(entry(26, signed('0xA'), withdrawal('broadcast', { paymentId }), payment('signed')))
    await project(entry(28, found('0xA', 80), withdrawal('confirming', { paymentId }), mined(80)))
    await project(entry(29, withdrawal('broadcast', { paymentId }), payment('left')))
    const row = async () => (await models.walletTxs({ ...PAGE, name: OUT })).rows[0]
    expect(await row()).toMatchObject({ status: 'confirming', height: 0, updatedAt: MONDAY + 29, finishedAt: 0 })
    await project(entry(30, found('0xA', 81), withdrawal('confirming', { paymentId }), mined(81)))
    expect(await row()).toMatchObject({ status: 'confirming', height: 81, tx: '0xA' })
    expect((await models.walletSteps(OUT)).map(({ status }) => status)).toEqual([
      'created',
      'signing',
      'broadcast',
      'confirming',
      'confirming',
    ])
    await stop()
  })

  it('WAL-023 [part] exits say why: rejected by a reviewer, not verified in time, failed on the chain, given up', async () => {
    const { models, project, stop } = await stage.open()
    const numbered = (id: number) => ({ withdrawalId: asWithdrawalId(id) })
    await project(PEOPLE)
    const start = (seq: number, ...rest: readonly StampedEvent['event'][]) =>
      project(entry(seq, requested(numbered(seq)), withdrawal('created', numbered(seq)), ...rest))
    await start(20, withdrawal('review'), reviewed({ isApproved: false, actor: 'ann', why: 'not you' }), withdrawal('rejected'))
    await start(21, withdrawal('expired', numbered(21)))
    await start(22, withdrawal('failed', numbered(22)))
    await start(
      23,
      { kind: 'paymentDropped', paymentId: PAYMENT, networkId: NETWORK, waitAgain: false, actor: 'c', why: 'nonce spent' },
      withdrawal('failed', numbered(23)),
    )
    await start(24, withdrawal('canceled', numbered(24)))
    const { rows } = await models.walletTxs({ ...PAGE, userId: CUSTOMER, kinds: ['withdrawal'] })
    expect(rows.map(({ status, reason, finishedAt }) => [status, reason, finishedAt - MONDAY])).toEqual([
      ['canceled', undefined, 24],
      ['failed', 'dropped', 23],
      ['failed', 'failedOnChain', 22],
      ['expired', 'notVerified', 21],
      ['rejected', 'not you', 20],
    ])
    expect((await models.walletSteps(OUT)).at(-1)).toMatchObject({ status: 'rejected', actor: 'reviewer', reason: 'not you' })
    await stop()
  })

  it('WAL-026 [part] what moved inside the house is its receiver’s deposit, and shows him the address but not the sender’s note', async () => {
    const { models, project, stop } = await stage.open()
    const inside = { receiverId: FRIEND, fee: 0n }
    await project([...PEOPLE, ...entry(3, registered(FRIEND, 'customer')), ...entry(20, requested(), withdrawal('created', inside))])
    expect((await models.walletTxs({ ...PAGE, userId: FRIEND })).total).toBe(0)
    await project(entry(21, ...(['verified', 'approved', 'confirming', 'completed'] as const).map((status) => withdrawal(status, inside))))
    const { rows } = await models.walletTxs({ ...PAGE, userId: FRIEND })
    expect(rows).toMatchObject([
      {
        kind: 'received',
        txId: WITHDRAWAL,
        userId: FRIEND,
        otherUserId: CUSTOMER,
        status: 'unlocked',
        amount: 15n,
        creditedAt: MONDAY + 21,
      },
    ])
    expect(rows[0]).toMatchObject({ tx: undefined, document: { address: '0xThere', memo: '7' } })
    expect(Object.keys(rows[0]?.document ?? {})).toEqual(['address', 'memo'])
    expect((await models.walletSteps({ kind: 'received', txId: WITHDRAWAL })).map(({ status, actor }) => [status, actor])).toEqual([
      ['unlocked', 'system'],
    ])
    expect((await models.walletSteps(OUT)).map(({ actor }) => actor)).toEqual(['user', 'user', 'system', 'system', 'system'])
    await stop()
  })

  it('WAL-029 the list has every filter, newest first, and pages on without a row twice while new ones come', async () => {
    const { models, project, stop } = await stage.open()
    const other = { assetId: QUOTE }
    const one = (seq: number, changes: object = {}) => [
      seen({ depositId: asDepositId(seq * 1024), key: KEY.replace('0', String(seq % 10)) }),
      deposit('confirming', seq, { depositId: asDepositId(seq * 1024), ...changes }),
    ]
    await project([
      ...PEOPLE,
      ...entry(10, ...one(10)),
      ...entry(11, ...one(11, other)),
      ...entry(20, requested(), withdrawal('created')),
      ...entry(30, ...one(30)),
    ])
    const ids = async (query: object) => {
      const { rows, total, asOf } = await models.walletTxs({ userId: CUSTOMER, ...PAGE, ...query })
      return [total, rows.map(({ txId }) => (txId >= 1024 ? txId / 1024 : txId)), asOf]
    }
    expect(await ids({})).toEqual([4, [30, 20, 11, 10], 30])
    expect(await ids({ kinds: ['deposit'] })).toEqual([3, [30, 11, 10], 30])
    expect(await ids({ assetIds: [QUOTE] })).toEqual([1, [11], 30])
    expect(await ids({ networkIds: [] })).toEqual([0, [], 30])
    expect(await ids({ statuses: ['confirming'] })).toEqual([3, [30, 11, 10], 30])
    expect(await ids({ range: { from: MONDAY + 11, to: MONDAY + 20 } })).toEqual([2, [20, 11], 30])
    expect(await ids({ clientId: 'mine-1' })).toEqual([1, [20], 30])
    expect(await ids({ key: KEY.replace('0', '1') })).toEqual([1, [11], 30])
    expect(await ids({ userId: FRIEND })).toEqual([0, [], 30])
    expect(await ids({ pageSize: 2 })).toEqual([4, [30, 20], 30])
    await project(entry(31, ...one(31)))
    expect(await ids({ pageSize: 2, pageNo: 2, asOf: 30 })).toEqual([4, [11, 10], 30])
    expect(await ids({ pageSize: 2 })).toEqual([5, [31, 30], 31])
    await stop()
  })

  it('WAL-025 [part] a payment comes back with its plan, everything that was signed, and what it pays, until it is final', async () => {
    const { models, project, stop } = await stage.open()
    const paymentId = PAYMENT
    await project([
      ...PEOPLE,
      ...entry(20, requested(), withdrawal('created')),
      ...entry(25, begun(), withdrawal('signing', { paymentId }), payment('begun')),
    ])
    const underWay = async () => (await models.paymentList({ ...PAGE, isUnderWay: true })).rows
    const paid = { withdrawalId: WITHDRAWAL, userId: CUSTOMER, amount: 15n, fee: 1n, document: DESTINATION }
    expect(await underWay()).toEqual([
      {
        ...{ paymentId, networkId: NETWORK, listingId: LISTING, from: 'hot', to: 'hot', plan: { nonce: '4' }, actor: 'conductor' },
        ...{ state: 'begun', amount: 14n, tx: undefined, signed: [], height: 0, gas: 0n, gasListingId: 0, why: undefined },
        ...{ begunAt: MONDAY + 25, updatedAt: MONDAY + 25, withdrawals: [paid] },
      },
    ])
    await project([...entry(26, signed('0xA'), payment('signed')), ...entry(27, signed('0xB', { gasPrice: '9' }), payment('signed'))])
    const both = [
      { tx: '0xA', bytes: 'bytes of 0xA', fee: null },
      { tx: '0xB', bytes: 'bytes of 0xB', fee: { gasPrice: '9' } },
    ]
    expect(await underWay()).toMatchObject([{ state: 'signed', tx: '0xB', signed: both, withdrawals: [paid] }])
    expect((await models.paymentList({ ...PAGE, tx: '0xA' })).total).toBe(1)
    await project(entry(28, found('0xA', 80), payment('mined', { height: 80, gas: 2n, gasListingId: LISTING })))
    expect(await underWay()).toMatchObject([{ state: 'mined', tx: '0xA', height: 80, gas: 2n, gasListingId: LISTING }])
    await project(entry(29, payment('left', { gas: 2n, gasListingId: LISTING })))
    expect(await underWay()).toMatchObject([{ state: 'signed', tx: '0xA', height: 0, gas: 0n, gasListingId: 0 }])
    await project(entry(30, found('0xA', 81), payment('mined', { height: 81 }), payment('final', { height: 81 })))
    expect(await underWay()).toEqual([])
    expect((await models.paymentList({ ...PAGE, networkId: NETWORK })).rows).toMatchObject([{ state: 'final', height: 81 }])
    expect(await models.payments([asPaymentId(1), paymentId])).toEqual([
      { paymentId, plan: { nonce: '4' }, actor: 'conductor', signed: both },
    ])
    expect(await models.payments([])).toEqual([])
    expect(await models.withdrawalDocuments([WITHDRAWAL, asWithdrawalId(1)])).toEqual(new Map([[WITHDRAWAL, DESTINATION]]))
    await stop()
  })

  it('WAL-023 [part] a payment that is given up tells why; its withdrawal waits without one, stays on its way, and goes back to no state', async () => {
    const { models, project, stop } = await stage.open()
    const paymentId = PAYMENT
    await project([
      ...PEOPLE,
      ...entry(20, requested(), withdrawal('created'), withdrawal('queued')),
      ...entry(25, begun(), withdrawal('signing', { paymentId }), payment('begun')),
      ...entry(
        26,
        { kind: 'paymentDropped', paymentId, networkId: NETWORK, waitAgain: true, actor: 'c', why: 'no coins' },
        withdrawal('queued'),
        payment('dropped'),
      ),
    ])
    expect((await models.paymentList({ ...PAGE, paymentIds: [paymentId] })).rows).toMatchObject([
      { state: 'dropped', why: 'no coins', withdrawals: [] },
    ])
    const waits = await models.walletTxs({ ...PAGE, isUnderWay: true })
    expect(waits.rows).toMatchObject([{ ...OUT, status: 'signing', paymentId: 0, tx: undefined, reason: undefined }])
    expect((await models.paymentList({ ...PAGE, paymentIds: [asPaymentId(1)] })).total).toBe(0)
    const again = asPaymentId(27)
    const one = { paymentId: again }
    await project(entry(27, { ...begun(), ...one } as Event, withdrawal('signing', one), payment('begun', one)))
    await project(entry(28, { ...signed('0xA'), ...one } as Event, withdrawal('broadcast', one), payment('signed', one)))
    const steps = (await models.walletSteps(OUT)).map(({ status }) => status)
    expect(steps).toEqual(['created', 'queued', 'signing', 'signing', 'broadcast'])
    await stop()
  })

  it('a withdrawal that the house took back says so, and names to operators who did', async () => {
    const { models, project, stop } = await stage.open()
    const byHouse = (actor: string) => [reviewed({ isApproved: false, actor, why: '' }), withdrawal('canceled')]
    const last = async () => (await models.walletSteps(OUT)).at(-1)
    await project([...PEOPLE, ...entry(20, requested(), withdrawal('created')), ...entry(21, ...byHouse('system'))])
    expect(await last()).toMatchObject({ status: 'canceled', actor: 'system', who: undefined, reason: undefined })
    await project(entry(22, ...byHouse('ops-ann')))
    expect(await last()).toMatchObject({ status: 'canceled', actor: 'reviewer', who: 'ops-ann' })
    await project(entry(23, withdrawal('canceled')))
    expect(await last()).toMatchObject({ status: 'canceled', actor: 'user', who: undefined })
    await stop()
  })

  it('addresses come back with their names and since when, the house’s too', async () => {
    const { models, project, stop } = await stage.open()
    const house = assigned(4, { userId: asUserId(0), family: 61, place: 'hot', label: '' })
    await project([...PEOPLE, ...entry(3, assigned(3), house), ...entry(4, assigned(9, { tag: 77, label: 'Ünlü' }))])
    const ids = async (query: object) => (await models.addresses(query)).map(({ addressId }) => addressId)
    expect(await ids({})).toEqual([3, 4, 9])
    expect(await ids({ userId: asUserId(0) })).toEqual([4])
    expect(await ids({ family: 60 })).toEqual([3, 9])
    expect(await models.addresses({ addressIds: [asAddressId(9)] })).toEqual([
      { addressId: 9, userId: CUSTOMER, family: 60, place: 'addresses', tag: 77, label: 'Ünlü', at: MONDAY + 4 },
    ])
    await stop()
  })
})
