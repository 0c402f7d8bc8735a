import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { readFrameText } from '@agio/wire/testing/read-frame.ts'
import { expect, it, vi } from 'vitest'
import { frameTexts } from '../testing/frame-texts.ts'
import { MessageFeed } from './message-feed.ts'
import { Outbox, type Subscriber } from './topic.ts'

const USER = asUserId(100001)
const credit = {
  kind: 'balanceChanged',
  account: 'spot',
  userId: USER,
  assetId: asAssetId(1),
  availableDelta: 5n,
  heldDelta: 0n,
  available: 5n,
  held: 0n,
  cause: 'airdrop',
  reference: 0,
} as const

it('SHELL-017 NOTE-006 counts reach every reader of the user within two seconds, one event a message', async () => {
  const outbox = new Outbox(1)
  const feed = new MessageFeed(outbox, () => 7)
  const counts = (messageCount: number) => ({
    count: 0,
    latestId: null,
    messageCount,
    byType: { account: 0, assets: messageCount, transaction: 0 },
  })
  const message = {
    id: '9_-1',
    titleTemplate: 'Airdrop',
    contentTemplate: '{amount}',
    params: { amount: '5' },
    createTime: 7,
    isRead: 0,
    link: null,
    bizType: 'assets',
  } as const
  let count = 0
  let fresh: { message: typeof message; push: 0 | 1 }[] = []
  feed.serve({
    unread: async () => counts(count),
    since: async () => ({ messages: fresh.splice(0), seq: 9 }),
    onDue: () => undefined,
    announcement: () => undefined,
    collections: { reads: 'announcementReads', announcements: 'announcements' },
  })
  const topic = await feed.topic(USER, 8)
  const reader = () => {
    const got: { type: string; seq: number; prevSeq: number | null; data: unknown }[] = []
    const subscriber: Subscriber = {
      deliver: (frames) => {
        for (const text of frameTexts(frames)) got.push(readFrameText(text))
      },
      drain: () => undefined,
    }
    topic?.subscribe(subscriber)
    return got
  }
  const [one, other] = [reader(), reader()]
  expect(one).toMatchObject([{ type: 'snapshot', data: { messageCount: 0 } }])
  await vi.waitFor(() => undefined)
  count = 1
  fresh = [{ message, push: 1 }]
  feed.event(credit, 9)
  await vi.waitFor(() => expect(one).toHaveLength(2), 10_000)
  expect(one[1]).toMatchObject({
    type: 'event',
    seq: 1,
    prevSeq: 0,
    data: { message: { id: '9_-1' }, push: 1, unread: { messageCount: 1 } },
  })
  expect(other).toEqual(one)
  count = 0
  feed.event({ kind: 'documentSaved', userId: USER, collection: 'messageMarks', id: 'newest', document: {}, actor: 'user' }, 10)
  await vi.waitFor(() => expect(one).toHaveLength(3), 10_000)
  expect(one[2]).toMatchObject({ seq: 2, prevSeq: 1, data: { message: null, push: 0, unread: { messageCount: 0 } } })
  feed.event({ ...credit, userId: asUserId(100002) }, 11)
  feed.stop()
  outbox.stop()
})
