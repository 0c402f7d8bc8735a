/** The terminal of contracts over an invented host that moves, for the files that look at it. */
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Harness, startHarness, type Visit } from '../harness.ts'

export const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
export const PHONE: Visit = { width: 390, height: 844, touch: true }

type Host = Harness['fake']['contracts']

export interface InventedTerminal {
  readonly keys: CryptoKeyPair
  host(): Host
  /** What the host was asked with this call. */
  asked(call: string): Host['asked']
  open(visit?: Visit, loggedIn?: boolean, before?: Prepare): Promise<Page>
  withPositions(visit?: Visit): Promise<Page>
  /** What a call of a page answers, by the end of its path. */
  answer(call: string, data: unknown): void
  /** A page besides the terminal, for somebody who is logged in. */
  visit(path: string, visit?: Visit): Promise<Page>
}

type Prepare = (context: BrowserContext) => Promise<unknown>

/** A page of a profile of its own, to which something is done before it opens. */
async function preparedPage(harness: Harness, visit: Visit, before: Prepare): Promise<Page> {
  const context = await harness.context(visit)
  await before(context)
  const page = await context.newPage()
  await page.goto(`${harness.fake.base}/trade`)
  return page
}

async function openPage(
  harness: Harness,
  { publicKey }: CryptoKeyPair,
  visit: Visit,
  loggedIn: boolean,
  before: Prepare | undefined,
): Promise<Page> {
  harness.fake.behaviour.answers['security/publicKey'] = {
    keyId: 'k',
    publicKey: Buffer.from(await suite.kem.serializePublicKey(publicKey)).toString('base64url'),
    kem: 32,
    kdf: 1,
    aead: 2,
    notAfter: Date.now() + 3_600_000,
  }
  harness.fake.behaviour.switches = { financialSwitch: 2, flashConvertSwitch: 0, contractSwitch: true, inviteSwitch: 0 }
  harness.fake.contracts.moves = true
  const wanted: Visit = { lang: 'en_US', mode: 'night', loggedIn, ...visit }
  const page = before === undefined ? await harness.open('/trade', wanted) : await preparedPage(harness, wanted, before)
  await page.locator('[data-price]').first().waitFor()
  if (visit.touch !== true) await page.locator('tr[data-book-row]').first().waitFor()
  return page
}

/** Call it once, at the top of the file. */
export function inventedTerminal(): InventedTerminal {
  let harness: Harness
  let keys: CryptoKeyPair
  beforeAll(async () => {
    harness = await startHarness()
    keys = await suite.kem.generateKeyPair()
  })
  afterEach(() => harness.reset())
  afterAll(() => harness.stop())
  const host = () => harness.fake.contracts
  const open: InventedTerminal['open'] = (visit = {}, loggedIn = true, before) => openPage(harness, keys, visit, loggedIn, before)
  return {
    get keys() {
      return keys
    },
    host,
    asked: (call) => host().asked.filter((one) => one.call === call),
    open,
    answer(call, data) {
      harness.fake.behaviour.answers[call] = data
    },
    visit(path, visit = {}) {
      harness.fake.behaviour.switches = { ...harness.fake.behaviour.switches, contractSwitch: true }
      return harness.open(path, { lang: 'en_US', loggedIn: true, ...visit })
    },
    async withPositions(visit) {
      host().fill()
      const page = await open(visit)
      await page.locator('[data-position="901"]').waitFor()
      return page
    },
  }
}
