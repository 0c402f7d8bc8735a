/** Messages to customers: on every database there is, the same events give the same messages, with the same ids. */
import type { JsonObject } from '@agio/engine/command.ts'
import { asAssetId, type UserId } from '@agio/engine/ids/id.ts'
import type { Collection } from '@agio/engine/schema/documents.ts'
import { expect, it } from 'vitest'
import { MESSAGE_MARKS, MESSAGES_KEPT, type MessageMark, markDocument, messageIdOf, SETTINGS } from '../messages/message-source.ts'
import type { MessageQuery, ReadModels } from '../port.ts'
import { balance, CUSTOMER, MAKER, order, type StampedEvent, traded } from '../testing/events.ts'
import { MONDAY, onEveryDatabase, PEOPLE } from '../testing/every-database.ts'

const document = (seq: number, collection: Collection, value: JsonObject | null, userId: UserId = CUSTOMER): StampedEvent => ({
  seq,
  at: MONDAY + seq,
  event: { kind: 'documentSaved', userId, collection, id: 'x', document: value, actor: 'user' },
})
const mark = (seq: number, value: MessageMark): StampedEvent => document(seq, MESSAGE_MARKS, markDocument(value))
const filled = (seq: number, changes = {}): StampedEvent => ({
  seq,
  at: MONDAY + seq,
  event: {
    kind: 'orderClosed',
    order: order(seq, MONDAY, { status: 'filled', closeReason: 'filled', executedQuantity: 100_000, ...changes }),
  },
})

const listed = async (models: ReadModels, query: Partial<MessageQuery> = {}) =>
  (await models.messages({ userId: CUSTOMER, pageNo: 1, pageSize: 100, ...query })).rows.map(
    (row) => `${messageIdOf(row)} ${row.kind}${row.isRead ? ' read' : ''}`,
  )

