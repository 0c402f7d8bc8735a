/** Every scenario file of this folder, one test a scenario. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { REASONS, type Reason } from '../src/reason.ts'
import { idsOf, parseScenarios, type Scenario } from './scenario-parser.ts'
import { runScenario } from './scenario-runner.ts'

const folder = new URL('.', import.meta.url)

function scenariosOf(file: string): Scenario[] {
  return parseScenarios(readFileSync(new URL(file, folder), 'utf8'))
}

type Result = ReturnType<typeof runScenario>
/** What was run already: the test of the reasons needs every scenario once more. */
const results = new Map<string, Result>()

function resultOf(file: string, scenario: Scenario): Result {
  const key = `${file}: ${scenario.name}`
  const result = results.get(key) ?? runScenario(scenario)
  results.set(key, result)
  return result
}

const files = readdirSync(folder).filter((name) => name.endsWith('.scenario.txt'))

for (const file of files) {
  describe(file, () => {
    for (const scenario of scenariosOf(file)) {
      test(scenario.name, () => {
        expect(resultOf(file, scenario).differences).toEqual([])
      })
    }
  })
}

/**
 * Reasons that no journaled command can meet: prices and quantities reach the engine as whole ticks and lots, so a step is missed
 * where text becomes numbers, and `engineFull` is the answer of a server that takes no more commands.
 */
const OUTSIDE_THE_ENGINE: readonly Reason[] = ['priceStep', 'quantityStep', 'engineFull']

test('SPOT-005 [part] every reason of the engine is produced by some scenario', () => {
  const produced = new Set(files.flatMap((file) => scenariosOf(file).flatMap((scenario) => [...resultOf(file, scenario).reasons])))
  expect(REASONS.filter((reason) => !produced.has(reason))).toEqual(OUTSIDE_THE_ENGINE)
})

test('each file starts with its goal, and each scenario quotes one to three criteria', () => {
  for (const file of files) {
    expect(readFileSync(new URL(file, folder), 'utf8'), file).toMatch(/^Goal: .+\.\n/)
    for (const scenario of scenariosOf(file)) {
      expect(idsOf(scenario).length, scenario.name).toBeGreaterThan(0)
      expect(idsOf(scenario).length, scenario.name).toBeLessThan(4)
    }
  }
})
