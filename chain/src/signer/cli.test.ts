/** The command line as a person uses it, through pipes: seeds made, confirmed and restored; the log gone on with; coins found again. */
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { simulatedWorld } from '../simulated/simulated-world.ts'
import { openSeeds, openSigner, POLICY_FILE } from './folder.ts'
import { type KeyPurpose, keyPlaceOf } from './protocol.ts'
import { Keys } from './read-intent.ts'
import { findHoldings } from './recover.ts'
import { openPolicy } from './testing/open-policy.ts'
import { EVM, FOREIGN_EVM, pay, TestHouse, withdrawal } from './testing/test-house.ts'

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url))
const SECRET = 'a secret that is long enough'
const NUMBERED = /^ ?\d+ ([a-z]+)$/gm

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'agio-signer-cli-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

/** @param answer given what it printed so far each time that it says something */
async function run(
  args: readonly string[],
  answers: readonly string[],
  answer?: (out: string, child: ChildProcess) => void,
  dir = data,
): Promise<Ended> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, ...args], {
    env: { PATH: process.env.PATH, AGIO_DATA_DIR: dir },
    stdio: 'pipe',
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (text) => {
    out += String(text)
    answer?.(out, child)
  })
  child.stderr.on('data', (text) => {
    err += String(text)
  })
  child.stdin.write(answers.map((line) => `${line}\n`).join(''))
  if (answer === undefined) child.stdin.end()
  return await new Promise((resolve) => child.once('close', (code) => resolve({ code, out, err })))
}

/** @param change of what was written down. @returns the words that were shown */
async function create(
  tenant: string,
  answers: readonly string[],
  change = (words: string[]) => words,
): Promise<Ended & { words: string[] }> {
  let words: string[] = []
  const ended = await run(['create', '--tenant', tenant], answers, (out, child) => {
    const shown = [...out.matchAll(NUMBERED)].map(([, word = '']) => word)
    if (shown.length !== 24 || words.length > 0) return
    words = shown
    child.stdin?.end(`${change(words).join(' ')}\n`)
  })
  return { ...ended, words }
}

describe('the signer’s command line', () => {
  it('makes a seed whose words were confirmed, and from them the same seed on an empty machine', async () => {
    const refused = await create('agio', [SECRET, SECRET], (words) => [...words].reverse())
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('no seed was made')])
    expect((await run(['create', '--tenant', 'agio'], [SECRET, `${SECRET}.`])).err).toContain('two secrets')
    expect((await run(['create', '--tenant', 'agio'], ['short'])).err).toContain('at least 12 characters')
    const made = await create('agio', [SECRET, SECRET])
    expect([made.code, made.out]).toEqual([0, expect.stringContaining('sealed by the unlock secret')])
    expect((await create('nova', ['another long secret'])).err).toContain('does not open')

    const empty = join(data, 'elsewhere')
    const restored = await run(['restore', '--tenant', 'agio'], [SECRET, SECRET, made.words.join('  ').toUpperCase()], undefined, empty)
    expect(restored.err).not.toContain(made.words[0])
    expect(restored.code).toBe(0)
    expect(openSeeds(join(empty, 'signer'), SECRET)).toEqual(openSeeds(join(data, 'signer'), SECRET))
    for (const name of readdirSync(join(data, 'signer')))
      expect(readFileSync(join(data, 'signer', name), 'latin1')).not.toContain(made.words.slice(0, 3).join(' '))
  })

  it('says what is wrong with a policy, and goes on with a cut log for whoever has the secret alone', async () => {
    await create('agio', [SECRET, SECRET])
    const dir = join(data, 'signer')
    expect((await run(['policy'], [])).err).toContain('without a policy nothing is signed')
    writeFileSync(join(dir, POLICY_FILE), '{"form":1}')
    expect(await run(['policy'], [])).toMatchObject({ code: 1, err: expect.stringContaining('policy.tenants') })
    writeFileSync(join(dir, POLICY_FILE), JSON.stringify(openPolicy(['agio'])))
    expect(await run(['policy'], [])).toMatchObject({ code: 0, out: expect.stringContaining('evm:31337') })

    expect((await run(['accept-cut', '--why', 'because'], [SECRET])).err).toContain('was not cut')
    const before = join(data, 'before.log')
    copyFileSync(join(dir, 'signed.log'), before)
    await openSigner(dir, SECRET, () => 1).close()
    copyFileSync(before, join(dir, 'signed.log'))
    expect(() => openSigner(dir, SECRET, () => 1)).toThrow('1 entries instead of 2')
    expect((await run(['accept-cut', '--why', 'because'], ['some other secret'])).err).toContain('does not open')
    expect((await run(['accept-cut'], [SECRET])).code).toBe(2)
    expect((await run(['accept-cut', '--why', 'the disk died'], [SECRET])).code).toBe(0)
    const signer = openSigner(dir, SECRET, () => Date.now())
    const seed = openSeeds(dir, SECRET).get('agio') ?? new Uint8Array()
    const house = new TestHouse(EVM, await Keys.open(seed, EVM.settings))
    expect(await signer.sign(house.evm(0, withdrawal(1, pay(FOREIGN_EVM[0], 1n))))).toMatchObject({ refused: 'overCap' })
    await signer.close()
  })
})

