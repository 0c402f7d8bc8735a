/** Somebody has the whole server: its user, files, settings, keys and socket. What he can take is what the signer's policy caps. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Transaction } from 'ethers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareSigner, prepareUsers, SERVER, SIGNER } from './apart.mjs'
import { SignerProcess } from './signer-process.mjs'

const INTRUDER = fileURLToPath(new URL('./testing/intruder.ts', import.meta.url))
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const POLICY = {
  form: 1,
  tenants: {
    agio: {
      assets: {
        ETH: { perTransaction: '2', perHour: '5', perAddress: '3', perDay: '5' },
        USDT: { perTransaction: '1000', perHour: '1000', perAddress: '1000', perDay: '1000' },
      },
      networks: {
        'evm:31337': {
          coin: { asset: 'ETH', decimals: 18 },
          fees: { perTransaction: '1', perHour: '2' },
          tokens: [{ contract: TOKEN, asset: 'USDT', decimals: 6 }],
        },
      },
    },
  },
}
const ETHER = 10n ** 18n

interface Haul {
  readonly uid: number
  readonly got: readonly string[]
  readonly signed: readonly string[]
  readonly refused: readonly string[]
}

let home: string
let dataDir: string
let signer: SignerProcess | undefined
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'agio-take-over-'))
  chmodSync(home, 0o755)
  dataDir = join(home, 'data')
})
afterEach(async () => {
  await signer?.stop()
  rmSync(home, { recursive: true, force: true })
})

/** Why users of their own cannot be tried here. */
function missing(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can give root up'
  const place = mkdtempSync(join(tmpdir(), 'agio-take-over-'))
  chmodSync(place, 0o755)
  try {
    return prepareUsers(join(place, 'data'), []).why
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

test.skipIf(missing() !== undefined)('SEC-009 whoever takes the server over gets nothing beyond the caps of the signer', async () => {
  const users = prepareUsers(dataDir, [])
  expect(users.isApart).toBe(true)
  writeFileSync(join(prepareSigner(dataDir, users).signer, 'policy.json'), JSON.stringify(POLICY))
  const said: string[] = []
  const started = new SignerProcess(dataDir, 'test', users, (line: string) => said.push(line))
  signer = started
  const settings = started.start()
  await started.unlocked()
  const status = readFileSync(`/proc/${started.pid}/status`, 'utf8')
  expect(status).toMatch(new RegExp(`^Uid:\\s+${SIGNER.uid}\\s+${SIGNER.uid}\\s+${SIGNER.uid}\\s+${SIGNER.uid}$`, 'm'))
  expect(status).toMatch(/^Groups:\s*$/m)

  const taken = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', INTRUDER, dataDir, String(started.pid)], {
    ...SERVER,
    cwd: dirname(INTRUDER),
    env: { ...settings, PATH: process.env.PATH },
    encoding: 'utf8',
  })
  expect(taken.stderr).toBe('')
  const { uid, got, signed, refused } = JSON.parse(taken.stdout) as Haul
  expect(uid).toBe(SERVER.uid)
  expect(got).toEqual([])
  expect(refused.filter((line) => line.startsWith('reads ')).length).toBeGreaterThan(10)

  const sums = { coin: 0n, token: 0n, fees: 0n }
  const largest = new Map<string, bigint>()
  for (const bytes of signed) {
    const { to, value, data, gasLimit, maxFeePerGas } = Transaction.from(`0x${bytes}`)
    sums.coin += value
    if (data !== '0x') {
      expect(to).toBe(TOKEN)
      sums.token += BigInt(`0x${data.slice(74)}`)
    } else if (to !== null) largest.set(to, (largest.get(to) ?? 0n) + value)
    sums.fees += gasLimit * (maxFeePerGas ?? 0n)
  }
  // He gets what the caps leave, which shows that he spoke with the signer at all, and not a unit more.
  expect(sums.coin).toBe(5n * ETHER)
  expect(sums.token).toBeGreaterThan(0n)
  expect(sums.token).toBeLessThanOrEqual(1_000_000_000n)
  expect(sums.fees).toBeGreaterThan(ETHER)
  expect(sums.fees).toBeLessThanOrEqual(2n * ETHER)
  for (const amount of largest.values()) expect(amount).toBeLessThanOrEqual(3n * ETHER)
  for (const reason of ['overCap', 'mismatch', 'notAllowed', 'changed']) expect(refused.join('\n')).toContain(reason)
  expect(readFileSync(join(dataDir, 'signer', 'policy.json'), 'utf8')).toBe(JSON.stringify(POLICY))
  expect(said).toEqual([])
})
