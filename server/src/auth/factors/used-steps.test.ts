import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asUserId } from '@agio/engine/ids/id.ts'
import { expect, it } from 'vitest'
import { AppendLog } from '../append-log.ts'
import { stepAt } from './totp.ts'
import { type StepLine, UsedSteps } from './used-steps.ts'

it('AUTH-011 [part] where lines are damaged every code up to now may have been used', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'agio-steps-'))
  const path = join(dir, 'steps.jsonl')
  const now = 1_000_000_000_000
  const whole = `{"userId":100001,"step":${stepAt(now)}}\n`
  const opened = async (text: string): Promise<UsedSteps> => {
    await writeFile(path, text)
    const steps = new UsedSteps(new AppendLog<StepLine>(path))
    await steps.open(now)
    return steps
  }
  const used = (steps: UsedSteps) => [-1, 0, 1, 2].map((offset) => steps.isUsed(asUserId(100_002), stepAt(now) + offset))
  expect(used(await opened(whole))).toEqual([false, false, false, false])
  expect(used(await opened(`{"userId":100002,"st\0p":1\n${whole}`))).toEqual([true, true, true, false])
  await rm(dir, { recursive: true, force: true })
})
