/** Which steps of an authenticator a user has used: each is taken once. Soft state that a restart keeps. */
import type { UserId } from '@agio/engine/ids/id.ts'
import type { AppendLog } from '../append-log.ts'
import { stepAt } from './totp.ts'

export interface StepLine {
  readonly userId: number
  readonly step: number
}

/** A step and its neighbours are accepted; older ones never come into question again. */
const KEPT_STEPS = 3

export class UsedSteps {
  readonly #log: AppendLog<StepLine>
  /** By user, oldest use first. */
  readonly #used = new Map<number, number[]>()
  /** Steps up to this one may have been used by anybody. */
  #forgottenTo = Number.NEGATIVE_INFINITY

  constructor(log: AppendLog<StepLine>) {
    this.#log = log
  }

  async open(now: number): Promise<void> {
    const lines = await this.#log.read()
    if (this.#log.isDamaged) this.#forgottenTo = stepAt(now) + 1
    const recent = lines.filter(({ step }) => step >= stepAt(now) - KEPT_STEPS)
    for (const { userId, step } of recent) this.#note(userId, step)
    await this.#log.compact(() => this.#lines())
  }

  isUsed(userId: UserId, step: number): boolean {
    return step <= this.#forgottenTo || (this.#used.get(userId)?.includes(step) ?? false)
  }

  /** @returns false when somebody was faster */
  use(userId: UserId, step: number): boolean {
    if (this.isUsed(userId, step)) return false
    this.#note(userId, step)
    this.#log.append({ userId, step })
    for (const [oldest, steps] of this.#used) {
      if (Math.max(...steps) >= step - KEPT_STEPS) break
      this.#used.delete(oldest)
    }
    return true
  }

  flush(): Promise<void> {
    return this.#log.flush()
  }

  *#lines(): Generator<StepLine> {
    for (const [userId, steps] of this.#used) for (const step of steps) yield { userId, step }
  }

  #note(userId: number, step: number): void {
    const steps = [...(this.#used.get(userId) ?? []), step].filter((each) => each >= step - KEPT_STEPS)
    this.#used.delete(userId)
    this.#used.set(userId, steps)
  }
}
