import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { checkPorts } from './free-ports.ts'

const KEY = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'.repeat(2)

it('SEC-007 [part] production starts neither with a demo world nor without a master key of its own', () => {
  expect(() => readConfig({ AGIO_PROFILE: 'production' })).toThrow('AGIO_MASTER_KEY is required')
  expect(() => readConfig({ AGIO_PROFILE: 'production', AGIO_MASTER_KEY: KEY, AGIO_DEMO: 'on' })).toThrow('AGIO_DEMO=on is refused')
  expect(readConfig({ AGIO_PROFILE: 'production', AGIO_MASTER_KEY: KEY })).toMatchObject({ demo: false, profile: 'production' })
})

it('takes the defaults of the README, and names every setting that is not usable', () => {
  const defaults = { port: 8080, futuresPort: 8081, consolePort: 8082, host: '127.0.0.1', profile: 'demo', demo: true }
  expect(readConfig({})).toMatchObject(defaults)
  expect(() => readConfig({ PORT: '65536', CONSOLE_PORT: '80a', AGIO_PROFILE: 'live' })).toThrow(
    /PORT is no port.*CONSOLE_PORT.*AGIO_PROFILE/,
  )
  expect([...readConfig({ AGIO_PROXIES: '127.0.0.1,::1' }).proxies]).toEqual(['127.0.0.1', '::1'])
  expect(() => readConfig({ AGIO_PROXIES: 'proxy.local' })).toThrow('AGIO_PROXIES: proxy.local is no address')
})

it('accepts the loss of one tenant, by name: what another one lost was shown to nobody', () => {
  expect(readConfig({}, ['--accept-loss', 'nova', '--why', 'a new disk']).acceptLoss).toMatchObject({
    tenantId: 'nova',
    by: { why: 'a new disk' },
  })
  expect(() => readConfig({}, ['--accept-loss', 'nowhere'])).toThrow('no tenant nowhere; there are agio, nova')
  expect(() => readConfig({}, ['--accept-loss', '--why', 'a new disk'])).toThrow()
})

it('takes mail and SMS settings whole or not at all, and lets no code travel in the clear', () => {
  expect(readConfig({}).delivery).toEqual({ smtp: undefined, sms: undefined })
  const mail = { AGIO_SMTP_URL: 'smtps://u:p@mail.example', AGIO_MAIL_FROM: 'no-reply@example.com' }
  expect(readConfig(mail).delivery.smtp).toEqual({ url: 'smtps://u:p@mail.example', from: 'no-reply@example.com' })
  expect(() => readConfig({ AGIO_SMTP_URL: mail.AGIO_SMTP_URL })).toThrow('AGIO_SMTP_URL and AGIO_MAIL_FROM')
  expect(() => readConfig({ ...mail, AGIO_SMTP_URL: 'http://mail.example' })).toThrow('AGIO_SMTP_URL is no smtp://')
  const production = { AGIO_PROFILE: 'production', AGIO_MASTER_KEY: 'k' }
  const sms = { AGIO_SMS_URL: 'http://sms.example/send', AGIO_SMS_TOKEN: 't' }
  expect(readConfig(sms).delivery.sms).toEqual({ url: 'http://sms.example/send', token: 't' })
  expect(() => readConfig({ ...production, ...sms })).toThrow('AGIO_SMS_URL has to be https')
  expect(readConfig({ ...production, ...sms, AGIO_SMS_URL: 'http://127.0.0.1:9/send' }).delivery.sms?.url).toBe('http://127.0.0.1:9/send')
})

it('names the setting of a port that is in use', async () => {
  const other = createServer()
  const port = await new Promise<number>((resolve) =>
    other.listen(0, '127.0.0.1', () => {
      const address = other.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    }),
  )
  const taken = checkPorts({ host: '127.0.0.1', port: 0, futuresPort: port })
  await expect(taken).rejects.toThrow(`port ${port} is in use; choose another with FUTURES_PORT`)
  await new Promise((resolve) => other.close(resolve))
  await checkPorts({ host: '127.0.0.1', port: 0, futuresPort: port })
})

it('takes the sources of the index prices, and names the setting that is wrong', () => {
  expect(readConfig({}).index.sources.get('nova')).toEqual(['simulated-1', 'simulated-2', 'simulated-3'])
  expect(() => readConfig({ AGIO_INDEX_SOURCES: 'mtgox' })).toThrow('settings: AGIO_INDEX_SOURCES: mtgox is no source')
  expect(() => readConfig({ AGIO_INDEX_PAIRS: 'x' })).toThrow('settings: AGIO_INDEX_PAIRS: x is no pair')
})

it('keeps nodes in the demo and in tests, never in production, and takes the URLs of others', () => {
  expect(readConfig({}).chains).toEqual({ isOn: true, evmPort: 0, btcPort: 0, urls: new Map() })
  expect(readConfig({ AGIO_DEMO: 'off' }).chains.isOn).toBe(false)
  expect(readConfig({ AGIO_PROFILE: 'test', AGIO_DEMO: 'off' }).chains.isOn).toBe(true)
  expect(readConfig({ AGIO_CHAINS: 'off', AGIO_EVM_RPC_PORT: '8545' }).chains).toMatchObject({ isOn: false, evmPort: 8545 })
  const production = { AGIO_PROFILE: 'production', AGIO_MASTER_KEY: KEY }
  expect(readConfig(production).chains.isOn).toBe(false)
  expect(() => readConfig({ ...production, AGIO_CHAINS: 'on' })).toThrow('AGIO_CHAINS=on is refused')
  const urls = readConfig({ AGIO_CHAIN_URLS: 'ethereum=http://a:1 https://b; ethereum/second=http://d;' }).chains.urls
  expect([...urls]).toEqual([
    ['ethereum', ['http://a:1', 'https://b']],
    ['ethereum/second', ['http://d']],
  ])
  for (const wrong of ['ethereum', 'ethereum=', 'Ethereum=http://a', 'ethereum=ftp://a', 'a=http://b;a=http://c'])
    expect(() => readConfig({ AGIO_CHAIN_URLS: wrong }), wrong).toThrow('AGIO_CHAIN_URLS')
})
