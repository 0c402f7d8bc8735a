/** Seeds in files, the policy's file, and what may be written into them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mnemonicToSeedSync } from '@scure/bip39'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { demoPolicy } from './demo-policy.ts'
import { makeSeed, openSeeds, restoreSeed, seededTenants } from './folder.ts'
import { readPolicy } from './policy.ts'
import { COST_OF_CHOSEN, COST_OF_RANDOM, openSeed, sealSeed, WrongSecret } from './seed-file.ts'
import { openPolicy } from './testing/open-policy.ts'

const SECRET = 'a secret that is long enough'
const source = (tenant: string, secret = SECRET) => ({ tenant, secret, cost: COST_OF_RANDOM, now: 1 })

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'agio-signer-folder-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

describe('a seed', () => {
  it('is made once, of 24 words that were confirmed, and comes back from them in another folder', async () => {
    let shown: readonly string[] = []
    const typedWrong = (words: readonly string[]): string[] => words.with(23, words[23] === 'zoo' ? 'zone' : 'zoo')
    await expect(makeSeed(dir, source('agio'), typedWrong)).rejects.toThrow('other words')
    expect(seededTenants(dir)).toEqual([])
    await makeSeed(dir, source('agio'), (words) => {
      shown = words
      return words
    })
    expect(shown).toHaveLength(24)
    await expect(makeSeed(dir, source('agio'), (words) => words)).rejects.toThrow('has a seed already')
    const elsewhere = join(dir, 'elsewhere')
    restoreSeed(elsewhere, source('agio'), shown)
    expect(openSeeds(elsewhere, SECRET)).toEqual(openSeeds(dir, SECRET))
    expect(openSeeds(dir, SECRET).get('agio')).toEqual(mnemonicToSeedSync(shown.join(' ')))
    // Of made words one change in 256 keeps the checksum right, so the words with a wrong one are these.
    expect(() => restoreSeed(join(dir, 'third'), source('agio'), Array<string>(24).fill('abandon'))).toThrow('one is wrong')
  })

  it('SEC-010 [part] is sealed: neither words nor seed stand in its file, and another secret, tenant or cheaper hash does not open it', async () => {
    const seed = new Uint8Array(64).fill(7)
    const text = sealSeed('agio', seed, SECRET, COST_OF_RANDOM)
    expect(text).toContain('"name": "argon2id"')
    expect(openSeed('agio', text, SECRET)).toEqual(seed)
    expect(() => openSeed('agio', text, `${SECRET}.`)).toThrow(WrongSecret)
    expect(() => openSeed('nova', text, SECRET)).toThrow(WrongSecret)
    expect(() => openSeed('nova', text.replace('"agio"', '"nova"'), SECRET)).toThrow(WrongSecret)
    expect(() => openSeed('agio', text.replace('"passes": 2', '"passes": 1'), SECRET)).toThrow(WrongSecret)
    expect(() =>
      openSeed(
        'agio',
        text.replace(/(?<="sealed": ")./, (first) => (first === 'A' ? 'B' : 'A')),
        SECRET,
      ),
    ).toThrow(WrongSecret)
    expect(() => sealSeed('agio', seed, 'short', COST_OF_RANDOM)).toThrow(RangeError)
    expect(openSeed('agio', sealSeed('agio', seed, SECRET, COST_OF_CHOSEN), SECRET)).toEqual(seed)
  })

  it('of a second tenant is another one under the same secret', async () => {
    await makeSeed(dir, source('agio'), (words) => words)
    await expect(makeSeed(dir, source('nova', 'another long secret'), (words) => words)).rejects.toBeInstanceOf(WrongSecret)
    await makeSeed(dir, source('nova'), (words) => words)
    const seeds = openSeeds(dir, SECRET)
    expect([...seeds.keys()]).toEqual(['agio', 'nova'])
    expect(seeds.get('agio')).not.toEqual(seeds.get('nova'))
    const file = join(dir, 'agio.seed')
    writeFileSync(file, readFileSync(join(dir, 'nova.seed')))
    expect(() => openSeeds(dir, SECRET)).toThrow(WrongSecret)
  })
})

describe('a policy', () => {
  const caps = { perTransaction: '1.5', perHour: '2', perAddress: '3', perDay: '4' }
  const network = { coin: { asset: 'ETH', decimals: 18 }, fees: { perTransaction: '0.01', perHour: '1' } }
  const file = (change: object): string =>
    JSON.stringify({ form: 1, tenants: { agio: { assets: { ETH: caps }, networks: { 'evm:1': network }, ...change } } })

  it('is read in whole units of the asset, and refused with the place of what is wrong', () => {
    expect(readPolicy(file({})).tenants.get('agio')?.assets.get('ETH')?.perTransaction).toBe(15n * 10n ** 35n)
    expect(() => readPolicy(file({ assets: { ETH: { ...caps, perDay: '1e9' } } }))).toThrow('policy.tenants.agio.assets.ETH.perDay')
    expect(() => readPolicy(file({ assets: { ETH: { ...caps, perWeek: '1' } } }))).toThrow('perWeek is unknown')
    expect(() => readPolicy(file({ assets: {} }))).toThrow('names ETH, which has no caps')
    expect(() => readPolicy(file({ networks: { ethereum: network } }))).toThrow('ethereum')
    expect(() => readPolicy('{}')).toThrow('policy.form')
    expect(() => readPolicy('')).toThrow('is no JSON')
  })

  it('of the demo and of tests can be read', () => {
    for (const policy of [demoPolicy(['agio', 'nova']), openPolicy()])
      expect([...readPolicy(JSON.stringify(policy)).tenants.keys()]).toEqual(['agio', 'nova'])
  })
})
