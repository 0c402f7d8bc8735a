/** Notices outlive crashes and stops; codes need not. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppendLog } from '../auth/append-log.ts'
import { type MailLine, MessageMails } from '../content/inform/message-mails.ts'
import { ALWAYS_LEADING } from '../core/leadership.ts'
import type { Log } from '../core/log.ts'
import type { MailedMessage } from '../projections/messages/message-source.ts'
import { Vault } from '../vault/vault.ts'
import type { Carrier, Letter } from './carrier.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { type NoticeLine, NoticeRows } from './notice-rows.ts'
import { type Delivery, outboxOver } from './open-delivery.ts'

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const inbox = { canSend: () => false, send: () => Promise.resolve(), list: () => [] }
const clock = { now: () => 1_700_000_000_000 }
const never = new Promise<'sent'>(() => undefined)

let dir = ''
let vault: Vault
/** What still writes: a row that is settled is written behind, and its folder must not go from under it. */
const running: (() => Promise<void>)[] = []
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'agio-notices-'))
  vault = await Vault.open(
    join(dir, 'keys'),
    'agio',
    Uint8Array.from({ length: 32 }, (_, index) => index * 7),
  )
})
afterEach(async () => {
  for (const end of running.splice(0)) await end()
  rmSync(dir, { recursive: true, force: true })
})

/** A process: its queue and its rows over the folder. Dropping it without a word is its crash. */
async function run(carry: Carrier['carry']) {
  const carrier = { carry, close: () => undefined }
  const queue = new DeliveryQueue({ carrier, log, leadership: ALWAYS_LEADING, channel: 'email', closeWaitMs: 20 })
  const delivery: Delivery = {
    canSend: () => true,
    send: (letter, settled) => queue.send(letter, settled),
  }
  const onFault = (error: unknown): void => expect(error).toBeUndefined()
  const rows = new NoticeRows({ log: new AppendLog<NoticeLine>(join(dir, 'notices.jsonl'), onFault), vault, clock, onFault })
  running.push(async () => {
    await queue.close()
    await rows.flush()
  })
  for (const letter of await rows.open()) delivery.send(letter, () => rows.settle(letter.id))
  return { outbox: outboxOver(delivery, 'Agio', inbox, rows), queue, rows }
}

const notice = (text: string, code = '') =>
  ({ channel: 'email', to: 'ann@example.com', scene: 'NOTICE', code, subject: text, text }) as const
const carriedBy = (texts: string[]) => async (letter: Letter) => {
  texts.push(letter.text)
  return 'sent' as const
}

describe('notices', () => {
  it('REL-001 [part] that a crash found on their way go out after the next start, once, and codes do not', async () => {
    const first = await run(() => never)
    for (const text of ['one', 'two', 'three', 'four', 'five', 'six']) await first.outbox.send(notice(text))
    await first.outbox.send(notice('code', '123456'))
    const texts: string[] = []
    const second = await run(carriedBy(texts))
    await vi.waitFor(() => expect([...texts].sort()).toEqual(['five', 'four', 'one', 'six', 'three', 'two']), 10_000)
    await vi.waitFor(() => expect(second.queue.waiting).toBe(0), 10_000)
    await second.rows.flush()
    const again: string[] = []
    const third = await run(carriedBy(again))
    await third.outbox.send(notice('seven'))
    await vi.waitFor(() => expect(again).toEqual(['seven']), 10_000)
  })

  it('REL-001 [part] that a stop finds waiting stay rows; one that is refused for ever does not', async () => {
    const first = await run(async ({ text }) => {
      if (text === 'refused') return 'refused'
      throw new Error('down')
    })
    await first.outbox.send(notice('waits'))
    await first.outbox.send(notice('refused'))
    await vi.waitFor(() => expect(first.queue.waiting).toBe(1), 10_000)
    await first.queue.close()
    await first.rows.flush()
    const texts: string[] = []
    await run(carriedBy(texts))
    await vi.waitFor(() => expect(texts).toEqual(['waits']), 10_000)
  })

  it('SEC-007 [part] lie sealed in their file', async () => {
    const first = await run(() => never)
    await first.outbox.send(notice('Your password was changed'))
    const lines = await new AppendLog<NoticeLine>(join(dir, 'notices.jsonl')).read()
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toMatch(/ann@|password/)
  })
})

describe('messages by mail', () => {
  it('REL-001 [part] that wait for their company in a crash are mailed after the next start, once', async () => {
    const told: ((mails: readonly MailedMessage[]) => void)[] = []
    const mail: MailedMessage = {
      userId: 7 as never,
      kind: 'airdropCredited',
      reference: -1,
      params: { amount: '1', asset: '1' },
      seq: 5,
      at: 1,
    }
    const start = async (waits: { readonly firstMs: number; readonly betweenMs: number }, written: number[]) => {
      const mails = new MessageMails({
        models: {
          onMailed: (listener: (mails: readonly MailedMessage[]) => void) => {
            told.push(listener)
            return () => undefined
          },
          reached: () => Promise.resolve(),
          order: () => Promise.resolve(undefined),
        },
        listings: {} as never,
        wishes: async () => new Set(['assets', 'account', 'transaction'] as const),
        write: async (userId) => void written.push(Number(userId)),
        log: new AppendLog<MailLine>(join(dir, 'mails.jsonl')),
        leadership: ALWAYS_LEADING,
        onFault: (error) => expect(error).toBeUndefined(),
        waits,
      })
      running.push(async () => {
        mails.stop()
        await mails.flush()
      })
      await mails.open()
      return mails
    }
    const first = await start({ firstMs: 3_600_000, betweenMs: 1 }, [])
    told.at(-1)?.([mail])
    await first.flush()
    const written: number[] = []
    const second = await start({ firstMs: 1, betweenMs: 1 }, written)
    await vi.waitFor(() => expect(written).toEqual([7]), 10_000)
    await second.flush()
    const none: number[] = []
    await start({ firstMs: 1, betweenMs: 1 }, none)
    told.at(-1)?.([{ ...mail, seq: 6, userId: 8 as never }])
    await vi.waitFor(() => expect(none).toEqual([8]), 10_000)
  })
})
