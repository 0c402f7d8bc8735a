import { execFileSync, spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { checkLicences } from './tidy-licences.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

describe('form of the repository', () => {
  test('REL-004 SEC-012 tidy finds no clock in the engine, no secret, no licence outside the list', () => {
    const result = spawnSync(process.execPath, [join(root, 'scripts', 'tidy.ts')], { cwd: root, encoding: 'utf8' })
    expect(result.stdout).toContain('no fault')
    expect(result.status).toBe(0)
  })

  test('SEC-012 a licence outside the list is a fault', () => {
    const faults: string[] = []
    checkLicences(root, (place, what) => faults.push(`${place} ${what}`))
    expect(faults).toEqual([])
  })

  test('engine has no dependency and sees no platform types', () => {
    const manifest = JSON.parse(execFileSync('cat', [join(root, 'engine/package.json')], { encoding: 'utf8' }))
    const config = JSON.parse(execFileSync('cat', [join(root, 'engine/tsconfig.json')], { encoding: 'utf8' }))
    expect(manifest.dependencies).toBeUndefined()
    expect(config.compilerOptions.types).toEqual([])
  })
})
