/** Announcements, help and messages over the whole gateway. */
import { asAssetId, type UserId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedInform } from '../../../content/inform/seed-inform.ts'
import { saveAnnouncement, saveArticle, withdrawAnnouncement, withdrawArticle } from '../../../content/inform/write.ts'
import { runOperatorCommand } from '../../../operator/run-command.ts'
import { type HttpWorld, httpWorld, userIdOf } from '../../../testing/http-world.ts'

const ROOT = '/api/inform-web/v1'
const HOUR = 3_600_000
const OPERATOR = { actor: 'eve', why: 'a test' }
let world: HttpWorld
let token = ''
let userId: UserId
beforeAll(async () => {
  world = await httpWorld()
  await seedInform(world.exchange, world.agio.config, world.clock.at)
  const registered = await world.register('ann@example.com')
  token = registered.data.token
  userId = userIdOf(registered)
})
afterAll(() => world.close())

const open = (languageCode: string, more: object = {}) =>
  world.post(`${ROOT}/open/announcement/list`, { languageCode, pageSize: 100, ...more })
const ids = async (more: object = {}) => (await open('en_US', more)).data.list.map(({ id }) => id)

function publish(id: string, facts: { releaseAt?: number; endAt?: number | null; top?: boolean } = {}, content = '<p>Text.</p>') {
  const text = { title: `About ${id}`, summary: 'A summary.', content }
  return saveAnnouncement(
    world.exchange,
    { id, classId: 'system', releaseAt: world.clock.at, endAt: null, top: false, imageUrl: null, texts: { en_US: text }, ...facts },
    OPERATOR,
  )
}

it('NOTE-001 NOTE-003 [part] a visitor reads classes, lists and texts without a token', async () => {
  const classes = await world.post(`${ROOT}/open/class/getInformClassMenuList`, { languageCode: 'ar_SA' })
  expect(classes.data.map(({ id, count }) => `${id} ${count}`)).toEqual(['listing 1', 'trading 3', 'security 2', 'system 2'])
  expect(classes.data[0]?.name).toMatch(/[\u0600-\u06ff]/)
  const all = await open('en_US')
  expect(all.data).toMatchObject({ total: 8, pageNo: 1, pageSize: 100 })
  expect(all.data.list[0]).toMatchObject({ id: 'welcome', isTop: 1, classMenu: null, releaseTime: expect.any(Number) })
  expect(all.data.list[0]).not.toHaveProperty('isRead')
  expect(await ids({ classId: 'security' })).toEqual(['forged-messages', 'second-factor'])
  expect((await open('en_US', { pageNo: 2, pageSize: 3 })).data.list).toHaveLength(3)
  expect(await ids({ keyword: 'PASSWORD code' })).toContain('forged-messages')
  expect(await ids({ keyword: "x' or 1=1 --" })).toEqual([])
  const detail = await world.get(`${ROOT}/announcement/detail/welcome/zh_CN`)
  expect(detail.data).toMatchObject({ languageCode: 'zh_CN', classMenu: 'system', content: expect.stringMatching(/\p{Script=Han}/u) })
  expect(detail.data.content).toContain('Agio')
})

it('NOTE-012 what is not released yet or has ended is in no list, and what is on top stays first', async () => {
  const soon = world.clock.at + HOUR
  await publish('soon', { releaseAt: soon })
  await publish('over', { releaseAt: world.clock.at - 2 * HOUR, endAt: world.clock.at - HOUR })
  await publish('newest', { endAt: soon })
  const before = await ids()
  expect([before[0], before[1]]).toEqual(['welcome', 'newest'])
  expect(before).not.toContain('soon')
  expect(before).not.toContain('over')
  expect((await world.get(`${ROOT}/announcement/detail/soon/en_US`)).failure.name).toBe('ANNOUNCEMENT_NOT_FOUND')
  world.clock.at = soon
  expect(await ids()).toEqual(['welcome', 'soon', ...before.slice(2)])
  await withdrawAnnouncement(world.exchange, 'soon', OPERATOR)
  expect(await ids()).not.toContain('soon')
})

