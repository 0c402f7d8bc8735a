/** Messages that leave the house: against a real SMTP server and a real HTTP server on loopback, well behaved and not. */
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { ALWAYS_LEADING } from '../core/leadership.ts'
import type { Log } from '../core/log.ts'
import { httpWorld } from '../testing/http-world.ts'
import type { Carrier, Letter } from './carrier.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { NO_WAYS_OUT, openDelivery, outboxOver } from './open-delivery.ts'
import { smsCarrier } from './sms-carrier.ts'
import { smtpCarrier } from './smtp-carrier.ts'

const FROM = 'no-reply@agio.example'
const NO_ROWS = { add: () => Promise.resolve(), settle: () => undefined }
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const letter = (over: Partial<Letter> = {}): Letter => ({
  channel: 'email',
  to: 'ann@example.com',
  scene: 'LOGIN',
  code: '123456',
  subject: 'Agio: your code is 123456',
  text: 'Your code is 123456.\n\nرمزك',
  id: 'letter-1',
  senderName: 'Agio',
  ...over,
})

interface Mailbox {
  readonly url: string
  readonly mails: string[]
}

async function mailServer(options: SMTPServerOptions = {}): Promise<Mailbox> {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  const url = await new Promise<string>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => {
      const address = listening.address()
      resolve(`smtp://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
    })
  })
  closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { url, mails }
}

function silentLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = []
  const write = (text: string, fields: object = {}): void => void lines.push(JSON.stringify({ text, ...fields }))
  return { log: { info: write, warn: write, error: write }, lines }
}

const queueOver = (carrier: Carrier, retryAfterMs: readonly number[] = [10, 10]) => {
  const { log, lines } = silentLog()
  const queue = new DeliveryQueue({ carrier, log, leadership: ALWAYS_LEADING, channel: 'email', retryAfterMs })
  closing.push(() => queue.close())
  return { queue, lines }
}

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 10_000
  while (!condition()) {
    if (performance.now() > end) throw new Error('waited too long')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const smtpRefusal = (responseCode: number): Error => Object.assign(new Error('no such box ann@example.com'), { responseCode })

describe('mail', () => {
  it('AUTH-010 [part] a mail reaches the server with sender, reader, subject and text in any language', async () => {
    const { url, mails } = await mailServer()
    const carrier = smtpCarrier({ url, from: FROM })
    closing.push(() => carrier.close())
    expect(await carrier.carry(letter({ subject: 'Agio: code\r\nBcc: eve@example.com' }))).toBe('sent')
    const [mail = ''] = mails
    const [head = '', body = ''] = mail.split('\r\n\r\n')
    expect(head).toMatch(/^From: Agio <no-reply@agio.example>$/m)
    expect(head).toMatch(/^To: ann@example.com$/m)
    expect(head).toMatch(/^Message-ID: <letter-1@agio.example>$/m)
    expect(head).not.toMatch(/^Bcc/m)
    expect(Buffer.from(body, 'base64').toString() + body).toContain('Your code is 123456.')
  })

  // About time: a machine that is busy elsewhere may be late once.
  it('a refusal for ever is not tried again; a passing one is, and the caller waits for neither', { retry: 1 }, async () => {
    let asked = 0
    const { url, mails } = await mailServer({
      onRcptTo({ address }, _session, done) {
        asked += 1
        if (address.startsWith('gone')) done(smtpRefusal(550))
        else if (asked < 3) done(smtpRefusal(451))
        else done()
      },
    })
    const { queue, lines } = queueOver(smtpCarrier({ url, from: FROM }))
    const startedAt = performance.now()
    queue.send(letter())
    expect(performance.now() - startedAt).toBeLessThan(50)
    await until(() => mails.length === 1)
    expect(asked).toBe(3)
    queue.send(letter({ to: 'gone@example.com', id: 'letter-2' }))
    await until(() => lines.length === 1)
    await until(() => queue.waiting === 0)
    expect(asked).toBe(4)
    expect(lines[0]).toContain('message refused')
    for (const secret of ['example.com', '123456']) expect(lines.join()).not.toContain(secret)
  })

  it('a server that never greets costs its own time only: it is given up, and others go on', async () => {
    const sockets: Socket[] = []
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined)
      sockets.push(socket)
    })
    const port = await new Promise<number>((resolve) =>
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(typeof address === 'object' && address !== null ? address.port : 0)
      }),
    )
    closing.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const carrier = smtpCarrier({ url: `smtp://127.0.0.1:${port}`, from: FROM }, { connectMs: 60, silenceMs: 60 })
    const { queue, lines } = queueOver(carrier, [10])
    queue.send(letter())
    await until(() => lines.length === 1)
    expect(lines[0]).toMatch(/message given up.*smtp ETIMEDOUT/)
    expect(sockets.length).toBeGreaterThanOrEqual(2)
  })

  it('a server that is down, or refuses our login, is tried again', async () => {
    const down = smtpCarrier({ url: 'smtp://127.0.0.1:1', from: FROM }, { connectMs: 100, silenceMs: 100 })
    await expect(down.carry(letter())).rejects.toThrow('smtp')
    down.close()
    const { url } = await mailServer({ authOptional: false, onAuth: (_auth, _session, done) => done(new Error('no')) })
    const shut = smtpCarrier({ url: url.replace('smtp://', 'smtp://user:secret-word@'), from: FROM })
    await expect(shut.carry(letter())).rejects.toThrow(/^smtp \d+$/)
    shut.close()
  })

  it('REL-001 [part] a stop sends what waits once more, and tells how many are given up', async () => {
    let isUp = false
    let tried = 0
    const carried: string[] = []
    const carrier: Carrier = {
      async carry({ id }) {
        tried += 1
        if (!isUp) throw new Error('down')
        if (id === 'slow') return new Promise(() => undefined)
        carried.push(id)
        return 'sent'
      },
      close: () => undefined,
    }
    const { log, lines } = silentLog()
    const queue = new DeliveryQueue({
      carrier,
      log,
      leadership: ALWAYS_LEADING,
      channel: 'email',
      retryAfterMs: [3_600_000],
      closeWaitMs: 50,
    })
    for (const id of ['one', 'two', 'three']) queue.send(letter({ id }))
    await until(() => tried === 3)
    // Each waits for its next try once what it was refused by has been looked at, which takes no more than promises.
    await new Promise((resolve) => setImmediate(resolve))
    isUp = true
    queue.send(letter({ id: 'slow' }))
    await queue.close()
    expect(carried.sort()).toEqual(['one', 'three', 'two'])
    expect(lines).toEqual([JSON.stringify({ text: 'messages given up: the exchange stops', channel: 'email', count: 1 })])
    queue.send(letter({ id: 'late' }))
    expect(lines.at(-1)).toContain('message dropped: the exchange stops')
  })

  it('the queue is bounded and carries a few at a time', async () => {
    let running = 0
    let most = 0
    let openGate: () => void = () => undefined
    const gate = new Promise<void>((resolve) => {
      openGate = resolve
    })
    const carrier: Carrier = {
      async carry() {
        running += 1
        most = Math.max(most, running)
        await gate
        running -= 1
        return 'sent'
      },
      close: () => undefined,
    }
    const { queue, lines } = queueOver(carrier)
    for (let count = 0; count < 10_010; count += 1) queue.send(letter())
    expect(queue.waiting).toBe(10_000)
    expect(lines).toHaveLength(10)
    openGate()
    await until(() => queue.waiting === 0)
    expect(most).toBe(4)
  })
})

