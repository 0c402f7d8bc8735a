/**
 * Code of ours in the place of somebody's who took the server over: it runs under the server's user, with its settings, files and socket, and
 * tries to get at the signer's secrets and at more than the signer's caps. It prints one line of JSON: what it got at, and what was signed.
 */
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { signingOf } from '../../chain/src/adapters.ts'
import { buildTransaction } from '../../chain/src/evm/transactions.ts'
import type { Payment, Plan } from '../../chain/src/port.ts'
import { type Intent, type KeyPurpose, keyPlaceOf, type NetworkName, type Purpose } from '../../chain/src/signer/protocol.ts'
import { SignerClient } from '../../server/src/wallet/signer-client.ts'

const THIEF = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const SPARE = ['0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', '0x90F79bf6EB2c4f870365E785982E1f101E93b906'] as const
const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const ETHER = 10n ** 18n
const GWEI = 10n ** 9n
const ROUNDS = 12

const [dataDir = '', signerPid = '0'] = process.argv.slice(2)
const { AGIO_SIGNER_SOCKET: socket = '', AGIO_SIGNER_KEYS: keysDir = '' } = process.env
const root = fileURLToPath(new URL('../../', import.meta.url))

const got: string[] = []
const signed: string[] = []
const refused: string[] = []

/** What succeeds here is a hole. */
function attempt(what: string, work: () => unknown): void {
  try {
    work()
    got.push(what)
  } catch (error) {
    refused.push(`${what}: ${(error as NodeJS.ErrnoException).code}`)
  }
}

function files(): void {
  const own = join(dataDir, 'signer')
  attempt('list of the signer’s folder', () => readdirSync(own))
  for (const name of ['agio.seed', 'unlock', 'policy.json', 'signed.log', 'signed.head', 'signer.key', 'exchange.pub']) {
    attempt(`reads ${name}`, () => readFileSync(join(own, name)))
    attempt(`writes ${name}`, () => writeFileSync(join(own, name), '{}'))
    attempt(`removes ${name}`, () => rmSync(join(own, name)))
  }
  for (const name of ['signer', 'signer-socket', 'signer-keys']) {
    attempt(`moves ${name}`, () => renameSync(join(dataDir, name), join(dataDir, `${name}.mine`)))
    attempt(`opens ${name} for all`, () => chmodSync(join(dataDir, name), 0o777))
    attempt(`replaces ${name}`, () => {
      rmSync(join(dataDir, name), { recursive: true })
      mkdirSync(join(dataDir, name))
    })
  }
  attempt('takes the socket’s place', () => rmSync(socket))
  attempt('puts something beside the socket', () => symlinkSync('/etc', join(dataDir, 'signer-socket', 'etc')))
  attempt('changes its own key', () => writeFileSync(join(keysDir, 'exchange.key'), ''))
  attempt('changes the signer’s code', () => writeFileSync(join(root, 'chain/src/signer/main.ts'), ''))
  attempt('changes the start', () => writeFileSync(join(root, 'scripts/start.mjs'), ''))
  for (const name of ['user-26102/compiled/x', 'compiled/x', 'x'])
    attempt(`writes into the cache ${name}`, () => {
      mkdirSync(join(root, 'node_modules/.cache', name, '..'), { recursive: true })
      writeFileSync(join(root, 'node_modules/.cache', name), '')
    })
}

function processes(): void {
  for (const name of ['environ', 'mem', 'maps', 'fd', 'fd/0', 'cwd', 'root', 'stack'])
    attempt(`reads /proc/…/${name}`, () =>
      name === 'fd' ? readdirSync(`/proc/${signerPid}/fd`) : readFileSync(`/proc/${signerPid}/${name}`),
    )
  for (const signal of ['SIGUSR1', 'SIGKILL', 'SIGSTOP'] as const) attempt(`sends ${signal}`, () => process.kill(Number(signerPid), signal))
  attempt('becomes the signer', () => process.setuid?.(26_102))
  attempt('becomes root', () => process.setuid?.(0))
}

const EVM: NetworkName = {
  tenant: 'agio',
  network: 1,
  settings: { kind: 'evm', chainId: '31337', internalCalls: 'debug', tipLeast: '1' },
}

class Thief {
  readonly #client = new SignerClient({ socket, keysDir })
  #hot = ''
  #nonce = 0
  #number = 0

