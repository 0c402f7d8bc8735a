/** A thread that estimates how many guesses a password takes. Its dictionaries come with the first task: some 25 MB that a server which nobody registers at never needs. */
import { parentPort } from 'node:worker_threads'
import { judgePassword, type Verdict } from '@agio/wire/account/password-guesses.ts'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as english } from '@zxcvbn-ts/language-en'
import { lowerPriority } from '../../core/thread-priority.ts'

export interface EstimateTask {
  readonly password: string
  readonly names: string[]
}

const port = parentPort
if (port !== null) {
  lowerPriority()
  const estimator = new ZxcvbnFactory({ dictionary: { ...common, ...english }, graphs: adjacencyGraphs })
  port.on('message', ({ password, names }: EstimateTask) => {
    const verdict: Verdict = judgePassword((text, own) => estimator.check(text, own), password, names)
    port.postMessage(verdict)
  })
}
