/** A customer's messages, newest first, and how many are unread. Only the newest thousand exist for readers. */
import { asUserId, type OrderId, type UserId } from '@agio/engine/ids/id.ts'
import type { Selectable } from 'kysely'
import { MESSAGES_KEPT, type MessageKind, type MessageType, messageKeyOf, STATE_NUMBERS } from '../messages/message-source.ts'
import type { Listing, MessageQuery, MessageRow, UnreadMessages } from '../port.ts'
import type { MessagesTable } from '../store/tables.ts'
import { offsetOf, ordersById } from './order-reads.ts'
import { int, type TenantReader } from './reader.ts'

const newest = (reader: TenantReader, userId: UserId) =>
  reader.db
    .selectFrom('messages')
    .selectAll()
    .where('user_id', '=', String(userId))
    .orderBy('seq', 'desc')
    .orderBy('reference', 'desc')
    .limit(MESSAGES_KEPT)

export async function listMessages(reader: TenantReader, query: MessageQuery): Promise<Listing<MessageRow>> {
  let rows = reader.db.selectFrom(newest(reader, query.userId).as('kept')).where('kept.state', '<>', STATE_NUMBERS.deleted)
  if (query.type !== undefined) rows = rows.where('kept.type', '=', query.type)
  if (query.isRead !== undefined) rows = rows.where('kept.state', '=', query.isRead ? STATE_NUMBERS.read : STATE_NUMBERS.unread)
  const { ids } = query
  if (ids !== undefined) {
    const keys = ids.flatMap((id) => messageKeyOf(id) ?? [])
    rows = rows.where((of) =>
      of.or([
        of.val(false),
        ...keys.map(({ seq, reference }) => of.and([of('kept.seq', '=', String(seq)), of('kept.reference', '=', String(reference))])),
      ]),
    )
  }
  const page = rows
    .selectAll('kept')
    .orderBy('kept.seq', 'desc')
    .orderBy('kept.reference', 'desc')
    .limit(query.pageSize)
    .offset(offsetOf(query))
  const total = rows.select((of) => of.fn.countAll<string>().as('total'))
  const {
    rows: [found, counted],
    seq,
  } = await reader.togetherAt(page.compile(), total.compile())
  const orders = await ordersById(
    reader,
    query.userId,
    found.flatMap(({ reference }) => (int(reference) > 0 ? [int(reference) as OrderId] : [])),
  )
  return {
    rows: found.map((row) => ({ ...rowOf(row), order: orders.get(int(row.reference) as OrderId) })),
    total: int(counted[0]?.total ?? '0'),
    asOf: seq,
  }
}

export async function countUnread(reader: TenantReader, userId: UserId): Promise<UnreadMessages> {
  const counts = reader.db
    .selectFrom(newest(reader, userId).as('kept'))
    .where('kept.state', '=', STATE_NUMBERS.unread)
    .groupBy('kept.type')
    .select((of) => ['kept.type', of.fn.countAll<string>().as('count')])
  const {
    rows: [found],
    seq,
  } = await reader.togetherAt(counts.compile())
  const of = (type: MessageType): number => int(found.find((row) => row.type === type)?.count ?? '0')
  return { account: of('account'), assets: of('assets'), transaction: of('transaction'), asOf: seq }
}

function rowOf(row: Selectable<MessagesTable>): Omit<MessageRow, 'order'> {
  return {
    userId: asUserId(int(row.user_id)),
    seq: int(row.seq),
    reference: int(row.reference),
    kind: row.kind as MessageKind,
    type: row.type as MessageType,
    params: row.params === '' ? {} : (JSON.parse(row.params) as Record<string, string>),
    at: int(row.at),
    isRead: row.state === STATE_NUMBERS.read,
  }
}