it('NOTE-012 [part] SHELL-017 what is dated ahead is pushed at its time, to visitors as well, and its end takes it out of the counts', async () => {
  const heard: string[] = []
  const counts = async () => (await world.agio.inform.unread(userId)).count
  const topic = await world.agio.feeds.channel('announcements', undefined)
  if (typeof topic !== 'object') throw new Error(String(topic))
  const visitor = { deliver: (frames: Buffer) => void heard.push(frames.toString()), drain: () => undefined }
  topic.subscribe(visitor)
  // What the page of a visitor watches.
  const version = async () => (await world.get('/api/home-web/v1/open/site')).data.version
  const before = await counts()
  const at = world.clock.at + 40
  const seen = await version()
  await publish('ahead', { releaseAt: at, endAt: at + 40 })
  expect(await version()).toBe(seen)
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(heard).toEqual([])
  world.clock.at = at
  await expect.poll(() => heard.join(), { timeout: 5000 }).toContain('About ahead')
  expect(await counts()).toBe(before + 1)
  expect(await version()).not.toBe(seen)
  world.clock.at = at + 40
  await expect.poll(version, { timeout: 5000 }).toBe(seen)
  expect(await counts()).toBe(before)
  topic.unsubscribe(visitor)
  await withdrawAnnouncement(world.exchange, 'ahead', OPERATOR)
})

it('NOTE-004 a language without its text gets English and is told so; the text is clean', async () => {
  await publish('raw', {}, '<p onclick="x()">Hello<script>alert(1)</script> <a href="javascript:x()">there</a></p>')
  const raw = await world.get(`${ROOT}/announcement/detail/raw/ar_SA`)
  expect(raw.data).toMatchObject({ languageCode: 'en_US', title: 'About raw', content: '<p>Hello <a>there</a></p>' })
  await withdrawAnnouncement(world.exchange, 'raw', OPERATOR)
})

it('NOTE-005 neighbours go from newest to oldest, the ends have none', async () => {
  const around = (id: string) => world.post(`${ROOT}/announcement/detailIdList`, { id, languageCode: 'en_US', classId: 'trading' })
  expect((await around('order-lists')).data).toEqual({
    prevId: null,
    nextId: 'trailing-stop',
    idList: ['order-lists', 'trailing-stop', 'cancel-timer'],
  })
  expect((await around('cancel-timer')).data).toMatchObject({ prevId: 'trailing-stop', nextId: null })
  expect((await around('nothing')).failure.name).toBe('ANNOUNCEMENT_NOT_FOUND')
})

it('NOTE-002 NOTE-006 a user’s list has the class and what was read; opening counts once, on every device', async () => {
  const list = async () => (await world.post(`${ROOT}/announcement/list`, { languageCode: 'en_US' }, { token })).data
  const unread = async (session = token) => (await world.get(`${ROOT}/announcement/unread-info`, { token: session })).data
  expect((await list()).list.find(({ id }) => id === 'order-lists')).toMatchObject({ classMenu: 'trading', isRead: 0 })
  const before = await unread()
  expect(before).toMatchObject({ count: (await list()).total, latestId: expect.any(String) })
  const seqBefore = world.exchange.durableSeq
  for (const _ of [1, 2, 3]) await world.get(`${ROOT}/announcement/detail/order-lists/en_US`, { token })
  expect(world.exchange.durableSeq).toBe(seqBefore + 1)
  const phone = await world.login('ann@example.com', undefined, { identity: 'device-2' })
  expect((await unread(phone.data.token)).count).toBe(before.count - 1)
  expect((await list()).list.find(({ id }) => id === 'order-lists')).toMatchObject({ isRead: 1 })
  expect((await world.post(`${ROOT}/announcement/list`, { languageCode: 'en_US' })).failure.name).toBe('LOGIN_REQUIRED')
})

it('NOTE-007 NOTE-008 a credit is one message with its values, in the language asked for', async () => {
  world.exchange.must({ kind: 'creditUser', userId, assetId: asAssetId(1), amount: 12_50000000n, cause: 'airdrop', reference: 't' })
  const list = async (languageCode: string, bizType: string) =>
    (await world.post(`${ROOT}/inform-user-message/list`, { languageCode, bizType, pageNo: 1, pageSize: 2 }, { token })).data
  const { list: assets, total } = await list('en_US', 'assets')
  expect(total).toBe(1)
  expect(assets[0]).toMatchObject({
    titleTemplate: 'Credit received',
    contentTemplate: '{amount} {asset} was added to your spot account.',
    params: { amount: '12.5', asset: 'USDT' },
    isRead: 0,
    link: '/billDetails',
    bizType: 'assets',
  })
  expect((await list('zh', 'assets')).list[0]?.contentTemplate).toMatch(/现货账户/)
  expect((await list('en_US', 'transaction')).total).toBe(0)
  expect((await world.post(`${ROOT}/inform-user-message/list`, { languageCode: 'en_US', bizType: 'trading' }, { token })).code).toBe(
    '20001',
  )
})

