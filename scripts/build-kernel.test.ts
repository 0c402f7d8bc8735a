import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileKernel } from './build-kernel.ts'

test('the kernel in the repository is the one that its source makes', async () => {
  const there = readFileSync(new URL('../engine/kernel/kernel.wasm', import.meta.url))
  expect(Buffer.compare(Buffer.from(await compileKernel()), there)).toBe(0)
})
