/** The product with a signer beside it: what its files, its log and its settings tell of the keys, looked for byte by byte. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ACCOUNT_OF_PLACE } from '@agio/chain/signer/protocol.ts'
import { Keys } from '@agio/chain/signer/read-intent.ts'
import { seedOfWords } from '@agio/chain/signer/seed-file.ts'
import { type StartedSigner, startSigner } from '@agio/chain/signer/testing/start-signer.ts'
import { HDKey } from '@scure/bip32'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { evmNetwork } from '../../../server/src/wallet/testing/documents.ts'
import { Product } from './product.ts'

const ADDRESSES = 4
const TENANTS = ['agio', 'nova'] as const
const EVM = { kind: 'evm', chainId: '31337', internalCalls: 'debug', tipLeast: '1' } as const
const SOLANA = { kind: 'solana' } as const
const solanaNetwork = {
  ...{ testnet: 1, blockMs: 1000, deadDepth: 3, bumpAfterMs: 60_000, tag: null, beginAt: 0 },
  ...{ name: 'Solana', blockchain: 'solana', chain: 'SOL', protocolType: 'SPL', nativeCoin: 'SOL', adapter: SOLANA },
  addressRules: { format: 'solana' },
}

let dir: string
let signer: StartedSigner
let product: Product | undefined
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'agio-secrets-'))
  signer = await startSigner({ tenants: TENANTS })
  process.env.AGIO_SIGNER_SOCKET = signer.socket
  process.env.AGIO_SIGNER_KEYS = signer.keysDir
})
afterEach(async () => {
  delete process.env.AGIO_SIGNER_SOCKET
  delete process.env.AGIO_SIGNER_KEYS
  await product?.kill()
  await signer.stop()
  rmSync(dir, { recursive: true, force: true })
})

/** Forms in which bytes may stand in a file. */
const formsOf = (bytes: Uint8Array): Buffer[] => {
  const buffer = Buffer.from(bytes)
  const texts = [buffer.toString('hex'), buffer.toString('hex').toUpperCase(), buffer.toString('base64'), buffer.toString('base64url')]
  return [buffer, ...texts.map((text) => Buffer.from(text.replace(/=+$/, '')))]
}

async function secretsOf(tenant: string): Promise<{ readonly name: string; readonly bytes: Buffer }[]> {
  const words = signer.words.get(tenant) ?? []
  const seed = seedOfWords(words)
  const master = HDKey.fromMasterSeed(seed)
  const secrets = [
    { name: 'words', bytes: Buffer.from(words.join(' ')) },
    ...formsOf(seed).map((bytes) => ({ name: 'seed', bytes })),
    { name: 'extended private key', bytes: Buffer.from(master.privateExtendedKey) },
    { name: 'unlock secret', bytes: Buffer.from(signer.secret) },
  ]
  for (const settings of [EVM, SOLANA]) {
    const keys = await Keys.open(seed, settings)
    for (const account of Object.values(ACCOUNT_OF_PLACE))
      for (let index = 0; index < ADDRESSES; index += 1)
        secrets.push(
          ...formsOf(keys.privateKey({ account, branch: 0, index })).map((bytes) => ({
            name: `${settings.kind} ${account}/${index}`,
            bytes,
          })),
        )
  }
  return secrets.map(({ name, bytes }) => ({ name: `${tenant}: ${name}`, bytes }))
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

/** @returns where each of them stands */
const search = (needles: readonly { readonly name: string; readonly bytes: Buffer }[]): string[] =>
  filesBelow(dir).flatMap((file) => {
    const content = readFileSync(file)
    return needles.filter(({ bytes }) => content.includes(bytes)).map(({ name }) => `${name} in ${file}`)
  })

test('SEC-010 private keys are in no file of the web server, database or log', async () => {
  product = await Product.open(dir)
  for (const tenant of TENANTS)
    for (const [family, document] of [
      ['60', evmNetwork()],
      ['80', solanaNetwork],
    ] as const)
      await product.operate('networks define', { family, json: JSON.stringify(document) }, 'for a test', tenant)
  const secrets = (await Promise.all(TENANTS.map(secretsOf))).flat()
  expect(secrets.length).toBeGreaterThan(300)
  // What the signer gave away is found: where a key stood, it would be.
  const shown = await Promise.all(
    TENANTS.map(async (tenant) => {
      const account = (await Keys.open(seedOfWords(signer.words.get(tenant) ?? []), EVM)).publicAccount(1, 0, 0)
      return { name: `${tenant}: xpub`, bytes: Buffer.from(account.form === 'xpub' ? account.xpub : '') }
    }),
  )
  await expect
    .poll(() => TENANTS.map((tenant) => search(shown).some((place) => place.startsWith(`${tenant}: xpub`))), { timeout: 180_000 })
    .toEqual([true, true])
  await product.operate('snapshot', {}, 'for a test')
  await product.stop()
  expect(search(secrets)).toEqual([])
  for (const { name, bytes } of secrets) expect(product.output.includes(bytes.toString('latin1')), name).toBe(false)
}, 900_000)