onEveryDatabase('messages', (stage) => {
  const open = stage.open

  it('NOTE-011 [part] an order that ends makes one message however many fills it had; makers get none', async () => {
    const { models, project, stop } = await open()
    await project([
      ...PEOPLE,
      { seq: 3, at: MONDAY, event: { kind: 'orderPlaced', order: order(3, MONDAY) } },
      { seq: 4, at: MONDAY, event: traded(1) },
      { seq: 4, at: MONDAY, event: traded(2) },
      { seq: 4, at: MONDAY, event: traded(3) },
      { ...filled(3), seq: 4 },
      filled(5, { status: 'canceled', closeReason: 'user', executedQuantity: 0 }),
      filled(6, { status: 'canceled', closeReason: 'user', executedQuantity: 5 }),
      filled(7, { status: 'expired', closeReason: 'gtd', executedQuantity: 0 }),
      filled(8, { userId: MAKER }),
    ])
    expect(await listed(models)).toEqual(['7_56 orderExpired', '6_48 orderPartlyFilled', '4_24 orderFilled'])
    const [row] = (await models.messages({ userId: CUSTOMER, pageNo: 1, pageSize: 1 })).rows
    expect(row?.order).toMatchObject({ orderId: 56, status: 'expired' })
    expect(await models.unreadMessages(CUSTOMER)).toMatchObject({ account: 0, assets: 0, transaction: 3 })
    expect(await models.unreadMessages(MAKER)).toMatchObject({ account: 0, assets: 0, transaction: 0 })
    await stop()
  })

  it('USER-013 tells what is wanted by mail, once, and never what was durable before the start', async () => {
    const { models, project, stop } = await open()
    const told: string[] = []
    const off = models.onMailed((mails) => told.push(...mails.map((mail) => `${messageIdOf(mail)} ${mail.kind}`)))
    const credit = (seq: number): StampedEvent => ({
      seq,
      at: MONDAY,
      event: balance({ cause: 'airdrop', availableDelta: 500n, available: 500n, assetId: asAssetId(1) }),
    })
    await project([
      ...PEOPLE,
      credit(3),
      filled(4),
      { ...credit(5), event: { ...credit(5).event, userId: MAKER } as StampedEvent['event'] },
    ])
    await project([document(6, SETTINGS, { channels: { transaction: { email: 1, inApp: 0 }, assets: { email: 0 } } })])
    await project([credit(7), filled(8), document(9, 'login', { result: 1, isNew: 1 })])
    expect(told).toEqual(['3_-1 airdropCredited', '8_64 orderFilled'])
    off()
    await stop()
    const later = await open([...PEOPLE, credit(3), credit(15)], 20)
    const again: number[] = []
    later.models.onMailed((mails) => again.push(...mails.map(({ seq }) => seq)))
    await later.project([credit(21)])
    expect(again).toEqual([21])
    await later.stop()
  })

  it('NOTE-011 [part] credits and documents that carry a message make one each, unless the customer does not want them', async () => {
    const { models, project, stop } = await open()
    const credit = (seq: number, cause: 'airdrop' | 'trade'): StampedEvent => ({
      seq,
      at: MONDAY,
      event: balance({ cause, availableDelta: 500n, available: 500n, assetId: asAssetId(1) }),
    })
    await project([
      ...PEOPLE,
      credit(3, 'airdrop'),
      credit(4, 'trade'),
      document(5, 'alert', { message: { kind: 'newDevice', params: { device: 'Chrome', n: 7 } } }),
      document(6, 'alert', { message: { kind: 'nonsense', params: {} } }),
      document(7, 'alert', { message: { kind: 'toString' } }),
      document(8, SETTINGS, { notify: { assets: 0 }, channels: { transaction: { inApp: 0 }, account: { inApp: 0 } } }),
      credit(9, 'airdrop'),
      filled(10),
      document(11, 'identity', { message: { kind: 'identityApproved', params: {} } }),
      document(12, 'security', { message: { kind: 'passwordChanged', params: {} } }),
      document(13, SETTINGS, { notify: { assets: 1 } }),
      filled(14),
    ])
    expect(await listed(models)).toEqual(['14_112 orderFilled', '12_0 passwordChanged', '5_0 newDevice', '3_-1 airdropCredited'])
    const { rows } = await models.messages({ userId: CUSTOMER, type: 'account', pageNo: 2, pageSize: 1 })
    expect(rows[0]?.params).toEqual({ device: 'Chrome' })
    await stop()
  })

  it('NOTE-010 [part] marks change stored and waiting messages alike, and deleted ones stay deleted', async () => {
    const { models, project, stop } = await open()
    await project([...PEOPLE, filled(3), filled(4), filled(5)])
    await project([
      mark(6, { state: 'read', ids: ['3_24', '99_1', 'nonsense'] }),
      mark(7, { state: 'deleted', ids: ['4_32'] }),
      filled(8),
      mark(9, { state: 'read', ids: ['8_64', '4_32'] }),
      filled(10),
      mark(11, { state: 'unread', ids: ['3_24'] }),
    ])
    expect(await listed(models)).toEqual(['10_80 orderFilled', '8_64 orderFilled read', '5_40 orderFilled', '3_24 orderFilled'])
    expect(await listed(models, { isRead: true })).toEqual(['8_64 orderFilled read'])
    expect(await listed(models, { ids: ['8_64', '4_32', "' or 1=1"] })).toEqual(['8_64 orderFilled read'])
    expect(await listed(models, { ids: [] })).toEqual([])
    await project([
      filled(12),
      mark(13, { state: 'read', upTo: 10, type: 'transaction' }),
      mark(14, { state: 'read', upTo: 14, type: 'account' }),
    ])
    expect(await models.unreadMessages(CUSTOMER)).toMatchObject({ transaction: 1 })
    expect(await models.messages({ userId: MAKER, ids: ['12_96'], pageNo: 1, pageSize: 10 })).toMatchObject({ rows: [], total: 0 })
    await stop()
  })

  it('NOTE-011 [part] a rebuild and a restart in the middle give the same messages, and old ones go', async () => {
    const events: StampedEvent[] = [...PEOPLE]
    for (let seq = 3; seq < 3 + 3 * MESSAGES_KEPT; seq += 1)
      events.push(
        seq % 50 === 0 ? mark(seq, { state: seq % 100 === 0 ? 'deleted' : 'read', ids: [`${seq - 7}_${(seq - 7) * 8}`] }) : filled(seq),
      )
    const lastSeq = events.at(-1)?.seq ?? 0
    const page = { pageSize: 100 }
    const all = async (models: ReadModels): Promise<string[]> => [
      ...(await listed(models, { ...page, pageNo: 1 })),
      ...(await listed(models, { ...page, pageNo: 9 })),
    ]
    const live = await open()
    for (let seq = 1; seq <= lastSeq; seq += 611) await live.project(events.filter((one) => one.seq >= seq && one.seq < seq + 611))
    const wanted = await all(live.models)
    expect(wanted).toHaveLength(200)
    expect((await live.models.messages({ userId: CUSTOMER, pageNo: 1, pageSize: 1 })).total).toBe(989)
    const kept = async (): Promise<number> => {
      const { rows } = await stage.database.connection.run({
        sql: `select count(*)::int as kept from "tenant_${stage.tenant()}"."messages"`,
        parameters: [],
      })
      return (rows[0] as { kept: number }).kept
    }
    await expect.poll(kept).toBe(MESSAGES_KEPT)
    expect(await all(live.models)).toEqual(wanted)
    await live.stop()
    const rebuilt = await open(events, lastSeq)
    await rebuilt.models.reached(lastSeq, 20_000)
    expect(await all(rebuilt.models)).toEqual(wanted)
    expect((await rebuilt.models.unreadMessages(CUSTOMER)).transaction).toBeGreaterThan(900)
    await rebuilt.project([mark(lastSeq + 1, { state: 'read', upTo: lastSeq, type: null })])
    expect(await rebuilt.models.unreadMessages(CUSTOMER)).toMatchObject({ transaction: 0 })
    await rebuilt.stop()
  })
})
