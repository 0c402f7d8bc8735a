/** The signer's real process, asked by the server's client over its socket. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { greetSigner } from '@agio/chain/signer/channel.ts'
import { prepareKeys, readExchangeKeys } from '@agio/chain/signer/key-files.ts'
import { SignerAway } from '@agio/chain/signer/protocol.ts'
import { Keys } from '@agio/chain/signer/read-intent.ts'
import { seedOfWords } from '@agio/chain/signer/seed-file.ts'
import { type StartedSigner, startSigner } from '@agio/chain/signer/testing/start-signer.ts'
import { EVM, FOREIGN_EVM, pay, TestHouse, withdrawal } from '@agio/chain/signer/testing/test-house.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SignerClient } from './signer-client.ts'

const [ALICE] = FOREIGN_EVM
const CAPS = { perTransaction: '2', perHour: '3', perAddress: '3', perDay: '3' }
const POLICY = {
  form: 1,
  tenants: {
    agio: {
      assets: { ETH: CAPS },
      networks: { 'evm:31337': { coin: { asset: 'ETH', decimals: 18 }, fees: { perTransaction: '1', perHour: '10' } } },
    },
  },
}
const ETHER = 10n ** 18n

let signer: StartedSigner
let client: SignerClient
let house: TestHouse

async function houseOf({ words }: StartedSigner): Promise<TestHouse> {
  return new TestHouse(EVM, await Keys.open(seedOfWords(words.get('agio') ?? []), EVM.settings))
}

beforeEach(async () => {
  signer = await startSigner({ tenants: ['agio'], policy: POLICY })
  client = new SignerClient(signer)
  house = await houseOf(signer)
})
afterEach(async () => {
  client.close()
  await signer.stop()
})

describe('the signer over its socket', () => {
  it('gives out public keys from which its addresses follow, says how it is, and signs texts', async () => {
    const { signing } = await Keys.open(new Uint8Array(64), EVM.settings)
    expect(signing.addressOf(await client.publicAccount(EVM, 'hot', 0, 0), 0, 4)).toBe(house.address('hot', 4))
    const solana = { tenant: 'agio', network: 9, settings: { kind: 'solana' } } as const
    expect(await client.publicAccount(solana, 'addresses', 3, 2)).toMatchObject({ form: 'addresses', first: 3, addresses: { length: 2 } })
    const { isUnlocked, logEntries, policyHash, isApart } = await client.status()
    expect([isUnlocked, logEntries, policyHash.length, isApart]).toEqual([true, 2, 64, false])
    const text = await client.signText(EVM, 'hot', 0, 'It is ours.')
    expect(text).toMatch(/^0x[0-9a-f]{130}$/)
    expect((await client.status()).logEntries).toBe(3)
  })

  it('SEC-009 signs what fits its own caps and refuses what exceeds them, whatever the exchange signs', async () => {
    const intent = house.evm(0, withdrawal(1, pay(ALICE, 2n * ETHER)))
    const first = await client.sign(intent)
    expect(first).toMatchObject({ signed: {} })
    expect(await client.sign(intent)).toEqual(first)
    expect(await client.sign(house.evm(1, withdrawal(2, pay(ALICE, 3n * ETHER))))).toMatchObject({ refused: 'overCap' })
    expect(await client.sign(house.evm(1, withdrawal(2, pay(ALICE, 2n * ETHER))))).toMatchObject({
      refused: 'overCap',
      retryAfterMs: expect.any(Number),
    })
    expect(await client.sign(house.evm(1, withdrawal(1, pay(ALICE, ETHER))))).toMatchObject({ refused: 'changed' })
  })

  it('takes a changed policy with a restart and the unlock secret, and not before', async () => {
    const { agio } = POLICY.tenants
    const wider = { ...POLICY, tenants: { agio: { ...agio, assets: { ETH: { ...CAPS, perTransaction: '3' } } } } }
    const three = house.evm(0, withdrawal(1, pay(ALICE, 3n * ETHER)))
    const { policyHash } = await client.status()
    writeFileSync(join(signer.dir, 'policy.json'), JSON.stringify(wider))
    expect(await client.sign(three)).toMatchObject({ refused: 'overCap' })
    expect((await client.status()).policyHash).toBe(policyHash)
    const { root, secret } = signer
    await signer.stop({ keep: true })
    await expect(startSigner({ tenants: ['agio'], root, secret: 'some other secret' })).rejects.toThrow('does not open')
    signer = await startSigner({ tenants: ['agio'], root, secret })
    expect(await client.sign(three)).toMatchObject({ signed: {} })
    expect((await client.status()).policyHash).not.toBe(policyHash)
  })

  it('killed after it signed, it gives the same signature afterwards and counts it once', async () => {
    const intent = house.evm(0, withdrawal(1, pay(ALICE, 2n * ETHER)))
    const first = await client.sign(intent)
    await signer.kill()
    await expect(client.sign(intent)).rejects.toBeInstanceOf(SignerAway)
    const { root, secret } = signer
    signer = await startSigner({ tenants: ['agio'], root, secret })
    expect(await client.sign(intent)).toEqual(first)
    expect(await client.sign(house.evm(1, withdrawal(2, pay(ALICE, ETHER))))).toMatchObject({ signed: {} })
    expect(await client.sign(house.evm(2, withdrawal(3, pay(ALICE, 1n))))).toMatchObject({ refused: 'overCap' })
  })

  it('killed the moment its log grows, whether the answer left or not, it knows afterwards what it signed', async () => {
    const log = join(signer.dir, 'signed.log')
    for (let round = 0; round < 3; round += 1) {
      const before = statSync(log).size
      const intent = house.evm(round, withdrawal(round + 1, pay(ALICE, ETHER)))
      const asked = client.sign(intent).catch((error: unknown) => error)
      // The test's own thread waits, so that nothing comes between the sight and the kill.
      await expect.poll(() => statSync(log).size > before, { interval: 0 }).toBe(true)
      process.kill(signer.pid, 'SIGKILL')
      const heard = await asked
      await signer.kill()
      const { root, secret } = signer
      signer = await startSigner({ tenants: ['agio'], root, secret })
      const again = await client.sign(intent)
      expect(again).toMatchObject({ signed: {} })
      if (!(heard instanceof SignerAway)) expect(heard).toEqual(again)
      expect(await client.sign(house.evm(9, withdrawal(round + 1, pay(ALICE, ETHER))))).toMatchObject({ refused: 'changed' })
    }
    // Three of three are used: each round counted once.
    expect(await client.sign(house.evm(4, withdrawal(5, pay(ALICE, 1n))))).toMatchObject({ refused: 'overCap' })
  })

  it('is away when nobody listens, and there again when somebody does', async () => {
    expect((await client.status()).isUnlocked).toBe(true)
    await signer.stop({ keep: true })
    await expect(client.status()).rejects.toBeInstanceOf(SignerAway)
    const { root, secret } = signer
    signer = await startSigner({ tenants: ['agio'], root, secret })
    expect((await client.status()).isUnlocked).toBe(true)
  })

  it('answers nobody who is not the exchange, and the exchange takes nobody else for its signer', async () => {
    const stranger = mkdtempSync(join(tmpdir(), 'agio-stranger-'))
    try {
      prepareKeys(join(stranger, 'signer'), join(stranger, 'keys'))
      const forged = new SignerClient({ socket: signer.socket, keysDir: join(stranger, 'keys') })
      await expect(forged.status()).rejects.toThrow('this is not the signer')
      forged.close()
      const silent = createConnection(signer.socket)
      silent.write('{"ask":"status","id":1,"uid":null}\n')
      expect(await new Promise((resolve) => silent.once('close', () => resolve('closed')).once('data', resolve))).toBe('closed')
      const path = join(stranger, 'other.sock')
      const impostor = createServer((socket) => socket.end('{"fresh":"AAAA","proof":"AAAA"}\n'))
      await new Promise<void>((resolve) => impostor.listen(path, resolve))
      const fooled = new SignerClient({ socket: path, keysDir: signer.keysDir })
      await expect(fooled.status()).rejects.toBeInstanceOf(SignerAway)
      fooled.close()
      impostor.close()
      expect(signer.said()).toContain('somebody who is not the exchange was turned away')
      expect((await client.status()).isUnlocked).toBe(true)
    } finally {
      rmSync(stranger, { recursive: true, force: true })
    }
  })

  it('lives on when the exchange itself says nonsense', async () => {
    const keys = readExchangeKeys(signer.keysDir)
    for (const nonsense of [
      '',
      'no JSON',
      '{"ask":"everything","id":1}',
      '{"ask":"sign","id":1,"intent":"{}","signature":""}',
      '[]'.repeat(9),
    ]) {
      const socket = createConnection(signer.socket)
      const answers: string[] = []
      const closed = new Promise((resolve) => socket.once('close', resolve))
      const channel = await greetSigner(socket, keys, (text) => {
        answers.push(text)
        socket.destroy()
      })
      channel.send(nonsense)
      await closed
      if (answers.length > 0) expect(answers[0]).toContain('badIntent')
    }
    expect((await client.status()).isUnlocked).toBe(true)
    // Signed by the exchange, and still no intent.
    const intent = house.evm(0, withdrawal(1, pay(ALICE, ETHER)))
    expect(await client.sign({ ...intent, paymentId: -1 })).toMatchObject({
      refused: 'badIntent',
      text: expect.stringContaining('paymentId'),
    })
    expect(await client.sign({ ...intent, more: 1 } as typeof intent)).toMatchObject({
      refused: 'badIntent',
      text: 'intent.more is unknown',
    })
    await expect(client.publicAccount({ ...EVM, tenant: 'nobody' }, 'hot', 0, 1)).rejects.toThrow('no seed of nobody')
  })

  it('SEC-010 [part] keeps no seed in its folder that can be read without the unlock secret, and none in its log or what it says', async () => {
    await client.sign(house.evm(0, withdrawal(1, pay(ALICE, ETHER))))
    const words = signer.words.get('agio') ?? []
    const seed = Buffer.from(seedOfWords(words))
    const key = (await Keys.open(seed, EVM.settings)).privateKey({ account: 1, branch: 0, index: 0 })
    const secrets = [
      words.join(' '),
      ...[seed, Buffer.from(key)].flatMap((bytes) => [bytes.toString('hex'), bytes.toString('base64url').slice(0, 40)]),
    ]
    const files = readdirSync(signer.root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(6)
    for (const { parentPath, name } of files) {
      const text = readFileSync(join(parentPath, name), 'latin1')
      for (const secret of secrets) expect(text.includes(secret), name).toBe(false)
    }
    for (const secret of secrets) expect(signer.said().includes(secret)).toBe(false)
    if (!existsSync(`/proc/${signer.pid}/environ`)) return
    expect(readFileSync(`/proc/${signer.pid}/environ`, 'latin1')).not.toContain(signer.secret)
    expect(readFileSync(`/proc/${signer.pid}/cmdline`, 'latin1')).not.toContain(signer.secret)
  })
})
