/**
 * The signer's real core in the same process, over a log on the disk and a policy whose caps no test reaches. It fails as a test wants it to.
 * For tests only.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPolicy } from '@agio/chain/signer/policy.ts'
import type { Intent, SignerPort, SignerStatus, SignResult } from '@agio/chain/signer/protocol.ts'
import { SignerAway } from '@agio/chain/signer/protocol.ts'
import { SignedLog } from '@agio/chain/signer/signed-log.ts'
import { Signer } from '@agio/chain/signer/signer.ts'
import { type OpenNetwork, openPolicy } from '@agio/chain/signer/testing/open-policy.ts'
import type { PublicAccount } from '@agio/chain/signing-port.ts'

const PREFIX = 'agio-paying-signer-'
const FOLDERS = join(tmpdir(), `${PREFIX}${process.pid}`)
mkdirSync(FOLDERS, { recursive: true })

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Test processes are ended without a word: each removes what those before it left. */
for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(PREFIX)))
  if (!isAlive(Number(name.slice(PREFIX.length)))) rmSync(join(tmpdir(), name), { recursive: true, force: true })

let made = 0

function policyOf(tenant: string, networks: readonly OpenNetwork[], payAgain: readonly number[]): string {
  const policy = openPolicy([tenant], networks) as { tenants: Record<string, object> }
  const again = payAgain.map((withdrawalId, index) => ({ withdrawalId, why: `a person looked, ${index}` }))
  policy.tenants[tenant] = { ...policy.tenants[tenant], payAgain: again }
  return JSON.stringify(policy)
}

export class PayingSigner implements SignerPort {
  readonly seed: Uint8Array
  isAway = false
  isLocked = false
  /** It signs, and nobody hears of it. */
  losesAnswers = false
  /** Why an intent is refused before its core is asked, if it is. */
  refuses: (intent: Intent) => Extract<SignResult, { readonly refused: unknown }> | undefined = () => undefined
  readonly signed: { readonly intent: Intent; readonly tx: string }[] = []
  /** Its clock goes so much ahead, ms. */
  skewMs = 0
  readonly #dir: string
  readonly #tenant: string
  readonly #networks: readonly OpenNetwork[]
  #payAgain: readonly number[] = []
  #core: Signer

  constructor(seed: Uint8Array, tenant = 'test', networks: readonly OpenNetwork[] = []) {
    this.seed = seed
    this.#tenant = tenant
    this.#networks = networks
    made += 1
    this.#dir = mkdtempSync(join(FOLDERS, `${made}-`))
    SignedLog.open(this.#dir, true, () => undefined).close()
    this.#core = this.#open()
  }

  #open(): Signer {
    const policy = readPolicy(policyOf(this.#tenant, this.#networks, this.#payAgain))
    const now = (): number => Date.now() + this.skewMs
    return new Signer({ seeds: new Map([[this.#tenant, this.seed]]), policy, dir: this.#dir, now })
  }

  /** A person wrote into its policy that a withdrawal was never paid, and it was started again with its secret. */
  async payAgain(withdrawalId: number): Promise<void> {
    this.#payAgain = [...this.#payAgain, withdrawalId]
    await this.restart()
  }

  async restart(): Promise<void> {
    await this.#core.close()
    this.#core = this.#open()
  }

  async status(): Promise<SignerStatus> {
    if (this.isAway) throw new SignerAway('away')
    return { ...(await this.#core.status()), isUnlocked: !this.isLocked }
  }

  async publicAccount(...asked: Parameters<SignerPort['publicAccount']>): Promise<PublicAccount> {
    if (this.isAway) throw new SignerAway('away')
    return await this.#core.publicAccount(...asked)
  }

  async signText(...asked: Parameters<SignerPort['signText']>): Promise<string> {
    return await this.#core.signText(...asked)
  }

  async sign(intent: Intent): Promise<SignResult> {
    if (this.isAway) throw new SignerAway('away')
    if (this.isLocked) return { refused: 'locked', text: 'no secret yet' }
    const refusal = this.refuses(intent)
    if (refusal !== undefined) return refusal
    const result = await this.#core.sign(intent)
    if ('refused' in result) return result
    if (this.losesAnswers) throw new SignerAway('no answer')
    this.signed.push({ intent, tx: result.signed.tx })
    return result
  }
}
