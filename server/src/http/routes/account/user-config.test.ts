/** What a customer chose comes back on another device. */
import { join } from 'node:path'
import { asAssetId, asUserId } from '@agio/engine/ids/id.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { changedChannels, channelsOf, wantedKinds, wantsNotice } from '../../../auth/account/notify.ts'
import { AppendLog } from '../../../auth/append-log.ts'
import { type MailLine, MessageMails } from '../../../content/inform/message-mails.ts'
import { type HttpWorld, httpWorld, PASSWORD, userIdOf } from '../../../testing/http-world.ts'

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

const SAVE = '/api/user-web/v1/user/userConfig/save'
const FAUCET = '/api/assets-web/v1/demo/faucet'
const READ = '/api/user-web/v1/user/userConfig'

describe('settings', () => {
  it('USER-012 language, currency, theme, colours, hotkeys and layout return after a login on another device', async () => {
    const email = 'settings@example.com'
    const { token } = (await world.register(email, PASSWORD, { identity: 'a' })).data
    const chosen = { layout: { panes: [1, 2, { chart: 'left' }] }, colorMode: 'blue-up', theme: 'day', hotkeys: { buy: 'Shift+B' } }
    expect((await world.post(SAVE, chosen, { token })).data).toMatchObject(chosen)
    await world.post('/api/user-web/v1/user/updateUserCenter', { lang: 'ar_SA', currency: 'EUR' }, { token })
    expect((await world.post(SAVE, { theme: 'night' }, { token })).data.hotkeys).toEqual({ buy: 'Shift+B' })
    const other = (await world.login(email, PASSWORD, { identity: 'b' })).data.token
    expect((await world.get(READ, { token: other })).data).toMatchObject({ ...chosen, theme: 'night', lang: 'ar_SA', currency: 'EUR' })
  })

  it('SPOT-021 [part] the user centre names what may pay fees and its discount, and keeps the choice', async () => {
    const CENTRE = '/api/user-web/v1/user/userCenter'
    const { token } = (await world.register('fees@example.com', PASSWORD, { identity: 'e' })).data
    expect((await world.post(CENTRE, {}, { token })).data).toMatchObject({ feeCoin: null, feeCoinSwitch: 0 })
    const feeAssetId = asAssetId(1)
    await world.exchange.submit({ kind: 'setFeeSchedule', levels: [], feeAssetId, feeAssetDiscountE8: 25_000_000 })
    const coinName = world.exchange.state.assets[0]?.symbol
    await world.post('/api/user-web/v1/user/updateUserCenter', { feeCoinSwitch: 1 }, { token })
    const named = { feeCoin: { coinName, discount: '0.25' }, feeCoinSwitch: 1 }
    expect((await world.post(CENTRE, {}, { token })).data).toMatchObject(named)
    await world.exchange.submit({ kind: 'setFeeSchedule', levels: [], feeAssetId: asAssetId(0), feeAssetDiscountE8: 0 })
  })

  it('USER-012 [part] a layout over 64 KiB, a foreign colour and a hotkey of no form are refused and change nothing', async () => {
    const { token } = (await world.register('bounds@example.com', PASSWORD, { identity: 'c' })).data
    const before = (await world.get(READ, { token })).text
    for (const body of [
      { layout: { text: 'x'.repeat(65_536) } },
      { layout: { text: 'ж'.repeat(11_000) } },
      { colorMode: 'red' },
      { theme: 'auto' },
      { hotkeys: { '<img>': 'B' } },
      { hotkeys: { buy: 'x'.repeat(41) } },
      { hotkeys: Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`a${index}`, 'B'])) },
      { notifyChannels: { account: { email: 2 } } },
    ]) {
      expect((await world.post(SAVE, body, { token })).failure.name, JSON.stringify(body).slice(0, 60)).toBe('VALIDATION_FAILED')
    }
    expect(JSON.parse((await world.get(READ, { token })).text).data).toEqual(JSON.parse(before).data)
  })

  it('USER-012 [part] a layout that is kept already is not journaled again, and a day has room for so many changed ones', async () => {
    const registered = await world.register('heavy@example.com', PASSWORD, { identity: 'f' })
    const { token } = registered.data
    const save = (letter: string) => world.post(SAVE, { layout: { text: letter.repeat(60_000) }, theme: 'day' }, { token })
    expect((await save('a')).code).toBe('0')
    const seq = world.exchange.durableSeq
    expect((await save('a')).data.layout).toEqual({ text: 'a'.repeat(60_000) })
    expect(world.exchange.durableSeq).toBe(seq)
    // A customer's weight of a minute ends before the day's room does.
    let saved = 1
    let refused = await save('b')
    while (refused.code === '0' && saved < 200) {
      saved += 1
      if (saved % 30 === 0) world.clock.at += 60_000
      refused = await save(saved % 2 === 0 ? 'a' : 'b')
    }
    expect(refused.failure).toMatchObject({ name: 'VALIDATION_FAILED', params: { issues: [{ path: 'layout', rule: 'max' }] } })
    expect(saved).toBe(69)
    const center = (currency: string) => world.post('/api/user-web/v1/user/updateUserCenter', { currency }, { token })
    // The rest has room of its own.
    expect((await center('EUR')).code).toBe('0')
    expect((await world.post(SAVE, { theme: 'day' }, { token })).code).toBe('0')
  })

  it('USER-012 [part] of changes that come at once none is lost, and a name is given once', async () => {
    const registered = await world.register('at-once@example.com', PASSWORD, { identity: 'g' })
    const { token } = registered.data
    const at = (kind: string) => world.post(SAVE, { notifyChannels: { [kind]: { push: 1 } } }, { token })
    const center = (change: object) => world.post('/api/user-web/v1/user/updateUserCenter', change, { token })
    // As a disk takes its time.
    const submit = vi.spyOn(world.exchange, 'submit').mockImplementation(async (command) => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      return world.exchange.apply(command)
    })
    const answers = await Promise.all([
      ...['account', 'assets', 'transaction'].map(at),
      world.post(SAVE, { layout: { panes: 3 } }, { token }),
      center({ notify: { marketing: 1 } }),
      center({ notify: { assets: 0 } }),
      center({ nickname: 'First of two' }),
      center({ nickname: 'Second of two' }),
    ])
    submit.mockRestore()
    expect(answers.map(({ failure }) => failure.name)).toEqual([...Array<string>(7).fill(''), 'NICKNAME_TOO_SOON'])
    const settings = await world.agio.accounts.settings(userIdOf(registered))
    expect(settings).toMatchObject({ layout: { panes: 3 }, notify: { marketing: 1, assets: 0 }, nickname: 'First of two' })
    for (const kind of ['account', 'assets', 'transaction'] as const) expect(channelsOf(settings)[kind].push).toBe(1)
  })

  it('USER-014 [part] the journal tells nothing of what a customer wrote into the settings', async () => {
    const registered = await world.register('sealed-settings@example.com', PASSWORD, { identity: 'h' })
    const { token } = registered.data
    await world.post(SAVE, { layout: { note: 'my-wallet-words' }, hotkeys: { buy: 'Shift+Q' }, theme: 'night' }, { token })
    const kept = JSON.stringify(await world.agio.models.documents(userIdOf(registered), 'settings'))
    for (const words of ['my-wallet-words', 'Shift+Q']) expect(kept).not.toContain(words)
    world.agio.accounts.forget(userIdOf(registered))
    expect((await world.get(READ, { token })).data).toMatchObject({ layout: { note: 'my-wallet-words' }, hotkeys: { buy: 'Shift+Q' } })
  })

  it('USER-013 [part] keeps a wish for each kind and channel, and a security mail asks nobody', async () => {
    const email = 'notify@example.com'
    const registered = await world.register(email, PASSWORD, { identity: 'd' })
    const { token } = registered.data
    const off = { inApp: 0, email: 0, push: 0 }
    const saved = await world.post(SAVE, { notifyChannels: { account: off, transaction: { email: 1 } } }, { token })
    expect(saved.data.notifyChannels).toEqual({
      account: off,
      assets: { inApp: 1, email: 1, push: 0 },
      transaction: { inApp: 1, email: 1, push: 0 },
    })
    const settings = await world.agio.accounts.settings(userIdOf(registered))
    expect(wantsNotice(settings, 'account', 'email')).toBe(false)
    expect(wantsNotice(settings, 'transaction', 'email')).toBe(true)
    expect((await world.login(email, PASSWORD, { identity: 'elsewhere' })).code).toBe('0')
    await world.agio.mailer.settled()
    expect(world.agio.outbox.list(email)[0]?.text).toContain('#notMe=')
  })

  it('USER-013 credits are mailed in the language of their reader, together, and not to whoever switched them off', async () => {
    const { agio } = world
    const waits = { firstMs: 700, betweenMs: 100 }
    const mails = new MessageMails({
      models: agio.models,
      listings: agio.feeds.listings,
      wishes: async (userId) => wantedKinds(await agio.accounts.settings(userId), 'email'),
      write: (userId, words) => agio.mailer.write(userId, 'MESSAGES', words),
      log: new AppendLog<MailLine>(join(world.dir, 'mails.jsonl')),
      leadership: agio.exchange.leadership,
      onFault: (error) => expect(error).toBeUndefined(),
      waits,
    })
    const [reader, deaf] = ['credited@example.com', 'deaf@example.com']
    const tokens = new Map<string, string>()
    for (const email of [reader, deaf]) tokens.set(email, (await world.register(email, PASSWORD, { identity: email })).data.token)
    await world.post('/api/user-web/v1/user/updateUserCenter', { lang: 'es_ES' }, { token: tokens.get(reader) ?? '' })
    await world.post(SAVE, { notifyChannels: { assets: { email: 0 } } }, { token: tokens.get(deaf) ?? '' })
    for (const token of tokens.values())
      for (const coinName of ['BTC', 'USDT']) expect((await world.post(FAUCET, { coinName }, { token })).code).toBe('0')
    const mailed = (email: string) => agio.outbox.list(email).filter(({ scene }) => scene === 'MESSAGES')
    await vi.waitFor(() => expect(mailed(reader)).toHaveLength(1), 10_000)
    expect(mailed(reader)[0]?.subject).toContain('mensajes nuevos (2)')
    const text = mailed(reader)[0]?.text ?? ''
    for (const coin of ['BTC', 'USDT']) expect(text).toContain(` ${coin} `)
    expect(text).not.toMatch(/[{}]/)
    await new Promise((resolve) => setTimeout(resolve, 3 * waits.betweenMs))
    expect(mailed(reader)).toHaveLength(1)
    expect(mailed(deaf)).toHaveLength(0)
    await mails.stop()
  })

  it('USER-013 [part] a kind that is off is off on every channel', () => {
    const settings = { notify: { assets: 0 } } as const
    for (const channel of ['inApp', 'email', 'push'] as const) expect(wantsNotice(settings, 'assets', channel)).toBe(false)
    expect(wantsNotice({}, 'marketing', 'email')).toBe(false)
    expect(wantsNotice({ notify: { marketing: 1 } }, 'marketing', 'inApp')).toBe(true)
    expect(channelsOf({ channels: changedChannels({}, { assets: { push: 1 } }) }).assets).toEqual({ inApp: 1, email: 1, push: 1 })
  })

  it("SEC-002 settings of one customer are not another one's", async () => {
    const { data } = await world.register('other-settings@example.com', PASSWORD, { identity: 'e' })
    await world.post(SAVE, { theme: 'day', userId: '100001' }, { token: data.token })
    expect((await world.agio.accounts.settings(asUserId(100001))).theme).not.toBe('day')
  })
})