  async begin(): Promise<void> {
    const signing = await signingOf(EVM.settings)
    this.#hot = signing.addressOf(await this.#client.publicAccount(EVM, 'hot', 0, 0), 0, 0)
  }

  end(): void {
    this.#client.close()
  }

  /** @param change lies about what the intent says of itself */
  async asks(
    purpose: Purpose,
    payments: readonly Payment[],
    change: Partial<Intent> = {},
    rate = GWEI,
    nonce = this.#nonce++,
  ): Promise<void> {
    const plan: Plan = { payments, slot: { kind: 'nonce', from: this.#hot, nonce }, fee: { rate, tip: 0n }, work: 60_000n }
    const intent: Intent = {
      on: EVM,
      paymentId: nonce,
      purpose,
      plan,
      unsigned: buildTransaction(31_337n, plan),
      payers: [{ address: this.#hot, place: keyPlaceOf('hot', 0) }],
      change: [],
      scales: { ETH: 18, USDT: 6 },
      ...change,
    }
    const result = await this.#client.sign(intent)
    if ('signed' in result) signed.push(result.signed.bytes)
    else refused.push(`${purpose.kind}: ${result.refused}`)
  }

  pays(to: string, amount: bigint, token: string | null = null, asset = 'ETH', change: Partial<Intent> = {}): Promise<void> {
    const payment = { to, tag: null, token, amount }
    this.#number += 1
    return this.asks({ kind: 'withdrawals', paid: [{ withdrawalId: this.#number, asset, payment }] }, [payment], change)
  }

  async liesAboutBytes(): Promise<void> {
    const stolen = { to: THIEF, tag: null, token: null, amount: 500n * ETHER }
    const small = { ...stolen, amount: 1n }
    await this.asks({ kind: 'withdrawals', paid: [{ withdrawalId: 900, asset: 'ETH', payment: small }] }, [stolen])
    await this.asks({ kind: 'cancel' }, [stolen])
    for (const target of [{ named: THIEF }, { purpose: 'cold' as KeyPurpose, addressId: 0 }])
      await this.asks({ kind: 'move', asset: 'ETH', payment: stolen, target }, [stolen])
    await this.pays(THIEF, 500n * ETHER, null, 'USDT')
    await this.pays(THIEF, 500n * ETHER, null, 'ETH', { scales: { ETH: 36 } })
    await this.pays(THIEF, 500n * ETHER, null, 'ETH', { on: { ...EVM, tenant: 'nova' } })
    await this.pays(THIEF, 10n ** 12n, SPARE[0], 'USDT')
  }

  /** To many addresses, as withdrawals of all sizes, over and over; fees as high as they go. */
  async drains(): Promise<void> {
    for (const size of [500n * ETHER, 2n * ETHER, ETHER, ETHER / 10n])
      for (let round = 0; round < ROUNDS; round += 1) await this.pays([THIEF, ...SPARE][round % 3] ?? THIEF, size)
    for (let round = 0; round < ROUNDS; round += 1) await this.pays(THIEF, 400_000_000n, TOKEN, 'USDT')
    for (let round = 0; round < ROUNDS; round += 1) {
      await this.asks({ kind: 'cancel' }, [], {}, 1_000_000n * GWEI)
      await this.asks({ kind: 'cancel' }, [], {}, 16_000n * GWEI)
    }
  }

  /** A withdrawal that was paid, again: elsewhere, and in another slot. */
  async paysTwice(): Promise<void> {
    for (const to of [THIEF, SPARE[0]]) {
      const payment = { to, tag: null, token: TOKEN, amount: 1_000_000n }
      await this.asks({ kind: 'withdrawals', paid: [{ withdrawalId: 7000, asset: 'USDT', payment }] }, [payment])
    }
  }

  async text(): Promise<void> {
    const hash = createHash('sha256').update('a transaction').digest('hex')
    await this.#client.signText(EVM, 'hot', 0, hash).catch(() => undefined)
  }
}

files()
processes()
const thief = new Thief()
await thief.begin()
await thief.paysTwice()
await thief.liesAboutBytes()
await thief.drains()
await thief.text()
thief.end()
process.stdout.write(`${JSON.stringify({ uid: process.getuid?.(), got, signed, refused })}\n`)
