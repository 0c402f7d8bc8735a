/** Uploads over HTTP: what is a picture, what is not, what becomes of it, and who may open it. */
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type HttpWorld, httpWorld, PASSWORD, userIdOf } from '../testing/http-world.ts'
import { bodyOf, jpegOf, MULTIPART, part, pngOf } from '../testing/images.ts'
import { encodeAnew } from './image-codecs.ts'
import { ImageRefused, imageFormat } from './image-format.ts'
import { ImageStudio, StudioBusy } from './image-studio.ts'

const UPLOAD = '/api/oss/v1/image/upload'
let world: HttpWorld
let token: string
beforeAll(async () => {
  world = await httpWorld()
  token = (await world.register('ann@example.com')).data.token
})
afterAll(() => world.close())

const send = (body: Buffer, { scene = 'avatar', as = token, headers = MULTIPART, host = 'localhost' } = {}) =>
  world.ask('POST', `${UPLOAD}?scene=${scene}` as '/api/oss/v1/image/upload', body, { token: as, headers, host })
const open = (key: string, as?: string, host = 'localhost') =>
  world.app.inject({ url: `/api/oss/v1/file/${key}`, headers: { host, ...(as !== undefined && { authorization: `Bearer ${as}` }) } })
const pictures = async (): Promise<number> => (await readdir(join(world.dir, 'agio', 'files'), { recursive: true })).length

it('USER-004 API-002 an avatar is encoded anew as a small square without metadata, and is public and immutable', async () => {
  const secret = Buffer.from('comment\0GPS 52.5200 N 13.4050 E')
  const png = pngOf(300, 200, 90, [['tEXt', secret]])
  const reply = await send(bodyOf(part(png, 'file', '../../../etc/passwd\u0000.svg', 'image/svg+xml')))
  expect(reply.data).toMatchObject({ mime: 'image/webp', width: 200, height: 200, url: `/api/oss/v1/file/${reply.data.key}` })
  const file = await open(reply.data.key)
  expect(file.statusCode).toBe(200)
  expect(file.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
  expect(file.headers['cache-control']).toContain('immutable')
  expect(file.rawPayload.length).toBe(reply.data.size)
  expect(imageFormat(file.rawPayload)).toEqual({ kind: 'webp', width: 200, height: 200 })
  expect(file.rawPayload.includes('GPS')).toBe(false)
  expect((await send(bodyOf(part(png)))).data.key).toBe(reply.data.key)
})

it('USER-004 [part] every kind of picture is taken by its content; everything else is refused by its content, whatever it is called', async () => {
  const jpeg = Buffer.from((await encodeAnew(pngOf(64, 48), 'kyc')).bytes)
  const webp = Buffer.from((await encodeAnew(pngOf(64, 64), 'avatar')).bytes)
  for (const picture of [jpeg, webp]) expect((await send(bodyOf(part(picture, 'file', 'x.txt', 'text/plain')))).code).toBe('0')
  const cut = (bytes: Buffer, share = 0.6) => bytes.subarray(0, Math.floor(bytes.length * share))
  const withPage = Buffer.concat([jpeg, Buffer.from('<script>alert(1)</script>%PDF-1.7 GIF89a')])
  const polyglot = await send(bodyOf(part(withPage)))
  expect((await open(polyglot.data.key)).rawPayload.includes('script')).toBe(false)
  const named = async (bad: Buffer) => (await send(bodyOf(part(bad)))).failure
  for (const other of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('MZ\x90\x00\x03 an executable'),
    Buffer.from('GIF89a\x01\x00\x01\x00;'),
    Buffer.from('%PDF-1.7'),
    Buffer.from('\x89PNG\r\n\x1a\n'),
  ])
    expect(await named(other)).toMatchObject({ name: 'FILE_TYPE', params: { allowed: expect.any(Array) } })
  const broken = pngOf(64, 48).fill(0xaa, 45, 50)
  for (const damaged of [Buffer.from([0xff, 0xd8, 0xff]), cut(pngOf(64, 48)), cut(jpeg), cut(webp), broken])
    expect((await named(damaged)).name).toBe('FILE_DAMAGED')
  expect((await named(jpegOf(64, 48, 2))).name).toBe('FILE_COLOURS')
})

it('SEC-011 [part] who has to wait too long for a turn, and whose picture takes too long, is told so by name', async () => {
  const encode = vi.spyOn(ImageStudio.prototype, 'encode')
  const told = async (why: Error) => {
    encode.mockRejectedValueOnce(why)
    return (await send(bodyOf(part(pngOf(40, 30))))).failure
  }
  expect(await told(new StudioBusy('a test'))).toMatchObject({ name: 'ENGINE_BUSY', params: { retryAfter: 5 } })
  expect((await told(new ImageRefused('slow', 'a test'))).name).toBe('FILE_SLOW')
  encode.mockRestore()
})

it('SEC-011 [part] a small file that would unpack to gigabytes of pixels is refused before it is decoded', async () => {
  const bombs = [pngOf(50_000, 50_000), pngOf(9000, 9000), pngOf(1, 10_001)]
  const from = performance.now()
  for (const bomb of bombs)
    expect((await send(bodyOf(part(bomb)))).failure).toMatchObject({
      name: 'FILE_PIXELS',
      params: { maxPixels: '36000000', maxSide: '10000' },
    })
  expect(performance.now() - from).toBeLessThan(3000)
})