it('NOTE-010 [part] messages are read, made unread, read all at once and deleted; counts follow', async () => {
  const act = (name: string, body: object) => world.ask('POST', `${ROOT}/inform-user-message/${name}`, body, { token })
  const byType = async () => (await world.get(`${ROOT}/announcement/unread-info`, { token })).data.byType
  const [message] = (await world.post(`${ROOT}/inform-user-message/list`, { languageCode: 'en_US', bizType: 'assets' }, { token })).data
    .list
  const id = message?.id ?? ''
  expect((await world.get(`${ROOT}/inform-user-message/detail/${id}/en_US`, { token })).data).toMatchObject({ id, isRead: 1 })
  expect(await byType()).toMatchObject({ assets: 0 })
  expect((await act('read', { ids: [id] })).data).toEqual({ updated: 0 })
  expect((await act('unread', { ids: [id, '1_1'] })).data).toEqual({ updated: 1 })
  expect(await byType()).toMatchObject({ assets: 1 })
  expect((await act('readAll', { bizType: 'account', announcements: 0 })).code).toBe('0')
  expect(await byType()).toMatchObject({ assets: 1 })
  expect((await act('readAll', { announcements: 1 })).code).toBe('0')
  expect((await world.get(`${ROOT}/announcement/unread-info`, { token })).data).toMatchObject({ count: 0, messageCount: 0 })
  expect((await act('delete', { ids: [id] })).data).toEqual({ deleted: 1 })
  expect((await act('delete', { ids: [id] })).failure.name).toBe('MESSAGE_NOT_FOUND')
  expect((await act('read', { ids: [] })).code).toBe('20001')
})

it('SEC-003 [part] NOTE-010 [part] another user’s message is not there', async () => {
  world.exchange.must({ kind: 'creditUser', userId, assetId: asAssetId(1), amount: 1n, cause: 'airdrop', reference: 't' })
  const [mine] = (await world.post(`${ROOT}/inform-user-message/list`, { languageCode: 'en_US', bizType: 'assets' }, { token })).data.list
  const other = (await world.register('bob@example.com')).data.token
  const body = { ids: [mine?.id ?? ''] }
  for (const name of ['read', 'unread', 'delete'] as const)
    expect((await world.ask('POST', `${ROOT}/inform-user-message/${name}`, body, { token: other })).failure.name).toBe('MESSAGE_NOT_FOUND')
  expect((await world.get(`${ROOT}/inform-user-message/detail/${mine?.id}/en_US`, { token: other })).failure.name).toBe('MESSAGE_NOT_FOUND')
})

it('NOTE-013 NOTE-014 help is listed by category, found by its words, and legal documents have version and date', async () => {
  const categories = (await world.post(`${ROOT}/open/help/categoryList`, { languageCode: 'en_US' })).data
  expect(categories.map(({ id }) => id)).toEqual(['start', 'trading', 'contracts', 'fees', 'security', 'assets', 'api'])
  const found = async (more: object) => (await world.post(`${ROOT}/open/help/list`, { languageCode: 'en_US', ...more })).data.list
  expect(await found({ categoryId: 'trading' })).toHaveLength(5)
  expect(await found({ categoryId: 'contracts' })).toHaveLength(6)
  expect((await found({ keyword: 'trading fees' }))[0]?.id).toBe('trading-fees')
  expect(await found({ keyword: 'zzzz' })).toEqual([])
  expect((await found({ keyword: 'How do I get my money out, and how long does it take until it arrives?' }))[0]?.id).toBe('withdrawals')
  expect((await world.ask('POST', `${ROOT}/open/help/list`, { languageCode: 'en_US', keyword: 'a'.repeat(121) })).code).toBe('20001')
  const bare = { categoryId: 'start', sort: 9, updatedAt: world.clock.at, version: null }
  const words = { title: 'Gifts', summary: '', content: '<p>What came for free.</p>', words: 'airdrop, free coins' }
  await saveArticle(world.exchange, { id: 'gifts', ...bare, texts: { en_US: words } }, OPERATOR, world.agio.inform.library)
  expect((await found({ keyword: 'airdrops' }))[0]?.id).toBe('gifts')
  await saveArticle(
    world.exchange,
    { id: 'gifts', ...bare, texts: { en_US: words, zh_CN: { ...words, words: '空投' } } },
    OPERATOR,
    world.agio.inform.library,
  )
  expect((await found({ keyword: 'free coins' }))[0]?.id).toBe('gifts')
  expect((await world.get(`${ROOT}/open/help/detail/gifts/en_US`)).data).not.toHaveProperty('words')
  await withdrawArticle(world.exchange, 'gifts', OPERATOR)
  expect(await found({ keyword: 'airdrops' })).toEqual([])
  expect((await world.get(`${ROOT}/open/help/detail/nothing/en_US`)).failure.name).toBe('HELP_NOT_FOUND')
  for (const id of ['user_agreement', 'privacy_policy'])
    expect((await world.get(`${ROOT}/open/help/detail/${id}/ar_SA`)).data).toMatchObject({
      version: '1.0',
      updateTime: expect.any(Number),
      languageCode: 'ar_SA',
    })
})

