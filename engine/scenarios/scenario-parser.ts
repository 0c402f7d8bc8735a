/**
 * Scenarios as text: a goal, settings, then tables with named columns, one command a row, its outcome in the last column, then what
 * must be.
 *
 *   # Holds are taken at placement.
 *   scenario SPOT-013 a limit buy holds price × quantity
 *   fixture spot
 *   user ann USDT=100000
 *   who | do    | label | side | price | quantity | outcome
 *   ann | place | a     | buy  | 60000 | 0.5      | new
 *   expect balance ann USDT 70000 held 30000
 */

export interface ScenarioLine {
  readonly number: number
  readonly text: string
}

export interface Scenario {
  /** Criterion ids, at most three, then what happens. */
  readonly name: string
  readonly lines: readonly ScenarioLine[]
}

/** The scenarios of a file. Lines that start with # are remarks; the first one is the file's goal. */
export function parseScenarios(text: string): Scenario[] {
  const scenarios: { name: string; lines: ScenarioLine[] }[] = []
  text.split('\n').forEach((raw, index) => {
    const line = raw.trim()
    if (line.startsWith('scenario ')) scenarios.push({ name: line.slice('scenario '.length), lines: [] })
    else if (line !== '' && !line.startsWith('#')) scenarios.at(-1)?.lines.push({ number: index + 1, text: line })
  })
  return scenarios
}

/** Criterion ids that a scenario's name quotes. */
export function idsOf(scenario: Scenario): string[] {
  return scenario.name.match(/\b[A-Z]+-\d{3}\b/g) ?? []
}
