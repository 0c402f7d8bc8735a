import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { compileKernel } from './build-kernel.ts'
import { GENERATED_FOLDER, generated } from './generate-engine.ts'

test('the kernel in the repository is the one that its source makes', async () => {
  const there = readFileSync(new URL('../engine/kernel/kernel.wasm', import.meta.url))
  expect(Buffer.compare(Buffer.from(await compileKernel()), there)).toBe(0)
})

test('the generated files in the repository are those that the descriptions make', () => {
  for (const [name, text] of Object.entries(generated())) expect(readFileSync(join(GENERATED_FOLDER, name), 'utf8'), name).toBe(text)
})