it('NOTE-012 [part] NOTE-004 [part] an operator publishes, and withdraws with a reason; what does not fit is named', async () => {
  const { exchange } = world
  const tenant = { ...world.agio, exchange: Object.assign(exchange, { snapshot: () => Promise.reject(new Error('none')) }) }
  const run = (command: string, given: Record<string, string>) =>
    runOperatorCommand([tenant], { tenantId: 'agio', command, given, actor: 'eve', why: 'the press asked' })
  const texts = { en_US: { title: 'Told by eve', summary: '', content: '<p>Text<img src=x onerror=alert(1)></p>' } }
  const document = { id: 'told', classId: 'system', releaseAt: world.clock.at, endAt: null, top: false, imageUrl: null, texts }
  expect(await run('announcement publish', { announcement: JSON.stringify(document) })).toMatchObject({ ok: true })
  expect((await world.get(`${ROOT}/announcement/detail/told/en_US`)).data).toMatchObject({ content: '<p>Text</p>' })
  expect(await run('announcement publish', { announcement: '{"id":"A b"}' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('id'),
  })
  expect(await run('announcement publish', { announcement: JSON.stringify({ ...document, texts: {} }) })).toMatchObject({ ok: false })
  const blank = { ...document, texts: { en_US: { ...document.texts.en_US, title: '\u3164\u2800' } } }
  expect((await run('announcement publish', { announcement: JSON.stringify(blank) })).text).toContain('title: shows nothing')
  expect((await run('announcement class', { class: JSON.stringify({ id: 'blank', name: { en_US: ' ' }, sort: 1 }) })).ok).toBe(false)
  expect((await run('announcement list', {})).text).toContain('told')
  expect(await run('announcement withdraw', { id: 'told' })).toMatchObject({ ok: true })
  expect(await ids()).not.toContain('told')
})

it('NOTE-004 REL-001 [part] an edition is seen whole or not at all, wherever its publishing stops, and keeps languages that it does not mention', async () => {
  const { exchange, agio } = world
  const { library } = agio.inform
  const publish = async (number: number, languages: readonly string[], commands = Number.POSITIVE_INFINITY): Promise<boolean> => {
    let left = commands
    const dying = Object.create(exchange, {
      submit: {
        value: (command: Parameters<typeof exchange.submit>[0]) => {
          left -= 1
          return left < 0 ? Promise.reject(new Error('killed')) : exchange.submit(command)
        },
      },
    })
    const text = { title: `T${number}`, summary: `S${number}`, content: `<p>C${number}</p>` }
    const facts = { id: 'edited', classId: 'system', releaseAt: number, endAt: null, top: false, imageUrl: null }
    const texts = Object.fromEntries(languages.map((language) => [language, text]))
    return saveAnnouncement(dying, { ...facts, texts }, { actor: 'eve' }, library).then(
      () => true,
      () => false,
    )
  }
  const seen = async (): Promise<readonly string[]> => {
    const numbers: (string | undefined)[] = []
    for (const language of ['en_US', 'zh_CN', 'ar_SA']) {
      const { data } = await world.get(`${ROOT}/announcement/detail/edited/${language}`)
      numbers.push(...[data.title, data.summary, data.content, String(data.releaseTime)].map((part) => /\d+/.exec(part)?.[0]))
    }
    return [...new Set(numbers.map(String))]
  }
  const all = ['en_US', 'zh_CN', 'ar_SA'] as const
  expect(await publish(1, all)).toBe(true)
  // Three texts, the facts, and then what is left of editions before.
  for (let commands = 0; commands <= 5; commands += 1) {
    expect(await publish(2 + commands, all, commands)).toBe(false)
    expect(await seen()).toEqual([String(commands < 4 ? 1 : 2 + commands)])
  }
  expect(await publish(9, all)).toBe(true)
  expect(await seen()).toEqual(['9'])
  expect(library.unusedTexts('announcementTexts', 'edited')).toEqual([])
  expect(await publish(10, ['en_US'])).toBe(true)
  expect(await seen()).toEqual(['10', '9'])
})