describe('pay-again', () => {
  it('WAL-025 [part] lets a withdrawal be signed once more that a person found unpaid, once each time, for whoever has the secret alone', async () => {
    await create('agio', [SECRET, SECRET])
    const dir = join(data, 'signer')
    writeFileSync(join(dir, POLICY_FILE), JSON.stringify(openPolicy(['agio'])))
    const house = new TestHouse(EVM, await Keys.open(openSeeds(dir, SECRET).get('agio') ?? new Uint8Array(), EVM.settings))
    const paid = withdrawal(7, pay(FOREIGN_EVM[0], 1n))
    /** Each start is a new process: what it signs of one withdrawal in nonces of its own. */
    const signs = async (nonce: number): Promise<string> => {
      const signer = openSigner(dir, SECRET, () => Date.now())
      const result = await signer.sign(house.evm(nonce, paid))
      await signer.close()
      return 'refused' in result ? result.refused : 'signed'
    }
    const again = (...more: string[]): Promise<Ended> => run(['pay-again', '--tenant', 'agio', ...more], [SECRET])
    expect((await again('--withdrawal', '7', '--why', 'looked')).err).toContain('nothing was signed for withdrawal 7')
    expect([await signs(0), await signs(1)]).toEqual(['signed', 'changed'])
    expect((await again('--withdrawal', '7')).code).toBe(2)
    expect((await again('--withdrawal', '0x7', '--why', 'looked')).code).toBe(2)
    const refused = await run(['pay-again', '--tenant', 'agio', '--withdrawal', '7', '--why', 'looked'], ['some other secret'])
    expect(refused.err).toContain('does not open')
    expect(await signs(1)).toBe('changed')
    const let1 = await again('--withdrawal', '7', '--why', 'its nonce went to another one')
    expect([let1.code, let1.out]).toEqual([0, expect.stringMatching(/though these were: 0x[0-9a-f]{64}\n/)])
    expect([await signs(1), await signs(2)]).toEqual(['signed', 'changed'])
    expect((await again('--withdrawal', '7', '--why', 'its nonce went to another one')).code).toBe(0)
    expect([await signs(2), await signs(3)]).toEqual(['signed', 'changed'])
    expect(readFileSync(join(dir, POLICY_FILE), 'utf8').match(/"withdrawalId": 7/g)).toHaveLength(1)
  })
})

describe('a restored seed', () => {
  it('finds all addresses and holdings again, with a node alone', async () => {
    const world = simulatedWorld()
    const settings = { kind: 'simulated', hrp: 'sim' } as const
    const keys = await Keys.open(world.seed, settings)
    const held: [KeyPurpose, number, string | null, bigint][] = [
      ['addresses', 0, null, 5_000_000_000n],
      ['addresses', 7, 'USDT', 3_000_000_000n],
      ['addresses', 16, null, 2_000_000_000n],
      ['hot', 17, null, 7_000_000_000n],
      ['cold', 18, 'USDT', 9_000_000_000n],
    ]
    for (const [purpose, addressId, token, amount] of held)
      await world.pay({ to: keys.addressAt(keyPlaceOf(purpose, addressId)), tag: null, token, amount })
    await world.mine(1)
    const found = await findHoldings({ keys, settings, port: world.port, tokens: ['USDT'], gap: 20 })
    expect(found.map(({ purpose, addressId, token, amount }) => [purpose, addressId, token, amount])).toEqual(held)
    await world.close()
  })
})
