/** Users, documents, and rows that come out the same whichever way they were made: on every database there is, the same events give the same answers. */
import type { Order } from '@agio/engine/event.ts'
import { asOrderId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { expect, it, vi } from 'vitest'
import type { SqlWriter } from '../store/sql-connection.ts'
import { balance, CUSTOMER, MAKER, order, registered, type StampedEvent, traded } from '../testing/events.ts'
import { DAY, MONDAY, onEveryDatabase, PEOPLE } from '../testing/every-database.ts'
import { eventHistory, harness, rowHashes } from '../testing/harness.ts'

onEveryDatabase('rows', (stage) => {
  const open = stage.open

  it('keeps users with their sealed documents and the newest of each document', async () => {
    const { models, project, stop } = await open()
    const saved = (seq: number, id: string, document: { readonly [key: string]: string } | null): StampedEvent => ({
      seq,
      at: MONDAY + seq,
      event: { kind: 'documentSaved', userId: CUSTOMER, collection: 'favorites', id, document, actor: 'user' },
    })
    await project([
      ...PEOPLE,
      saved(3, 'b', { text: 'nul \u0000 "quote" \\ 漢字 \ud83d\ude00' }),
      saved(4, 'a', { text: '1' }),
      saved(5, 'a', { text: '2' }),
    ])
    await project([saved(6, 'c', { text: 'gone' }), saved(7, 'c', null), saved(8, 'Ä', { text: 'x' })])
    expect(await models.documents(CUSTOMER, 'favorites')).toEqual([
      { id: 'a', document: { text: '2' }, savedAt: MONDAY + 5 },
      { id: 'b', document: { text: 'nul \u0000 "quote" \\ 漢字 \ud83d\ude00' }, savedAt: MONDAY + 3 },
      { id: 'Ä', document: { text: 'x' }, savedAt: MONDAY + 8 },
    ])
    expect(await models.documents(MAKER, 'favorites')).toEqual([])
    expect(await models.user(CUSTOMER)).toEqual({
      userId: CUSTOMER,
      accountKey: 'key 100001',
      role: 'customer',
      createdAt: MONDAY,
      document: { sealed: 'sealed 100001' },
    })
    const users = []
    for await (const user of models.users()) users.push(user.userId)
    expect(users).toEqual([CUSTOMER, MAKER])
    await stop()
  })

  it('lets the database settle after every commit, when its rows are stored', async () => {
    const told: string[] = []
    const { connection } = stage.database
    const noting: SqlWriter = {
      copy: (rows) => connection.copy(rows),
      async run(statement) {
        if (/^(begin|commit|rollback)$/.test(statement.sql)) told.push(statement.sql)
        return connection.run(statement)
      },
      async settle() {
        told.push('settle')
        await connection.settle()
      },
    }
    const { project, stop } = await harness(noting, 'settles', { now: () => stage.now })
    told.length = 0
    await project(PEOPLE)
    await project([{ seq: 3, at: MONDAY, event: registered(asUserId(100_003), 'customer') }])
    await stop()
    expect(told).toEqual(['begin', 'commit', 'settle', 'begin', 'commit', 'settle'])
  })

  it('SEC-011 [part] no text that is asked for becomes a part of a query', async () => {
    const { models, project, stop } = await open()
    const document = { text: 'kept' }
    const event = { kind: 'documentSaved', userId: CUSTOMER, collection: 'favorites', id: 'a', document, actor: 'user' } as const
    await project([...PEOPLE, { seq: 3, at: MONDAY, event }])
    const page = { userId: CUSTOMER, state: 'all', pageNo: 1, pageSize: 10 } as const
    for (const text of [
      "' OR 1=1 --",
      "favorites' OR ''='",
      "\\' OR 1=1 --",
      '"; drop table "documents"; --',
      "1'); delete from documents; --",
      "%' UNION SELECT * FROM users --",
      "a' /*",
      '$1',
      '%',
    ]) {
      expect(await models.documents(CUSTOMER, text), text).toEqual([])
      expect(await models.documentVersions(text, text), text).toEqual([])
      expect(await models.order(CUSTOMER, { clientOrderId: text, caller: 0 }), text).toBeUndefined()
      expect((await models.orders({ ...page, name: { clientOrderId: text, caller: 0 } })).total, text).toBe(0)
      expect((await models.messages({ ...page, ids: [text] })).total, text).toBe(0)
    }
    expect(await models.documents(CUSTOMER, 'favorites')).toEqual([{ id: 'a', document, savedAt: MONDAY }])
    await stop()
  })

  it('TEN-013 [part] keeps every version of a tenant’s document with who and when, and of nobody else’s', async () => {
    const { models, project, stop } = await open()
    const saved = (seq: number, userId: UserId, colour: string | null): StampedEvent => ({
      seq,
      at: MONDAY + seq,
      event: {
        kind: 'documentSaved',
        userId,
        collection: 'kv',
        id: 'theme',
        document: colour === null ? null : { colour },
        actor: `actor ${seq}`,
      },
    })
    const tenant = asUserId(0)
    await project([...PEOPLE, saved(3, tenant, 'red'), saved(4, CUSTOMER, 'mine'), saved(5, tenant, null)])
    await project([saved(6, tenant, 'blue')])
    expect(await models.documentVersions('kv', 'theme')).toEqual([
      { version: 1, seq: 3, document: { colour: 'red' }, savedAt: MONDAY + 3, actor: 'actor 3' },
      { version: 2, seq: 5, document: null, savedAt: MONDAY + 5, actor: 'actor 5' },
      { version: 3, seq: 6, document: { colour: 'blue' }, savedAt: MONDAY + 6, actor: 'actor 6' },
    ])
    expect(await models.documentVersions('kv', 'logo')).toEqual([])
    await stop()
  })

  it('SEC-011 [part] text from customers stays text', async () => {
    const { models, project, stop } = await open()
    const hostile = [`'; drop schema public cascade; --`, `"},{"`, '{a,b}', 'NULL', '\\', '$1', 'x\u0000y', '\ud800', '__proto__']
    const events: StampedEvent[] = [...PEOPLE]
    for (const [index, text] of hostile.entries()) {
      const seq = 3 + index
      events.push({ seq, at: MONDAY, event: { kind: 'orderPlaced', order: order(seq, MONDAY, { clientOrderId: text }) } })
    }
    await project(events)
    for (const [index, text] of hostile.entries()) {
      const found = await models.order(CUSTOMER, { orderId: asOrderId((3 + index) * 8) })
      expect(found?.clientOrderId).toBe(text.replace('\u0000', '\ufffd').toWellFormed())
      if (!text.includes('\u0000'))
        expect((await models.order(CUSTOMER, { clientOrderId: text, caller: 0 }))?.orderId).toBe((3 + index) * 8)
    }
    await stop()
  })

  it('the same rows come of live batches, of a rebuild and of a restart in the middle', async () => {
    stage.now = MONDAY + 40 * DAY
    const events = mixedEvents(2000)
    const lastSeq = events.at(-1)?.seq ?? 0
    const live = await open()
    const hashes = () => rowHashes(stage.database.connection, stage.tenant())
    for (let seq = 1; seq <= lastSeq; seq += 97) {
      await live.project(events.filter((event) => event.seq >= seq && event.seq < seq + 97))
    }
    // Old trades go in the rest that follows.
    await vi.waitFor(async () => expect((await hashes()).trades).toMatch(/^1242 /), { timeout: 10_000 })
    const wanted = await hashes()
    expect(Object.values(wanted).every((hash) => !hash.startsWith('0 '))).toBe(true)
    await live.stop()

    const rebuilt = await open(events, lastSeq)
    await rebuilt.models.reached(lastSeq, 20_000)
    await vi.waitFor(async () => expect(await hashes()).toEqual(wanted), { timeout: 10_000 })
    await rebuilt.stop()

    const half = await open(events, 1000)
    await half.models.reached(1000, 20_000)
    await half.stop()
    const again = await harness(stage.database.connection, stage.tenant(), {
      now: () => stage.now,
      history: eventHistory(() => events),
      durableSeq: 1500,
    })
    again.run.push({ firstSeq: 1601, lastSeq, byteLength: 1, events: () => events })
    await again.models.reached(lastSeq, 20_000)
    await vi.waitFor(async () => expect(await hashes()).toEqual(wanted), { timeout: 10_000 })
    await again.stop()
  })

  it('REL-005 [part] refuses rows ahead of their own journal, and drops those of another', async () => {
    const first = await open(PEOPLE, 2)
    await first.models.reached(2)
    await first.stop()
    const tenant = stage.tenant()
    const same = await harness(stage.database.connection, tenant, { now: () => stage.now, durableSeq: 2 })
    expect(same.models.position()).toBe(2)
    await same.stop()
    const shorter = harness(stage.database.connection, tenant, { now: () => stage.now, durableSeq: 1 })
    await expect(shorter).rejects.toThrow('holds entry 2, the journal ends at 1')
    const other = await harness(stage.database.connection, tenant, { now: () => stage.now, durableSeq: 1, mark: 'another' })
    expect(await other.models.user(CUSTOMER)).toBe(undefined)
    await other.stop()
  })

  it('a second projector on the same schema is stopped by the position', async () => {
    const first = await open()
    const second = await harness(stage.database.connection, stage.tenant(), { now: () => stage.now })
    await first.project(PEOPLE)
    second.writer.fold(registered(CUSTOMER, 'customer'), { seq: 1, at: MONDAY })
    await expect(second.writer.commit({ seq: 1, at: MONDAY }, 'journal')).rejects.toThrow(/another process/)
    await first.stop()
  })
})

/** Trades, orders, lines and documents over forty days, so that old trades are pruned. */
function mixedEvents(entries: number): StampedEvent[] {
  const events: StampedEvent[] = [...PEOPLE]
  let total = 0n
  let resting: Order | undefined
  for (let seq = 3; seq < 3 + entries; seq += 1) {
    const at = MONDAY + Math.floor((seq * 40 * DAY) / (entries + 3))
    if (seq % 5 === 0) continue
    const placed = order(seq, at)
    events.push({ seq, at, event: { kind: 'orderPlaced', order: placed } })
    events.push({ seq, at, event: traded(seq, { price: 1000 + ((seq * 31) % 97), quantity: 1 + (seq % 9), takerOrderId: placed.orderId }) })
    total += 3n
    events.push({ seq, at, event: balance({ availableDelta: 3n, available: total, reference: seq }) })
    if (seq % 3 !== 0)
      events.push({ seq, at, event: { kind: 'orderClosed', order: { ...placed, status: 'filled', closeReason: 'filled' } } })
    else {
      // One of an earlier commit, or of the same.
      if (resting !== undefined) events.push({ seq, at, event: { kind: 'orderLowered', order: { ...resting, quantity: 1 } } })
      resting = placed
    }
    const document = seq % 4 === 0 ? null : { seq }
    events.push({
      seq,
      at,
      event: { kind: 'documentSaved', userId: CUSTOMER, collection: 'favorites', id: `${seq % 50}`, document, actor: 'user' },
    })
  }
  return events
}