describe('SMS', () => {
  async function smsServer(statuses: number[]) {
    const asked: { headers: IncomingMessage['headers']; body: string }[] = []
    const server = createHttpServer((request, answer) => {
      let body = ''
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      request.on('end', () => {
        asked.push({ headers: request.headers, body })
        const status = statuses.shift() ?? 200
        if (status === 0) return
        answer.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end('ok')
      })
    })
    const url = await new Promise<string>((resolve) =>
      server.listen(0, '127.0.0.1', () => {
        const address = server.address()
        resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/send`)
      }),
    )
    closing.push(() => {
      server.closeAllConnections()
      server.close()
    })
    return { url, asked }
  }

  it('AUTH-010 [part] an SMS is handed over with number, text, token and one id for all tries', async () => {
    const { url, asked } = await smsServer([503, 429, 200])
    const { queue } = queueOver(smsCarrier({ url, token: 'sms-token' }))
    queue.send(letter({ channel: 'phone', to: '4915112345678' }))
    await until(() => asked.length === 3 && queue.waiting === 0)
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ to: '+4915112345678', text: letter().text, id: 'letter-1' })
    expect(new Set(asked.map(({ headers }) => headers['idempotency-key']))).toEqual(new Set(['letter-1']))
    expect(asked[0]?.headers.authorization).toBe('Bearer sms-token')
  })

  it('a refusal is final; silence, a fall and a redirect are tried again', async () => {
    const { url } = await smsServer([400, 500, 302, 0])
    const carrier = smsCarrier({ url, token: 't' }, 80)
    expect(await carrier.carry(letter())).toBe('refused')
    await expect(carrier.carry(letter())).rejects.toThrow('sms 500')
    await expect(carrier.carry(letter())).rejects.toThrow('sms')
    await expect(carrier.carry(letter())).rejects.toThrow('sms TimeoutError')
  })
})

it('AUTH-003 [part] a channel is open when its adapter is configured, or in the development inbox', async () => {
  const { log } = silentLog()
  const closed = { canSend: () => false, send: () => Promise.resolve(), list: () => [] }
  const { url, mails } = await mailServer()
  const delivery = await openDelivery({ smtp: { url, from: FROM }, sms: undefined }, log)
  closing.push(() => delivery.close())
  const outbox = outboxOver(delivery.of(ALWAYS_LEADING), 'Nova', closed, NO_ROWS)
  expect([outbox.canSend('email'), outbox.canSend('phone')]).toEqual([true, false])
  await outbox.send(letter())
  await until(() => mails.length === 1)
  expect(mails[0]).toContain('From: Nova <')
  expect(outboxOver(NO_WAYS_OUT.of(ALWAYS_LEADING), 'Nova', closed, NO_ROWS).canSend('email')).toBe(false)
})

it('AUTH-003 [part] with a mail server production registers by e-mail, and names the channel that is closed', async () => {
  const { url, mails } = await mailServer()
  const { log } = silentLog()
  const delivery = await openDelivery({ smtp: { url, from: FROM }, sms: undefined }, log)
  closing.push(() => delivery.close())
  const world = await httpWorld({ profile: 'production', delivery })
  closing.push(() => world.close())
  const account = 'ann@example.com'
  const scene = 'REGISTER'
  const byPhone = await world.post('/api/auth/v1/open/sendCode', { type: 2, areaCode: '49', account: '15112345678', scene })
  expect(byPhone.data).toMatchObject({ name: 'CODE_CHANNEL_UNAVAILABLE', params: { channel: 'phone' } })
  expect((await world.post('/api/auth/v1/open/sendCode', { type: 1, account, scene })).code).toBe('0')
  await until(() => mails.length === 1)
  const code = /code is (\d{6})/.exec(mails[0] ?? '')?.[1]
  const body = { type: 1, account, code, password: 'Correct-Horse-9', agreeTerms: 1 }
  expect((await world.sealed('/api/auth/v1/open/register', body)).data.stage).toBe('done')
  expect(JSON.stringify(world.log)).not.toContain(code)
})
