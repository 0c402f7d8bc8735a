/** What a customer takes away, and what is left after an account is closed. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from '@agio/engine/command.ts'
import { asAddressId, asAssetId, asUserId, type UserId } from '@agio/engine/ids/id.ts'
import { balancesOf, userByAccountKey, userStatusOf } from '@agio/engine/read.ts'
import { addressesOf } from '@agio/engine/wallet/read-wallet.ts'
import { fileUrl } from '@agio/wire/content/files.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedContent } from '../content/seed-content.ts'
import type { ReadModels } from '../projections/port.ts'
import { ProjectionPosition } from '../projections/thread/projection-position.ts'
import type { Exchange } from '../sequencer/exchange.ts'
import { type HttpWorld, httpWorld, PASSWORD } from '../testing/http-world.ts'
import { Member } from '../testing/member.ts'
import { openSavings } from '../testing/open-products.ts'
import { openTestWallet, USDT } from '../testing/test-wallet.ts'
import { unzip, whole } from '../testing/unzip.ts'
import { SeedSigner } from '../wallet/testing/seed-signer.ts'
import { personalArchive } from './archive.ts'
import { Closures, type ClosuresOptions } from './closures.ts'
import { zipStream } from './zip-stream.ts'

const DEVICE = { identity: 'tablet', clientType: 'pc', device: 'Tablet', os: '', browser: '', ip: '' }

let world: HttpWorld
beforeAll(async () => {
  world = await httpWorld()
})
afterAll(() => world.close())

function give(member: Member, amount: bigint): void {
  world.exchange.must({
    kind: 'creditUser',
    userId: asUserId(member.userId),
    assetId: asAssetId(1),
    amount,
    cause: 'airdrop',
    reference: 'test',
  })
}

async function steppedUp(email: string): Promise<Member> {
  const member = await Member.join(world, email)
  await member.post('/api/auth/v1/secondFactor/stepUp', { codes: await member.codes('STEP_UP', ['email']) })
  return member
}

describe('archive', () => {
  it('USER-014 is a ZIP that any program reads, whatever is in it', async () => {
    const entries = [
      { name: 'a.txt', at: Date.UTC(2026, 10, 21, 12, 34, 56), content: () => ['hello ', 'world'] },
      { name: 'empty.json', at: 0, content: () => [] },
      { name: 'big.bin', at: Date.UTC(2030, 0, 1), content: () => Array.from({ length: 300 }, (_, index) => Buffer.alloc(1000, index)) },
    ]
    const files = unzip(await whole(zipStream(entries)))
    expect([...files.keys()]).toEqual(['a.txt', 'empty.json', 'big.bin'])
    expect(files.get('a.txt')).toBe('hello world')
    const failing = zipStream([
      {
        name: 'x',
        at: 0,
        content: async function* () {
          yield 'x'
          throw new Error('gone')
        },
      },
    ])
    await expect(whole(failing)).rejects.toThrow('gone')
  })

  it('USER-014 gives back every text that went in', async () => {
    const entries = fc.array(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 }), { maxLength: 4 }), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(entries, async (texts) => {
        const archive = texts.map((pieces, index) => ({ name: `f${index}.txt`, at: world.clock.at, content: () => pieces }))
        const files = unzip(await whole(zipStream(archive)))
        expect([...files.values()]).toEqual(texts.map((pieces) => Buffer.from(pieces.join('')).toString('utf8')))
      }),
      { numRuns: 40 },
    )
  })

  it('USER-014 holds profile, settings, logins, orders and statement of its owner and no secret', async () => {
    const member = await steppedUp('takeout@example.com')
    give(member, 10n ** 12n)
    for (const price of ['100', '101']) {
      await member.post('/api/user-web/v1/order/createOrder', { symbol: 'BTC/USDT', direction: 'BUY', type: 'LIMIT', price, amount: '1' })
    }
    await member.post('/api/user-web/v1/user/updateUserCenter', { nickname: 'Take Out' })
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/user-web/v1/user/dataExport',
      headers: { host: 'localhost', authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
      payload: '{}',
    })
    expect(answer.headers['content-type']).toBe('application/zip')
    const files = unzip(answer.rawPayload)
    expect(JSON.parse(files.get('profile.json') ?? '')).toMatchObject({ email: 'takeout@example.com', userId: String(member.userId) })
    expect(files.get('settings.json')).toContain('Take Out')
    expect(files.get('orders.csv')?.trim().split('\r\n')).toHaveLength(3)
    expect(files.get('statement.csv')?.trim().split('\r\n')).toHaveLength(2)
    for (const name of ['conversions.csv', 'savings.csv', 'transfers.csv'])
      expect(files.get(name)?.trim().split('\r\n'), name).toHaveLength(1)
    expect(files.get('logins.csv')).toContain('127.0.0.1')
    for (const text of files.values()) expect(text).not.toMatch(/\$argon2|"secret"|v1\.[A-Za-z0-9_-]{40}/)
    const again = await member.post('/api/user-web/v1/user/dataExport')
    expect(again.failure.name).toBe('RATE_LIMIT_USER')
    expect(again.status).toBe(429)
    const cold = await Member.join(world, 'cold-export@example.com', 'cold')
    expect((await cold.post('/api/user-web/v1/user/dataExport')).failure.name).toBe('SECOND_FACTOR_REQUIRED')
  })

  it('USER-014 WAL-029 [part] holds deposits, withdrawals, deposit addresses and the address book of its owner', async () => {
    const own = await httpWorld({ signer: new SeedSigner(1) })
    const wallet = await openTestWallet(own.agio)
    const [ann, bob] = [await Member.join(own, 'ann@example.com', 'ann'), await Member.join(own, 'bob@example.com', 'bob')]
    const annId = asUserId(ann.userId)
    own.exchange.must({ kind: 'creditUser', userId: annId, assetId: USDT, amount: 10n ** 11n, cause: 'airdrop', reference: 'test' })
    await ann.post('/api/auth/v1/secondFactor/stepUp', { codes: await ann.codes('STEP_UP', ['email']) })
    const target = { coinId: String(USDT), protocolType: 'ERC20-ethereum', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }
    await ann.seal('/api/user-web/v1/user-address/saveUserAddress', { ...target, label: '=Cold' })
    const made = await ann.post('/api/assets-web/v1/wallet-feign/address/create?blockchain=ethereum&label=savings')
    const asked = await ann.seal('/api/assets-web/v1/withdraw-deposit/createWithdrawDeposit', { ...target, amount: '10', remark: 'rent' })
    const { addressId } = addressesOf(own.exchange.state, annId)[0] ?? {}
    const arrival = { listingId: wallet.listings.evm, addressId: asAddressId(addressId ?? 0), from: null, amount: 2n * 10n ** 8n, dust: 0n }
    own.exchange.must({
      ...{ kind: 'bookBlocks', networkId: wallet.networks.evm, after: { height: 0, block: '' }, upTo: { height: 9, block: 'nine' } },
      ...{ mined: [], arrivals: [{ ...arrival, key: 'ab'.repeat(16), tx: '0xin', position: '0', height: 9, isHeld: false }] },
    })
    const files = unzip(await whole(personalArchive(own.agio, annId, own.clock.at)))
    const rows = (files.get('deposits-withdrawals.csv') ?? '').trim().split('\r\n')
    expect(rows).toHaveLength(3)
    expect(rows[1]).toContain(`${made.data.address},,,2,0,2,21,CONFIRMING,0xin`)
    expect(rows[2]).toContain(`${asked.data.id},2,1,USDT,ERC20-ethereum`)
    expect(rows[2]).toContain('rent')
    expect(JSON.parse(files.get('deposit-addresses.json') ?? '')).toMatchObject([{ address: made.data.address, label: 'savings' }])
    expect(files.get('address-book.csv')).toContain(`${target.address},,"'=Cold",0`.replaceAll('"', ''))
    const others = unzip(await whole(personalArchive(own.agio, asUserId(bob.userId), own.clock.at)))
    for (const name of ['deposits-withdrawals.csv', 'address-book.csv']) expect(others.get(name)?.trim().split('\r\n')).toHaveLength(1)
    expect(others.get('deposit-addresses.json')?.trim()).toBe('[]')
    await own.close()
  })

  it('USER-014 goes over the pages of a long history without a name of columns in between', async () => {
    const member = await steppedUp('long@example.com')
    for (let count = 0; count < 1203; count += 1) give(member, 1n)
    const files = unzip(await whole(personalArchive(world.agio, asUserId(member.userId), world.clock.at)))
    const lines = files.get('statement.csv')?.trim().split('\r\n') ?? []
    expect(lines).toHaveLength(1204)
    expect(lines.filter((line) => line.includes('amount'))).toHaveLength(1)
    expect(new Set(lines).size).toBe(1204)
  })
})

describe('closure', () => {
  const close = (member: Member) => member.seal('/api/user-web/v1/user/closeAccount', { confirm: 'CLOSE' })

  it('USER-014 is refused while an order is open or a balance is not zero', async () => {
    const member = await steppedUp('holding@example.com')
    give(member, 10n ** 12n)
    await member.post('/api/user-web/v1/order/createOrder', {
      symbol: 'BTC/USDT',
      direction: 'BUY',
      type: 'LIMIT',
      price: '100',
      amount: '1',
    })
    expect((await close(member)).failure).toMatchObject({ name: 'ACCOUNT_NOT_EMPTY', params: { kind: 'orders' } })
    await member.post('/api/user-web/v1/order/revocationOrder', { all: 1 })
    expect((await close(member)).failure).toMatchObject({ name: 'ACCOUNT_NOT_EMPTY', params: { kind: 'balances' } })
    expect((await member.get('/api/auth/v1/session/list')).code).toBe('0')
  })

  it('USER-014 is refused while savings hold anything, and while what they gave back is not gone', async () => {
    await seedContent(world.exchange, world.agio.config)
    await openSavings(world.agio)
    const member = await steppedUp('saving@example.com')
    const userId = asUserId(member.userId)
    give(member, 10n ** 10n)
    const terms = { productId: '1', amount: '100', agree: 1 }
    const { orderNo } = (await member.seal('/api/user-web/v1/user-project/purchaseProject', terms)).data
    // Nothing is free any more: what is left is principal.
    expect(balancesOf(world.exchange.state, userId).map(({ account, available, held }) => [account, available, held])).toEqual([
      ['financial', 0n, 10n ** 10n],
      ['spot', 0n, 0n],
    ])
    expect((await close(member)).failure).toMatchObject({ name: 'ACCOUNT_NOT_EMPTY', params: { kind: 'balances' } })
    const held = await member.post('/api/user-web/v1/user-project/financialOrderList', {})
    expect(held.data.list).toMatchObject([{ orderNo, principal: '100', status: 1 }])
    await member.seal('/api/user-web/v1/user-project/redeem', { orderNo, toAccount: 3 })
    expect((await close(member)).failure).toMatchObject({ name: 'ACCOUNT_NOT_EMPTY', params: { kind: 'balances' } })
    expect(userStatusOf(world.exchange.state, userId)).toBe('active')
  })

  it('USER-014 ends everything, frees the address, and no copy of the journal opens what was sealed', async () => {
    const email = 'erased@example.com'
    const member = await steppedUp(email)
    await member.post('/api/user-web/v1/user/updateUserCenter', { nickname: 'Erased Name' })
    const userId = asUserId(member.userId)
    const { vault, accounts, models } = world.agio
    const { keyId, name } = await accounts.get(userId)
    const journaled = [...(await models.documents(userId, 'login')), { document: (await models.user(userId))?.document ?? {} }].map(
      ({ document }) => JSON.stringify(document),
    )
    expect(journaled.join()).not.toContain(email)
    expect(JSON.stringify(await models.documents(userId, 'settings'))).not.toContain('Erased Name')
    const sealed = (await models.documents(userId, 'login')).map(({ id, document }) => ({ id, sealed: String(document.sealed) }))
    expect(vault.open(keyId, `login|${sealed[0]?.id}`, sealed[0]?.sealed ?? '')).toContain('127.0.0.1')
    expect((await close(member)).code).toBe('0')
    expect(() => vault.open(keyId, `login|${sealed[0]?.id}`, sealed[0]?.sealed ?? '')).toThrow('unknown or destroyed')
    expect((await member.get('/api/auth/v1/session/list')).failure.name).toBe('ACCOUNT_DISABLED')
    expect(userByAccountKey(world.exchange.state, accounts.keyOf(name))).toBeUndefined()
    expect((await world.login(email, PASSWORD)).failure.name).toBe('LOGIN_FAILED')
    const again = await world.register(email, PASSWORD)
    expect(again.code).toBe('0')
    expect(Number(again.data.userInfo.userId)).not.toBe(member.userId)
  })

  it('USER-014 takes the pictures and the addresses of its owner with it, and leaves those of others', async () => {
    const member = await steppedUp('face@example.com')
    const other = await steppedUp('same-face@example.com')
    const { files } = world.agio
    const face = Buffer.from('the same face')
    const [own, theirs] = [await files.saveAvatar(asUserId(member.userId), face), await files.saveAvatar(asUserId(other.userId), face)]
    const [older] = [await files.saveAvatar(asUserId(member.userId), Buffer.from('an older face'))]
    const show = (of: Member, key: string) => of.post('/api/user-web/v1/user/updateUserCenter', { avatarUrl: fileUrl(key) })
    expect((await show(other, own)).failure.name).toBe('FILE_TYPE')
    expect((await show(member, own)).code).toBe('0')
    expect((await show(other, theirs)).code).toBe('0')
    world.agio.sessions.create(asUserId(member.userId), { ...DEVICE, ip: '203.0.113.45' })
    await world.agio.sessions.flush()
    const sessionFile = join(world.dir, 'agio', 'soft', 'sessions.jsonl')
    expect(await readFile(sessionFile, 'utf8')).toContain('203.0.113.45')
    expect((await close(member)).code).toBe('0')
    expect(await readFile(sessionFile, 'utf8')).not.toContain('203.0.113.45')
    for (const key of [own, older]) expect((await world.get(fileUrl(key))).failure.name).toBe('FILE_NOT_FOUND')
    expect((await world.get(fileUrl(theirs))).status).toBe(200)
  })

  interface Lived {
    readonly userId: UserId
    readonly keyId: string
    readonly addressKey: string
  }

  async function someone(email: string): Promise<Lived & { readonly member: Member }> {
    const member = await Member.join(world, email)
    const userId = asUserId(member.userId)
    const { keyId, name } = await world.agio.accounts.get(userId)
    return { member, userId, keyId, addressKey: world.agio.accounts.keyOf(name) }
  }

  function closuresOver(over: Partial<ClosuresOptions> = {}): Closures {
    const { vault, accounts, files, models, sessions } = world.agio
    return new Closures({ exchange: world.exchange, models, vault, accounts, files, sessions, devices: world.agio, ...over })
  }

  /** Stops the process right behind so many entries, or behind the one that is told by its kind, before it learns of the last one. */
  function dying(last: number | Command['kind']): Closures {
    let isDead = last === 0
    let entry = 0
    const submit: Exchange['submit'] = async (command) => {
      if (isDead) throw new Error('killed')
      const outcome = await world.exchange.submit(command)
      entry += 1
      if (entry === last || command.kind === last) isDead = true
      if (isDead) throw new Error('killed')
      return outcome
    }
    return closuresOver({ exchange: Object.create(world.exchange, { submit: { value: submit } }) })
  }

  const isOpen = ({ userId, keyId, addressKey }: Lived): readonly [boolean, boolean, boolean] => [
    userStatusOf(world.exchange.state, userId) === 'active',
    world.agio.vault.hasKey(keyId),
    userByAccountKey(world.exchange.state, addressKey) === userId,
  ]
  const OPEN = [true, true, true]
  const CLOSED = [false, false, false]

  it('USER-014 REL-001 [part] an exchange that stops behind any entry of a closure opens with the account whole or gone', async () => {
    for (let survived = 0; survived < 4; survived += 1) {
      const person = await someone(`crash${survived}@example.com`)
      await expect(dying(survived).close(person.userId)).rejects.toThrow('killed')
      await closuresOver().resume()
      expect(isOpen(person), `behind ${survived}`).toEqual(survived === 0 ? OPEN : CLOSED)
      await closuresOver().resume()
    }
  })

  it('USER-014 money that came before the stop is counted again, and the account is open', async () => {
    const rich = await someone('rich@example.com')
    await expect(dying('setUserStatus').close(rich.userId)).rejects.toThrow('killed')
    give(rich.member, 5n)
    await closuresOver().resume()
    expect(isOpen(rich)).toEqual(OPEN)
    world.exchange.must({ kind: 'setUserStatus', userId: rich.userId, status: 'disabled', actor: 'olga', why: 'test' })
    await closuresOver().resume()
    expect(world.agio.vault.hasKey(rich.keyId)).toBe(true)
    // Behind the loss of the key nothing opens the account again.
    const late = await someone('late@example.com')
    await expect(dying('changeAccountKeys').close(late.userId)).rejects.toThrow('killed')
    give(late.member, 5n)
    await closuresOver().resume()
    expect(isOpen(late)).toEqual(CLOSED)
  })

  it('USER-014 a note that did not shut the account itself destroys nothing', async () => {
    const { userId, keyId, addressKey } = await someone('stale@example.com')
    const document = { keyId, accountKeys: [addressKey], at: world.clock.at, done: false }
    const note = { collection: 'closure', id: String(userId) } as const
    world.exchange.must({ kind: 'saveDocument', userId: asUserId(0), ...note, document, actor: 'closure' })
    world.exchange.must({ kind: 'setUserStatus', userId, status: 'disabled', actor: 'olga', why: 'test' })
    await closuresOver().resume()
    expect(isOpen({ userId, keyId, addressKey })).toEqual([false, true, true])
    expect((await world.agio.models.documents(asUserId(0), note.collection)).map(({ id }) => id)).not.toContain(note.id)
    // Nor one that an operator went over before the restart.
    const frozen = await someone('frozen-stale@example.com')
    await expect(dying('setUserStatus').close(frozen.userId)).rejects.toThrow('killed')
    world.exchange.must({ kind: 'setUserStatus', userId: frozen.userId, status: 'frozen', actor: 'olga', why: 'test' })
    await closuresOver().resume()
    expect(world.agio.vault.hasKey(frozen.keyId)).toBe(true)
  })

  it('USER-014 waits for the projections before it looks for what was left half done', async () => {
    const person = await someone('rebuild@example.com')
    await expect(dying('setUserStatus').close(person.userId)).rejects.toThrow('killed')
    const { models } = world.agio
    const position = new ProjectionPosition(world.exchange.durableSeq, true, () => undefined)
    const behind: ReadModels = {
      ...models,
      position: () => position.seq,
      rebuilding: () => position.rebuilding(),
      reached: (seq) => position.reached(seq, 5),
      documents: async (...query) => (position.rebuilding() === null ? models.documents(...query) : []),
    }
    let isOver = false
    const never = closuresOver({ models: behind }).resume(() => isOver)
    isOver = true
    await never
    const resumed = closuresOver({ models: behind }).resume()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(world.agio.vault.hasKey(person.keyId)).toBe(true)
    position.moved(world.exchange.durableSeq)
    await resumed
    expect(isOpen(person)).toEqual(CLOSED)
  })
})