it('USER-004 SEC-011 [part] no part, two parts, another name, another type, too many bytes, no session: each has its answer', async () => {
  const png = pngOf(8, 8)
  const name = async (reply: ReturnType<typeof send>) => (await reply).failure.name
  expect(await name(send(bodyOf(part(png, 'image'))))).toBe('FILE_MISSING')
  expect(await name(send(bodyOf()))).toBe('FILE_MISSING')
  expect(await name(send(bodyOf(part(png), part(png))))).toBe('VALIDATION_FAILED')
  expect(await name(send(part(png)))).toBe('BODY_NOT_JSON')
  expect(await name(send(png, { headers: { 'content-type': 'image/png' } }))).toBe('MEDIA_TYPE_UNSUPPORTED')
  expect(await name(send(bodyOf(part(png)), { scene: 'other' }))).toBe('VALIDATION_FAILED')
  const large = await send(bodyOf(part(Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]))))
  expect([large.status, large.failure.name]).toEqual([413, 'BODY_TOO_LARGE'])
  expect((await world.ask('POST', UPLOAD, bodyOf(part(png)), { headers: MULTIPART })).status).toBe(401)
})

it('SEC-011 [part] a content-length that is too small or too large stores nothing and disturbs nobody', async () => {
  await world.app.listen({ host: '127.0.0.1', port: 0 })
  const address = world.app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const body = bodyOf(part(pngOf(31, 17)))
  /** What is answered to an upload of another length than it has, once all of it has come; then the sender goes away. */
  const raw = async (length: number): Promise<string> => {
    let answer = ''
    const accepted = once(world.app.server, 'connection')
    const socket = connect(port, '127.0.0.1')
    const head = `POST ${UPLOAD} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: ${MULTIPART['content-type']}\r\ncontent-length: ${length}\r\n\r\n`
    const bytes = Buffer.concat([Buffer.from(head), body])
    socket
      .on('error', () => undefined)
      .on('data', (data) => {
        answer += data.toString()
      })
    socket.write(bytes)
    const [peer] = (await accepted) as [Socket]
    const gone = once(peer, 'close')
    await vi.waitFor(() => expect(peer.bytesRead).toBe(bytes.length), 20_000)
    if (length < body.length) await vi.waitFor(() => expect(answer).toContain('}'), 20_000)
    socket.destroy()
    await gone
    return answer
  }
  const before = await pictures()
  expect(await raw(body.length - 20)).toContain('BODY_NOT_JSON')
  expect(await raw(body.length + 20)).toBe('')
  expect(await pictures()).toBe(before)
  expect((await send(bodyOf(part(pngOf(8, 8))))).code).toBe('0')
})

it('SEC-011 SEC-002 [part] a key is a name and never a path; unknown ones, foreign ones and those of another tenant answer alike', async () => {
  const bob = (await world.register('bob@example.com')).data.token
  const kyc = await send(bodyOf(part(pngOf(40, 30))), { scene: 'kyc' })
  expect(kyc.data.url).toBeNull()
  const own = await open(kyc.data.key, token)
  expect([own.statusCode, own.headers['content-type'], own.headers['cache-control']]).toEqual([200, 'image/jpeg', 'private, no-store'])
  const bodies = await Promise.all(
    [open(kyc.data.key, bob), open(kyc.data.key), open(`k${'A'.repeat(43)}`, token), open('..%2f..%2fkeys%2fmaster.key', token)].map(
      async (asked) => {
        const { statusCode, body } = await asked
        return [statusCode, JSON.parse(body).data.name]
      },
    ),
  )
  for (const [status, name] of bodies.slice(0, 3)) expect([status, name]).toEqual([404, 'FILE_NOT_FOUND'])
  expect(bodies[3]?.[1]).toMatch(/VALIDATION_FAILED|PATH_NOT_FOUND/)
  const avatar = await send(bodyOf(part(pngOf(50, 50, 7))))
  expect((await open(avatar.data.key)).statusCode).toBe(200)
  expect((await open(avatar.data.key, undefined, 'nova.localhost')).statusCode).toBe(404)
})

it('SEC-007 KYC-006 [part] pictures of documents lie sealed on the disk, whole or not at all', async () => {
  const { data } = await send(bodyOf(part(pngOf(33, 44))), { scene: 'kyc' })
  const folder = join(world.dir, 'agio', 'files', 'kyc')
  const [user = ''] = await readdir(folder)
  const names = await readdir(join(folder, user))
  expect(names).toContain(data.key)
  expect(names.every((name) => /^k[A-Za-z0-9_-]{43}$/.test(name))).toBe(true)
  const userId = userIdOf(await world.login('ann@example.com'))
  const stored = await world.agio.files.documentKeys(userId)
  expect(stored).toContain(data.key)
  expect(() => imageFormat(new Uint8Array(0))).toThrow()
  const sealed = await readFile(join(folder, user, data.key))
  expect(() => imageFormat(sealed)).toThrow('not an image')
})

it('USER-004 [part] a customer stores at most twenty avatars a day, and an upload that is no picture is not one of them', async () => {
  const as = (await world.register('many-avatars@example.com', PASSWORD, { identity: 'many' })).data.token
  const picture = bodyOf(part(pngOf(8, 8)))
  expect((await send(bodyOf(part(Buffer.from('GIF89a'))), { as })).failure.name).toBe('FILE_TYPE')
  for (let count = 0; count < 20; count += 1) expect((await send(picture, { as })).code).toBe('0')
  expect((await send(picture, { as })).failure.name).toBe('VALIDATION_FAILED')
  const other = (await world.register('one-avatar@example.com', PASSWORD, { identity: 'other' })).data.token
  expect((await send(picture, { as: other })).code).toBe('0')
})
