/** The rules by which index prices are made of what sources say. */
import type { SetIndexTerms, SourceWeights } from '../command.ts'
import { writeDocument } from '../events/write-document.ts'
import type { AssetId } from '../ids/id.ts'
import { RATE_ONE } from '../money/rounding.ts'
import type { Reason } from '../reason.ts'
import { INDEX_SCALE, SOURCES_MOST } from '../schema/index-price.ts'
import type { State } from '../state.ts'

const NAME = /^[a-z0-9-]{1,32}$/
const WEIGHT_MOST = 100
/** The longest that a source may be fresh: the time-lapse of the demo takes hours for seconds. */
const FRESH_MOST_MS = 86_400_000
const ONE = 10n ** BigInt(INDEX_SCALE)

/** Sources keep their numbers, so that what they said before is still theirs; new names come behind. */
export function setIndexTerms(state: State, command: SetIndexTerms): Reason {
  const { unitAssetId, sources, freshMs, capE8, weights = [], actor, why } = command
  if (!areTermsSound(state, command)) return 'badParameter'
  const isAsset = (assetId: AssetId): boolean => state.assets[assetId - 1] !== undefined
  if (!isAsset(unitAssetId) || !weights.every(({ assetId }) => isAsset(assetId))) return 'assetNotFound'
  // what has been fresh long enough to be too old by now may be fresh again
  if (!state.dues.hasRoom(state.assets.length)) return 'engineFull'
  for (const { assetId } of state.assets) state.kernel.reachIndex(state.assetIndexes.rowOf(assetId), assetId)
  state.indexSources.push(...sources.slice(state.indexSources.length))
  const { scalars } = state
  scalars.indexSources = sources.length
  scalars.indexFreshMs = freshMs
  scalars.indexCap = BigInt(capE8)
  scalars.unitAsset = unitAssetId
  writeDocument(state.out, { kind: 'indexTermsSet', unitAssetId, sources, freshMs, capE8, weights, actor, why })
  for (const { assetId } of state.assets) {
    setWeights(state, assetId, weights.find((given) => given.assetId === assetId)?.weights ?? [])
    if (assetId !== unitAssetId) state.kernel.settleIndex(state.assetIndexes.rowOf(assetId), assetId, state.at)
  }
  setUnit(state, unitAssetId)
  return 'none'
}

function areTermsSound(state: State, { unitAssetId, sources, freshMs, capE8, weights = [] }: SetIndexTerms): boolean {
  const unit = state.scalars.unitAsset
  const keepsNames = state.indexSources.every((name, number) => sources[number] === name)
  const areNames = sources.length <= SOURCES_MOST && sources.every((name) => NAME.test(name)) && new Set(sources).size === sources.length
  const isFreshSound = Number.isSafeInteger(freshMs) && freshMs > 0 && freshMs <= FRESH_MOST_MS
  const isCapSound = Number.isSafeInteger(capE8) && capE8 > 0 && BigInt(capE8) < RATE_ONE
  return keepsNames && areNames && isFreshSound && isCapSound && areWeights(weights, sources.length) && (unit === 0 || unit === unitAssetId)
}

const areWeights = (all: readonly SourceWeights[], sources: number): boolean =>
  all.every(
    ({ weights }) =>
      weights.length <= sources && weights.every((weight) => Number.isInteger(weight) && weight >= 0 && weight <= WEIGHT_MOST),
  )

/** What is not said counts once. */
function setWeights({ assetIndexes }: State, assetId: AssetId, weights: readonly number[]): void {
  const index = assetIndexes.edit(assetIndexes.rowOf(assetId))
  for (let source = 0; source < SOURCES_MOST; source += 1) index.sources(source).weight = weights[source] ?? 1
}

/** The unit is worth one of itself, whatever anybody says. */
function setUnit({ assetIndexes, at }: State, assetId: AssetId): void {
  const index = assetIndexes.edit(assetIndexes.rowOf(assetId))
  if (index.price === ONE) return
  index.price = ONE
  index.at = at
  index.live = 1
}
