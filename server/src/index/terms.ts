/** Which sources the exchange knows, as a command of the house. */
import type { SourceWeights } from '@agio/engine/command.ts'
import { indexTermsOf, sourcesOf } from '@agio/engine/index/read-index.ts'
import { assetsOf } from '@agio/engine/read.ts'
import type { CommandGivenBy } from '@agio/engine/schema/commands.ts'
import type { State } from '@agio/engine/state.ts'

/** How old a word may be and still count. */
export const FRESH_MS = 30_000
/** 1 %. */
const CAP_E8 = 1_000_000
/** What index prices are told in. */
export const UNIT_COIN = 'USDT'
const ACTOR = 'system'

/** Terms are given whole: weights that an operator set are given again. */
export function weightsOf(state: State): SourceWeights[] {
  return assetsOf(state).flatMap(({ assetId }) => {
    const weights = sourcesOf(state, assetId).map(({ weight }) => weight)
    return weights.every((weight) => weight === 1) ? [] : [{ assetId, weights }]
  })
}

type SetIndexTerms = Extract<CommandGivenBy<'system'>, { readonly kind: 'setIndexTerms' }>

/**
 * Terms with these sources behind those that there are: a position never means another source.
 * @param freshMs given by a time-lapse, whose words are further apart
 * @returns undefined when nothing has to change, or there is nothing to tell prices in
 */
export function indexTerms(state: State, names: readonly string[], freshMs?: number): SetIndexTerms | undefined {
  const terms = indexTermsOf(state)
  const unit = assetsOf(state).find(({ symbol }) => symbol === UNIT_COIN)
  const isFirst = terms.unitAssetId === 0
  const known = terms.sources
  const added = names.filter((name) => !known.includes(name))
  const fresh = freshMs ?? (isFirst ? FRESH_MS : terms.freshMs)
  if (unit === undefined || names.length === 0 || (!isFirst && added.length === 0 && fresh === terms.freshMs)) return undefined
  return {
    kind: 'setIndexTerms',
    unitAssetId: unit.assetId,
    sources: [...known, ...added],
    freshMs: fresh,
    capE8: isFirst ? CAP_E8 : terms.capE8,
    weights: weightsOf(state),
    actor: ACTOR,
    why: isFirst ? 'first start' : 'sources of the settings',
  }
}
