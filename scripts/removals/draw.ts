/** Draws the sample. A hash of seed and name ranks each rule, so that new rules in the sources move no others. */
import { createHash } from 'node:crypto'
import { AREAS, type Area } from './areas.ts'
import { type Rule, type RuleKind, type RuleName, ruleKey } from './find-rules.ts'

export interface Drawn extends RuleName {
  readonly area: string
  readonly kind: RuleKind
}

/** Mostly refusals: a guard or bound is often a short cut without effect. Larger shares begin again at the start. */
const KINDS: readonly RuleKind[] = ['refusal', 'guard', 'refusal', 'bound', 'refusal', 'refusal', 'guard', 'refusal', 'refusal']

const rankOf = (seed: string, rule: RuleName): string =>
  createHash('sha256')
    .update(`${seed}|${ruleKey(rule)}`)
    .digest('hex')

/** @param taken functions with a rule in the sample already */
function drawArea({ share, rooms }: Area, ranked: readonly Rule[], taken: Set<string>): readonly Rule[] {
  const drawn: Rule[] = []
  for (let place = 0; drawn.length < share; place += 1) {
    const room = rooms[place % rooms.length] ?? []
    const kind = KINDS[place % KINDS.length]
    const left = ranked.filter(({ file, function: name }) => !taken.has(`${file} ${name}`))
    const here = left.filter(({ file }) => room.some((path) => file.startsWith(path)))
    const anywhere = left.filter(({ file }) => rooms.flat().some((path) => file.startsWith(path)))
    const next = here.find((rule) => rule.kind === kind) ?? here[0] ?? anywhere[0]
    if (next === undefined) return drawn
    drawn.push(next)
    taken.add(`${next.file} ${next.function}`)
  }
  return drawn
}

/** The sample of a seed. At most one rule comes from a function, lest a long list of checks fill the sample. */
export function drawSample(seed: string, rules: readonly Rule[]): readonly Drawn[] {
  const ranks = new Map(rules.map((rule) => [rule, rankOf(seed, rule)]))
  const ranked = [...rules].sort((one, other) => ((ranks.get(one) ?? '') < (ranks.get(other) ?? '') ? -1 : 1))
  const taken = new Set<string>()
  return AREAS.flatMap((area) =>
    drawArea(area, ranked, taken).map(({ kind, file, function: name, condition, occurrence }) => ({
      area: area.name,
      kind,
      file,
      function: name,
      condition,
      occurrence,
    })),
  )
}
